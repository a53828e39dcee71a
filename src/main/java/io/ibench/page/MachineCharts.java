package io.ibench.page;

import io.ibench.host.HostMetric;
import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Chart.Topic;
import io.ibench.report.document.Line;
import io.ibench.report.figures.FigureCatalogue;
import io.ibench.report.figures.Formula;
import io.ibench.report.figures.Formula.Divisor;
import io.ibench.report.figures.IntervalRow;
import io.ibench.report.store.RunReport.Step;
import io.ibench.series.StepRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the disks, the CPUs and the memory did, interval by interval. */
final class MachineCharts implements RowCharts {

  private static final int POINTS = 1000;
  private static final double NANOS_PER_PERCENT = 1e7;

  private final StepRows rows;
  private final KnownSteps steps;
  private final double shortest;
  private final IntervalRow interval;
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
    interval = steps.interval(rows);
    requests = List.of(line("reads (r/s)", "rps"), line("writes (w/s)", "wps"));
    bytes = List.of(line("read (rMB/s)", "rmbps"), line("written (wMB/s)", "wmbps"));
    cpu = cpu();
    neighbours = new NeighbourLines(rows, interval, isRemote, POINTS);
    memory = memory();
    pressure = pressure();
    List.of(requests, bytes, cpu, memory, pressure).forEach(all::addAll);
  }

  /** Of another machine's CPUs the client has no share. */
  private List<Gauged> cpu() {
    List<Gauged> cpu = new ArrayList<>();
    cpu.add(line("machine", "cpu_pct"));
    cpu.add(cpuShare("server", HostMetric.SERVER_CPU_NANOS));
    if (!isRemote) {
      cpu.add(cpuShare("client", HostMetric.CLIENT_CPU_NANOS));
    }
    cpu.add(line("iowait", "iowait_pct"));
    cpu.add(line("steal", "steal_pct"));
    return cpu;
  }

  private List<Gauged> memory() {
    return List.of(
        line("server RSS", "rss_end_gb"),
        line("client RSS", "client_rss_gb"),
        line("client heap", "client_heap_gb"),
        line("page cache", "mem_cached_gb"),
        line("available", "mem_available_gb"));
  }

  private List<Gauged> pressure() {
    return List.of(
        line("CPU, some", "cpu_pressure_pct"),
        line("I/O, some", "io_pressure_pct"),
        line("I/O, all", "io_pressure_full_pct"),
        line("memory, some", "memory_pressure_pct"),
        line("memory, all", "memory_pressure_full_pct"));
  }

  private static Gauged line(String name, String key) {
    return new Gauged(DrawnLine.of(name, Axis.TIME, POINTS), FigureCatalogue.formula(key));
  }

  /** Of a process in percent of all CPUs. */
  private static Gauged cpuShare(String name, HostMetric nanos) {
    return new Gauged(
        DrawnLine.of(name, Axis.TIME, POINTS),
        new Formula(in -> in.grown(nanos) / (in.cpus() * NANOS_PER_PERCENT), Divisor.SECONDS, 1));
  }

  @Override
  public void add(Optional<Step> step) {
    for (Gauged gauged : all) {
      if (rows.isNewStep()) {
        gauged.line.curve().gap();
      }
      if (!rows.isShort() && rows.seconds() >= shortest) {
        double value = gauged.formula.of(interval);
        gauged.line.curve().add(rows.at() - rows.seconds(), rows.at(), value);
      }
    }
    if (rows.isNewStep()) {
      neighbours.gap();
    }
    if (!rows.isShort() && rows.seconds() >= shortest) {
      neighbours.add(step);
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
            Topic.COSTS,
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
            Topic.COSTS,
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
            Topic.COSTS,
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
            Topic.SIZES,
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
            Topic.COSTS,
            "pressure",
            "Waiting for the machine",
            "Share of the time"
                + of
                + " in which some task, or all of them, waited for a CPU, for I/O or for memory"
                + " (the kernel's pressure stall information). Its counters are read a little after"
                + " an interval's end, so that one interval may show more than 100 %.",
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
              head.topic,
              head.id,
              head.title,
              head.definition + ChartTexts.SHORT_LEFT_OUT,
              head.unit,
              false,
              List.of(),
              lines));
    }
  }

  private record Gauged(DrawnLine line, Formula formula) {}

  private record Head(Topic topic, String id, String title, String definition, String unit) {}
}
