package io.ibench.page;

import io.ibench.host.HostMetric;
import io.ibench.report.figures.Numbers;
import io.ibench.report.store.RunReport.Step;
import io.ibench.series.StepRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the disks, the CPUs and the memory did, interval by interval. */
final class MachineCharts implements RowCharts {

  private static final int POINTS = 1000;
  private static final double MIB = 1024 * 1024;
  private static final double NANOS = 1e9;
  private static final double MICROS = 1e6;
  private static final double PERCENT = 100;

  private final StepRows rows;
  private final KnownSteps steps;
  private final double shortest;
  private final int totalTicks;
  private final boolean isRemote;
  private final List<Gauged> all = new ArrayList<>();
  private final List<Gauged> requests;
  private final List<Gauged> bytes;
  private final List<Gauged> cpu;
  private final NeighbourLines neighbours;
  private final List<Gauged> memory;
  private final List<Gauged> pressure;

  /**
   * @param isRemote the machine is not the client's
   */
  MachineCharts(StepRows rows, KnownSteps steps, boolean isRemote) {
    this.rows = rows;
    this.steps = steps;
    this.isRemote = isRemote;
    shortest = steps.shortestGauged();
    totalTicks = rows.column(HostMetric.CPU_TOTAL_TICKS.key());
    requests =
        List.of(
            perSecond("reads (r/s)", HostMetric.DISK_READS, 1),
            perSecond("writes (w/s)", HostMetric.DISK_WRITES, 1));
    bytes =
        List.of(
            perSecond("read (rMB/s)", HostMetric.DISK_READ_BYTES, MIB),
            perSecond("written (wMB/s)", HostMetric.DISK_WRITTEN_BYTES, MIB));
    cpu = cpu(steps.cpus().orElse(Double.NaN));
    neighbours = new NeighbourLines(rows, steps, isRemote, POINTS);
    memory = memory();
    pressure = pressure();
    List.of(requests, bytes, cpu, memory, pressure).forEach(all::addAll);
  }

  /** Of another machine's CPUs the client has no share. */
  private List<Gauged> cpu(double cpus) {
    List<Gauged> cpu = new ArrayList<>();
    cpu.add(gauged("machine", HostMetric.CPU_BUSY_TICKS, Kind.OF_TICKS, 1 / PERCENT));
    cpu.add(perSecond("server", HostMetric.SERVER_CPU_NANOS, cpus * NANOS / PERCENT));
    if (!isRemote) {
      cpu.add(perSecond("client", HostMetric.CLIENT_CPU_NANOS, cpus * NANOS / PERCENT));
    }
    cpu.add(gauged("iowait", HostMetric.CPU_IOWAIT_TICKS, Kind.OF_TICKS, 1 / PERCENT));
    cpu.add(gauged("steal", HostMetric.CPU_STEAL_TICKS, Kind.OF_TICKS, 1 / PERCENT));
    return cpu;
  }

  private List<Gauged> memory() {
    return List.of(
        level("server RSS", HostMetric.SERVER_RSS_BYTES),
        level("client RSS", HostMetric.CLIENT_RSS_BYTES),
        level("client heap", HostMetric.CLIENT_HEAP_BYTES),
        level("page cache", HostMetric.MEMORY_CACHED_BYTES),
        level("available", HostMetric.MEMORY_AVAILABLE_BYTES));
  }

  private List<Gauged> pressure() {
    return List.of(
        perSecond("CPU, some", HostMetric.PRESSURE_CPU_SOME_MICROS, MICROS / PERCENT),
        perSecond("I/O, some", HostMetric.PRESSURE_IO_SOME_MICROS, MICROS / PERCENT),
        perSecond("I/O, all", HostMetric.PRESSURE_IO_FULL_MICROS, MICROS / PERCENT),
        perSecond("memory, some", HostMetric.PRESSURE_MEMORY_SOME_MICROS, MICROS / PERCENT),
        perSecond("memory, all", HostMetric.PRESSURE_MEMORY_FULL_MICROS, MICROS / PERCENT));
  }

  private Gauged perSecond(String name, HostMetric metric, double unitSize) {
    return gauged(name, metric, Kind.PER_SECOND, unitSize);
  }

  private Gauged level(String name, HostMetric metric) {
    return gauged(name, metric, Kind.LEVEL, Numbers.GB_BYTES);
  }

