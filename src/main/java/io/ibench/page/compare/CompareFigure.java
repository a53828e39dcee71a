package io.ibench.page.compare;

import io.ibench.report.figures.Numbers;

/** A figure of each interval that lines of a comparison show, and how it is worked out. */
enum CompareFigure {
  RATE("rate, operations/s", "", 1, Per.SECOND),
  // Of the client's CPU and the server's, where that has processes of its own.
  OWN_CPU("own CPU us/op", "client.cpu_nanos", 1e-3, Per.OPERATION),
  // Of the machine's CPU seconds: how long a tick is, is known from how many there were.
  CPU("CPU us/op", "cpu.busy_ticks", 1e6, Per.OPERATION),
  SERVER_CPU("server CPU us/op", "server.cpu_nanos", 1e-3, Per.OPERATION),
  WRITTEN("wKB/op", "disk.written_bytes", 1 / 1024.0, Per.OPERATION),
  READ("rKB/op", "disk.read_bytes", 1 / 1024.0, Per.OPERATION),
  SERVER_MEMORY("server RSS GB", "server.rss_bytes", 1 / Numbers.GB_BYTES, Per.NOTHING);

  private enum Per {
    SECOND,
    OPERATION,
    NOTHING
  }

  private final String label;
  private final String column;
  private final double factor;
  private final Per per;

  CompareFigure(String label, String column, double factor, Per per) {
    this.label = label;
    this.column = column;
    this.factor = factor;
    this.per = per;
  }

  /** As a reader chooses it, with its unit. */
  String label() {
    return label;
  }

  /** Of intervals.csv; empty where it is the operations themselves. */
  String column() {
    return column;
  }

  /** NaN where it cannot be had. */
  double of(double value, double operations, double seconds) {
    double divisor =
        switch (per) {
          case SECOND -> seconds;
          case OPERATION -> operations;
          case NOTHING -> 1;
        };
    double figure = factor * value / divisor;
    return Double.isFinite(figure) ? figure : Double.NaN;
  }
}
