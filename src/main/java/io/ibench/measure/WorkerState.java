package io.ibench.measure;

/**
 * The workers of a step, or its action, at one time. Immutable.
 *
 * @param atWork the number of threads at work
 * @param oldestInFlightNanos age of the oldest operation in flight, from its intended start; 0
 *     without one
 * @param withoutConnection the number of workers that wait for the server, in an outage
 * @param waitsFor what an action waits for, in words; empty if it does not say
 */
public record WorkerState(
    int atWork, long oldestInFlightNanos, int withoutConnection, String waitsFor) {

  public WorkerState(int atWork, long oldestInFlightNanos, int withoutConnection) {
    this(atWork, oldestInFlightNanos, withoutConnection, "");
  }
}
