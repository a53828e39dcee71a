package io.ibench.page;

import io.ibench.host.HostMetric;
import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Chart.Topic;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.Formula;
import io.ibench.report.figures.Formula.Divisor;
import io.ibench.report.figures.IntervalRow;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport.Step;
import io.ibench.series.StepRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The figures of disks, CPUs and memory in each interval. Not thread-safe. */
final class MachineCharts implements RowCharts {

  private static final int POINTS = 1000;
  private static final double NANOS_PER_PERCENT = 1e7;
  private static final double NANOS = 1e9;
  private static final double PERCENT = 100;

  private final StepRows rows;
  private final KnownSteps steps;
  private final double shortest;
  private final IntervalRow interval;
  private final boolean isRemote;
  private final List<Gauged> all = new ArrayList<>();
  private final List<Gauged> requests;
  private final List<Gauged> bytes;
  private final List<Gauged> cpu;
  private final List<Gauged> memory;
  private final List<Gauged> pressure;
  private final DrawnLine otherCpu = DrawnLine.of("others", Axis.TIME, POINTS);
  private final DrawnLine otherWrites =
      DrawnLine.of("written by others (wMB/s)", Axis.TIME, POINTS);

  /**
   * @param isRemote the machine is not that of the client
   */
  MachineCharts(StepRows rows, KnownSteps steps, boolean isRemote) {
    this.rows = rows;
    this.steps = steps;
    this.isRemote = isRemote;
    shortest = steps.shortestGauged();
    interval = steps.interval(rows);
    requests =
        List.of(
            line("reads (r/s)", Figure.RPS),
            line("writes (w/s)", Figure.WPS),
            line("flushes (f/s)", Figure.FPS));
    bytes = List.of(line("read (rMB/s)", Figure.RMBPS), line("written (wMB/s)", Figure.WMBPS));
    cpu = cpu();
    memory = memory();
    pressure = pressure();
    List.of(requests, bytes, cpu, memory, pressure).forEach(all::addAll);
  }

  /** A client on another machine has no share of these CPUs. */
  private List<Gauged> cpu() {
    List<Gauged> cpu = new ArrayList<>();
    cpu.add(line("machine", Figure.CPU_PCT));
    cpu.add(cpuShare("server", HostMetric.SERVER_CPU_NANOS));
    if (!isRemote) {
      cpu.add(cpuShare("client", HostMetric.CLIENT_CPU_NANOS));
    }
    cpu.add(line("iowait", Figure.IOWAIT_PCT));
    cpu.add(line("steal", Figure.STEAL_PCT));
    return cpu;
  }

  private List<Gauged> memory() {
    return List.of(
        line("server RSS", Figure.RSS_END_GB),
        line("client RSS", Figure.CLIENT_RSS_GB),
        line("client heap", Figure.CLIENT_HEAP_GB),
        line("page cache", Figure.MEM_CACHED_GB),
        line("available", Figure.MEM_AVAILABLE_GB));
  }

  private List<Gauged> pressure() {
    return List.of(
        line("CPU, some", Figure.CPU_PRESSURE_PCT),
        line("I/O, some", Figure.IO_PRESSURE_PCT),
        line("I/O, all", Figure.IO_PRESSURE_FULL_PCT),
        line("memory, some", Figure.MEMORY_PRESSURE_PCT),
        line("memory, all", Figure.MEMORY_PRESSURE_FULL_PCT));
  }

  private static Gauged line(String name, Figure figure) {
    return new Gauged(DrawnLine.of(name, Axis.TIME, POINTS), figure.formula());
  }

  /** A process's share of all CPUs in percent. */
  private static Gauged cpuShare(String name, HostMetric nanos) {
    return new Gauged(
        DrawnLine.of(name, Axis.TIME, POINTS),
        new Formula(in -> in.grown(nanos) / (in.cpus() * NANOS_PER_PERCENT), Divisor.SECONDS, 1));
  }

