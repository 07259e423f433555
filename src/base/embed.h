/* embed.h - files of the tree that are part of the binary: see cmake/embed.cmake.
 *
 *     EMBED(driver);        // assay_embed(assay_core driver path/to/file) in CMakeLists.txt
 *     write(fd, embed_driver, embed_driver_size);
 *
 * A NUL that is not counted follows the bytes. */
#ifndef BASE_EMBED_H
#define BASE_EMBED_H

#include <stddef.h>

#define EMBED(name)                                                                                \
    extern const unsigned char embed_##name[];                                                     \
    extern const size_t embed_##name##_size

#endif
