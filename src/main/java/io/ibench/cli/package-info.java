/**
 * The command line: the only package that knows picocli, environment variables, signals and exit
 * codes, and the only one that ends the process.
 *
 * <p>{@link io.ibench.cli.Main} is the entry; each command is a class named after it ({@code
 * RunCommand}, {@code CheckCommand} ...). {@code Setup} reads and checks everything that a run
 * needs, before anything is touched; {@code Probes} chooses the gauges. Commands run on the main
 * thread; {@code Interrupts} handles signals on threads of the JVM. Expected failures are {@code
 * UsageException}s and others that {@code ErrorReporter} turns into one line; anything else is an
 * internal error.
 */
package io.ibench.cli;
