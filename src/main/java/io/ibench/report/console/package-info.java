/**
 * The lines of a run that is going on, for the person at the terminal.
 *
 * <p>{@link io.ibench.report.console.Progress} makes the lines on the coordinating thread; another
 * thread writes them, so that a terminal that hangs does not stop the clock. Nothing here is in a
 * result.
 */
package io.ibench.report.console;
