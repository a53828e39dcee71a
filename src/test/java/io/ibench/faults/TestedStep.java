package io.ibench.faults;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The steps in whose middle faults happen, each with 8 workers and a small run around it. */
enum TestedStep {
  LOAD("linkbench", "load", 0, 0, "LinkBench's load, 20 rows a commit"),
  INSERT("insert", "l.i1", 4, 40, "inserts and deletes of the insert benchmark, 10 rows a commit"),
  QUERY("insert", "qr1000", 2, 20, "its range queries beside inserts and deletes"),
  REQUEST("linkbench", "request", 0, 8, "LinkBench's mix of ten operations");

  private final Path workload;
  private final String step;
  private final int clients;
  private final long rowsInFlight;
  private final String what;

  TestedStep(String workload, String step, int clients, long rowsInFlight, String what) {
    this.workload = Path.of("workloads", workload + ".properties");
    this.step = step;
    this.clients = clients;
    this.rowsInFlight = rowsInFlight;
    this.what = what;
  }

  /** The clients of the insert benchmark, each with a table; 0 in LinkBench. */
  int clients() {
    return clients;
  }

  /** How many rows deletes may have removed that had no answer when the run ended. */
  long rowsInFlight() {
    return rowsInFlight;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  String what() {
    return what;
  }

  Path workload() {
    return workload;
  }

  /** The step's name in the run. */
  String step() {
    return step;
  }

  /**
   * The settings of the run, as {@code key=value}. No step has a rate or a time: its end is a
   * number of rows or operations, so that a fault makes it longer, and no shorter.
   *
   * @param size how much work the step has; 1 is a second or more
   */
  List<String> settings(int size) {
    List<String> settings = new ArrayList<>(List.of("interval=100ms"));
    settings.addAll(
        switch (this) {
          case LOAD ->
              List.of(
                  "steps=drop,create,load,index,verify",
                  "linkbench.maxid1=" + (8_000L * size + 1),
                  "load.threads=8",
                  "load.rows_per_commit=20");
          case REQUEST ->
              List.of(
                  "steps=drop,create,load,index,request,verify",
                  "linkbench.maxid1=4001",
                  "request.threads=8",
                  "request.until=1h",
                  "request.repeat=1",
                  "request.operations=" + 30_000L * size);
          case INSERT ->
              List.of(
                  "steps=l.i0,l.x,l.i1,verify",
                  "insert.clients=" + clients,
                  "insert.ids=client",
                  "insert.deletes=range",
                  "l.i0.rows=10k",
                  "l.i1.rows_per_commit=10",
                  "l.i1.rows=" + 20_000L * size);
          case QUERY ->
              List.of(
                  "steps=l.i0,l.x,qr1000,verify",
                  "insert.clients=" + clients,
                  "insert.ids=client",
                  "insert.deletes=range",
                  "l.i0.rows=10k",
                  "qr1000.query.threads=2",
                  "qr1000.rows_per_commit=10",
                  "qr1000.insert.rate=unlimited",
                  "qr1000.rows=" + 20_000L * size);
        });
    return settings;
  }
}
