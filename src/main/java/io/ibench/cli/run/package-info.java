/**
 * Runs, from a checked {@code Setup} to the exit code: the commands {@code run}, {@code max} and
 * {@code resume}, and what surrounds the engine while it works. {@code NewRun} makes a {@code
 * ReadyRun}, {@code RunExecution} does its steps, {@code RunEnding} tells the end; {@code Probes}
 * chooses the gauges.
 */
package io.ibench.cli.run;
