/**
 * The command line: the only packages that know picocli, environment variables, signals and exit
 * codes, and the only ones that end the process.
 *
 * <p>{@link io.ibench.cli.Main} is the entry; each command is a class named after it ({@code
 * ReportCommand}, {@code CheckCommand} ...). Those of runs, suites and lists have packages of their
 * own. Commands run on the main thread; {@code Interrupts} handles signals on threads of the JVM.
 * Expected failures are {@code UsageException}s and others that {@code ErrorReporter} turns into
 * one line; anything else is an internal error.
 */
package io.ibench.cli;
