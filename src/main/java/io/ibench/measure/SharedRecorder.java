package io.ibench.measure;

/**
 * A recorder for several workers: with many workers, one for each would fill the heap. Thread-safe
 * for several writers, which exclude each other, and one reader.
 */
public final class SharedRecorder extends Recorder {

  public SharedRecorder(int operations, int failureKinds, boolean paced) {
    super(operations, failureKinds, paced);
  }

  @Override
  public synchronized void success(
      int operation, long intendedNanos, long startNanos, long endNanos, long rows) {
    super.success(operation, intendedNanos, startNanos, endNanos, rows);
  }

  @Override
  public synchronized void failure(
      int operation, int kind, long intendedNanos, long startNanos, long endNanos) {
    super.failure(operation, kind, intendedNanos, startNanos, endNanos);
  }

  @Override
  public synchronized void retry(int operation) {
    super.retry(operation);
  }

  @Override
  public synchronized void waited(int operation, long nanos) {
    super.waited(operation, nanos);
  }

  @Override
  public synchronized void unstarted(int operation, long intendedNanos, long endNanos) {
    super.unstarted(operation, intendedNanos, endNanos);
  }

  @Override
  public synchronized void abandoned(int operation, long intendedNanos, long endNanos) {
    super.abandoned(operation, intendedNanos, endNanos);
  }
}
