/* commands.h - the subcommands: a row of subcommands.def and a function each.
 *
 * argv[0] is the subcommand's name. The result is an exit code of exit.h. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#define SUBCOMMAND(name, summary) int cmd_##name(int argc, char **argv);
#include "cli/subcommands.def"

#endif