  @Override
  public void add(Optional<Step> step) {
    if (rows.isAfterGap()) {
      lines(all, otherCpu, otherWrites).forEach(line -> line.curve().gap());
    }
    if (!rows.isShort() && rows.seconds() >= shortest) {
      all.forEach(gauged -> gauged.line.add(rows, gauged.formula.of(interval)));
      addOther(step, Figure.OTHER_CPU_PCT, otherCpu, otherCpu());
      addOther(step, Figure.OTHER_WKBPS, otherWrites, otherWrites());
    }
  }

  /** Processes other than server and client; only in steps that have the figure. */
  private void addOther(Optional<Step> step, Figure figure, DrawnLine line, double value) {
    if (step.isPresent() && step.get().whole().figures().knows(figure)) {
      line.add(rows, Math.max(0, value));
    }
  }

  private double otherCpu() {
    double server = interval.isEmbedded() ? 0 : interval.grown(HostMetric.SERVER_CPU_NANOS);
    double client = isRemote ? 0 : interval.grown(HostMetric.CLIENT_CPU_NANOS);
    double used = Figure.CPU_PCT.formula().of(interval);
    return used - PERCENT * (server + client) / (rows.seconds() * interval.cpus() * NANOS);
  }

  private double otherWrites() {
    HostMetric server =
        interval.isEmbedded() ? HostMetric.CLIENT_WRITTEN_BYTES : HostMetric.SERVER_WRITTEN_BYTES;
    double bytes = interval.grown(HostMetric.DISK_WRITTEN_BYTES) - interval.grown(server);
    return bytes / NumberText.RATE_MB_BYTES / rows.seconds();
  }

  @Override
  public double width() {
    return DrawnLine.width(lines(all, otherCpu, otherWrites).stream());
  }

  @Override
  public List<Chart> charts() {
    String length = ChartTexts.length(steps.intervalSeconds(rows));
    String of = " of each interval" + length;
    return Stream.of(
            chart(
                Topic.COSTS,
                "device-requests",
                "Requests to the disks",
                "requests/s",
                "Reads, writes and flushes of their caches that the devices completed, as iostat"
                    + " counts them (a flush that was asked for is among the writes, too),"
                    + of
                    + ", divided by its length.",
                lines(requests)),
            chart(
                Topic.COSTS,
                "device-bytes",
                "Bytes to and from the disks",
                "MB/s",
                "Read from the devices and written to them,"
                    + of
                    + ", divided by its length; an MB is 1000 KB of 1024 bytes, as in the tables. What others wrote is the"
                    + " disks' less what the server's processes sent to storage.",
                lines(bytes, otherWrites)),
            chart(
                Topic.COSTS,
                "cpu",
                "CPU",
                "%",
                "Shares of the time of all CPUs"
                    + (isRemote ? " of the server's machine," : ",")
                    + of
                    + ". The machine's is user, system and interrupt time; "
                    + (isRemote
                        ? "the server's is a part"
                        : "the server's and ibench's own are parts")
                    + " of it, and what is left is that of others.",
                lines(cpu, otherCpu)),
            chart(
                Topic.SIZES,
                "memory",
                "Memory",
                "GB",
                "As it stood at the end of each interval"
                    + length
                    + "; a GB has 1,073,741,824 bytes.",
                lines(memory)),
            chart(
                Topic.COSTS,
                "pressure",
                "Waiting for the machine",
                "%",
                "Share of the time"
                    + of
                    + " in which some task, or all of them, waited for a CPU, for I/O or for memory"
                    + " (the kernel's pressure stall information). Its counters are read a little"
                    + " after an interval's end, so that one interval may show more than 100 %.",
                lines(pressure)))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Chart> chart(
      Topic topic, String id, String title, String unit, String definition, List<DrawnLine> lines) {
    return DrawnLine.chart(topic, id, title, unit, definition + ChartTexts.SHORT_LEFT_OUT, lines);
  }

  private static List<DrawnLine> lines(List<Gauged> gauged, DrawnLine... more) {
    return Stream.concat(gauged.stream().map(Gauged::line), Stream.of(more)).toList();
  }

  private record Gauged(DrawnLine line, Formula formula) {}
}
