package io.ibench.max;

import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * What a trial measured after it had settled.
 *
 * @param seconds their length
 * @param succeeded operations of the step
 * @param failed operations of the step
 * @param unstarted operations that were due, and did not start before the end
 * @param responses of the operations that the limits are about, in nanoseconds
 * @param clientCause why the client, not the database, may have been slow, if it was
 */
public record Measured(
    double seconds,
    long succeeded,
    long failed,
    long unstarted,
    Histogram responses,
    Optional<Cause> clientCause) {

  /** With the response times that were collected so far. */
  public Measured(
      double seconds,
      long succeeded,
      long failed,
      long unstarted,
      Responses collected,
      Optional<Cause> clientCause) {
    this(seconds, succeeded, failed, unstarted, collected.copy(), clientCause);
  }

  double perSecond() {
    return succeeded / seconds;
  }
}
