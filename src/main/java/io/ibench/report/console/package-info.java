/**
 * The lines about a run in progress, on a terminal or another stream.
 *
 * <p>Entry class: {@link io.ibench.report.console.Progress}, a listener of the run. It makes the
 * lines on the coordinating thread; another thread writes them, so that a terminal that hangs does
 * not stop the clock. Nothing of this package goes into a result.
 */
package io.ibench.report.console;
