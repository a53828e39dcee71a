package io.ibench.overhead;

/** An operation that is performed by a bare loop and through ibench. */
enum ComparedOperation {
  POINT_READ("point read"),
  RANGE_READ("read " + Tables.RANGE + " rows"),
  INSERT("insert " + Tables.BATCH + " rows"),
  TRANSACTION("LinkBench transaction");

  private final String label;

  ComparedOperation(String label) {
    this.label = label;
  }

  /** Its name in the answer. */
  String label() {
    return label;
  }
}
