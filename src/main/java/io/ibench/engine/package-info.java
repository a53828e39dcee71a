/**
 * Runs a plan's steps: when each operation starts, on how many threads, and what happens after a
 * failure.
 *
 * <p>{@link io.ibench.engine.Engine} runs on the caller's thread, the coordinating thread, which is
 * also the ticker: it ends intervals, adds them to periods and notifies the listener. Each worker
 * has a thread and a session of its own and runs the hot loop ({@code WorkerLoop}). Slow gauges,
 * actions and aborts run on further threads, so that a server that hangs never blocks the clock.
 * {@link io.ibench.engine.RunControl} ends a run from any thread.
 */
package io.ibench.engine;