  private Gauged gauged(String name, HostMetric metric, Kind kind, double unitSize) {
    return new Gauged(
        DrawnLine.of(name, Axis.TIME, POINTS), rows.column(metric.key()), kind, unitSize);
  }

  @Override
  public void add(Optional<Step> step) {
    for (Gauged gauged : all) {
      if (rows.isNewStep()) {
        gauged.line.curve().gap();
      }
      if (!rows.isShort() && rows.seconds() >= shortest) {
        add(gauged);
      }
    }
    if (rows.isNewStep()) {
      neighbours.gap();
    }
    if (!rows.isShort() && rows.seconds() >= shortest) {
      neighbours.add(step);
    }
  }

  private void add(Gauged gauged) {
    double value = rows.number(gauged.column) / gauged.unitSize;
    double from = rows.at() - rows.seconds();
    switch (gauged.kind) {
      case LEVEL -> gauged.line.curve().add(from, rows.at(), value);
      case PER_SECOND -> gauged.line.curve().add(from, rows.at(), value / rows.seconds());
      case OF_TICKS -> gauged.line.curve().add(from, rows.at(), value / rows.number(totalTicks));
    }
  }

  @Override
  public double width() {
    return Stream.concat(all.stream().map(Gauged::line), neighbours.lines().stream())
        .mapToDouble(line -> line.curve().width())
        .max()
        .orElse(0);
  }

  @Override
  public List<Chart> charts() {
    List<Chart> charts = new ArrayList<>();
    String of = " of each interval" + ChartTexts.length(steps.intervalSeconds(rows));
    addTo(
        charts,
        lines(requests),
        new Head(
            "device-requests",
            "Requests to the disks",
            "Reads and writes that the devices completed, as iostat counts them,"
                + of
                + ", divided by its length.",
            "requests/s"));
    addTo(
        charts,
        lines(bytes, neighbours.writes()),
        new Head(
            "device-bytes",
            "Bytes to and from the disks",
            "Read from the devices and written to them,"
                + of
                + ", divided by its length; an MB has 1,048,576 bytes. What others wrote is the"
                + " disks' less what the server's processes sent to storage.",
            "MB/s"));
    addCpu(charts);
    addMemory(charts);
    return charts;
  }

  private void addCpu(List<Chart> charts) {
    String of = " of each interval" + ChartTexts.length(steps.intervalSeconds(rows));
    addTo(
        charts,
        lines(cpu, neighbours.cpu()),
        new Head(
            "cpu",
            "CPU",
            "Shares of the time of all CPUs"
                + (isRemote ? " of the server's machine," : ",")
                + of
                + ". The machine's is user, system and interrupt time; "
                + (isRemote ? "the server's is a part" : "the server's and ibench's own are parts")
                + " of it, and what is left is that of others.",
            "%"));
  }

  private void addMemory(List<Chart> charts) {
    String of = " of each interval" + ChartTexts.length(steps.intervalSeconds(rows));
    addTo(
        charts,
        lines(memory),
        new Head(
            "memory",
            "Memory",
            "As it stood at the end of each interval"
                + ChartTexts.length(steps.intervalSeconds(rows))
                + "; a GB has 1,073,741,824 bytes.",
            "GB"));
    addTo(
        charts,
        lines(pressure),
        new Head(
            "pressure",
            "Waiting for the machine",
            "Share of the time"
                + of
                + " in which some task, or all of them, waited for a CPU,"
                + " for I/O or for memory (the kernel's pressure stall information). Its counters are"
                + " read a little after an interval's end, so that one interval may show more than"
                + " 100 %.",
            "%"));
  }

  private static List<DrawnLine> lines(List<Gauged> gauged, DrawnLine... more) {
    return Stream.concat(gauged.stream().map(Gauged::line), Stream.of(more)).toList();
  }

  private static void addTo(List<Chart> charts, List<DrawnLine> some, Head head) {
    List<Line> lines = DrawnLine.drawn(some);
    if (!lines.isEmpty()) {
      charts.add(
          new Chart(
              head.id,
              head.title,
              head.definition + ChartTexts.SHORT_LEFT_OUT,
              head.unit,
              false,
              List.of(),
              lines));
    }
  }

  private enum Kind {
    /** As it stood at the end. */
    LEVEL,
    PER_SECOND,
    OF_TICKS
  }

  private record Gauged(DrawnLine line, int column, Kind kind, double unitSize) {}

  private record Head(String id, String title, String definition, String unit) {}
}
