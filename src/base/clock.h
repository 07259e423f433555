/* clock.h - time that only goes forward. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

/* Seconds since some fixed moment. */
double clock_wall(void);

/* CPU seconds this process has used. */
double clock_cpu(void);

#endif
