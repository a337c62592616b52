/**
 * The command line: reads arguments and settings, calls a use case or a report, prints its answer. Standard output is the
 * answer, everything else goes to standard error; exit codes are those of {@link io.expunge.cli.Exit}.
 *
 * <p>Owns no table and takes no decision. Never prints a tenant's id, nor text of a server's (I7): what was typed is not
 * repeated in messages.
 */
@NullMarked
package io.expunge.cli;

import org.jspecify.annotations.NullMarked;
