package io.ibench.measure;

/** Records more operations at once than a test could execute. */
public final class Bulk {

  private Bulk() {}

  /**
   * So many equal successes that were not paced.
   *
   * @param serviceNanos 0: without a latency
   * @param rows of each
   */
  public static void record(
      Recorder recorder, int operation, long count, long serviceNanos, long rows) {
    recorder.successes(operation, count, serviceNanos, rows);
  }
}
