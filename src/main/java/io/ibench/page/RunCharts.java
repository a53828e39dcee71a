package io.ibench.page;

import io.ibench.report.document.Chart;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Line;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.FolderCheck;
import io.ibench.report.store.InProgressLatencies;
import io.ibench.report.store.RunFile;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.WaitCsv;
import io.ibench.series.StepRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The charts of one run, from the files of its result folder. Reads each file once, in bounded
 * memory. Omits missing or damaged data with a note. Not thread-safe.
 */
final class RunCharts {

  private static final String INTERVALS = "intervals.csv";
  private static final String OPERATIONS = "operations.csv";
  private static final String ROWS = "rows.csv";
  private static final String LATENCIES = "latency.hlog";
  static final String SERVER_COUNTERS = "server_counters.csv";
  private static final String WAITS = WaitCsv.NAME;
  private static final String CLIENTS = "clients.csv";

  private final Path folder;
  private final RunReport run;
  private final RunFile file;
  private final KnownSteps steps;
  private final ChartNotes notes = new ChartNotes();
  private final MarkCharts marks;
  private final List<Chart> rates = new ArrayList<>();
  private final List<Chart> costs = new ArrayList<>();
  private final List<Chart> machine = new ArrayList<>();
  private Optional<Line> insertsOverRows = Optional.empty();
  private double intervalSeconds;

  private RunCharts(Path folder, RunReport run, RunFile file) {
    this.folder = folder;
    this.run = run;
    this.file = file;
    this.steps = new KnownSteps(run);
    this.marks = new MarkCharts(steps);
  }

  /** All charts with values, in the order of the page. */
  static ChartSet of(Path folder, RunReport run, RunFile file) {
    return new RunCharts(folder, run, file).charts();
  }

  private ChartSet charts() {
    FolderCheck.of(folder).forEach(notes::add);
    require(INTERVALS, "there are no rates, costs or machine figures over time");
    read(INTERVALS, this::readIntervals);
    List<Chart> charts = new ArrayList<>(rates);
    charts.addAll(LoadCharts.of(run));
    addRowRates(charts);
    require(OPERATIONS, "there are no latencies over time");
    read(OPERATIONS, file -> readOperations(file, charts));
    addDistributions(charts);
    charts.addAll(costs);
    charts.addAll(SizeCharts.of(steps));
    charts.addAll(machine);
    addWaits(charts);
    ServerCounterCharts.of(steps).ifPresent(charts::add);
    addServerCounters(charts);
    read(CLIENTS, file -> readClients(file, charts));
    addUnmarked();
    return new ChartSet(
        run.started().toEpochMilli(), marks.marks(), List.copyOf(charts), notes.all());
  }

  private void require(String name, String lost) {
    if (!Files.isRegularFile(folder.resolve(name))) {
      boolean there = Files.exists(folder.resolve(name));
      notes.add(name + (there ? " is no file: " : " is missing: ") + lost);
    }
  }

  /** Draws the rows that were read before a failure. */
  private void read(String name, Reading reading) {
    Path file = folder.resolve(name);
    if (Files.isRegularFile(file)) {
      try {
        reading.read(file);
      } catch (IOException e) {
        notes.add(name + " cannot be read to its end; what follows is not drawn");
      }
    }
  }

  private void readIntervals(Path intervals) throws IOException {
    try (StepRows rows = StepRows.open(intervals, run.started().toEpochMilli())) {
      RateCharts rate = new RateCharts(rows, steps);
      CostCharts cost = new CostCharts(rows, steps);
      MachineCharts gauges = new MachineCharts(rows, steps, file.hasServerHost());
      try {
        readIntervals(rows, rate, List.of(rate, cost, gauges));
      } finally {
        rates.addAll(rate.charts());
        costs.addAll(cost.charts());
        machine.addAll(gauges.charts());
        insertsOverRows = rate.insertsOverRows();
        intervalSeconds = steps.intervalSeconds(rows);
        double width = Math.max(rate.width(), Math.max(cost.width(), gauges.width()));
        notes.addFile(INTERVALS, rows, "intervals", width);
      }
    }
  }

  private void readIntervals(StepRows rows, RateCharts rate, List<RowCharts> charts)
      throws IOException {
    int errors = rows.column("errors");
    Optional<Step> step = Optional.empty();
    while (rows.next()) {
      step = rows.isNewRepeat() ? steps.of(rows) : step;
      for (RowCharts each : charts) {
        each.add(step);
      }
      marks.add(rows, rows.number(errors), rate.inserted());
    }
  }

  private void addRowRates(List<Chart> charts) {
    RowRateCharts over = new RowRateCharts();
    if (run.rateRows() > 0) {
      require(ROWS, "the insert rate over rows is drawn from " + INTERVALS);
    }
    read(ROWS, file -> over.read(file, run.rateRows()));
    over.chart(insertsOverRows, intervalSeconds).ifPresent(charts::add);
    notes.addDamaged(ROWS, over.damaged());
    if (over.width() > 0) {
      notes.add(
          "the insert rate over rows is drawn by the minimum and maximum of every "
              + NumberText.count(Math.round(over.width()))
              + " rows");
    }
  }

  private void readOperations(Path file, List<Chart> charts) throws IOException {
    try (StepRows rows = StepRows.open(file, run.started().toEpochMilli())) {
      LatencyCharts latency = new LatencyCharts(rows, steps);
      try {
        while (rows.next()) {
          latency.add();
        }
      } finally {
        latency.chart().ifPresent(charts::add);
        notes.addDamaged(OPERATIONS + " (of no operation of this run)", latency.unknown());
        notes.addFile(OPERATIONS, rows, "rows of latencies", latency.width());
      }
    }
  }

  private void addUnmarked() {
    long outages = marks.unmarkedOutages();
    if (outages > 0) {
      notes.add(
          "charts show the first outages of each step; "
              + NumberText.count(outages)
              + (outages == 1 ? " later one is" : " later ones are")
              + " not on them");
    }
  }

  private void addDistributions(List<Chart> charts) {
    DistributionCharts distributions = new DistributionCharts(steps);
    require(LATENCIES, "there are no latency distributions");
    read(LATENCIES, distributions::read);
    run.inProgress().ifPresent(step -> addInProgress(distributions, step));
    distributions.chart().ifPresent(charts::add);
    notes.addDamaged(LATENCIES, distributions.damaged());
    if (distributions.missing() > 0 && Files.exists(folder.resolve(LATENCIES))) {
      notes.add(
          LATENCIES
              + " has lost the latency distributions of "
              + NumberText.count(distributions.missing())
              + (distributions.missing() == 1 ? " step" : " steps"));
    }
    if (distributions.leftOut() > 0) {
      notes.add(
          "the latency distributions of the first "
              + NumberText.count(distributions.leftOut())
              + " steps are not drawn; "
              + LATENCIES
              + " has them");
    }
  }

  private void addServerCounters(List<Chart> charts) {
    ServerCounterRows counters = new ServerCounterRows();
    read(SERVER_COUNTERS, file -> counters.read(file, run.started().toEpochMilli()));
    counters.chart().ifPresent(charts::add);
    notes.addDamaged(SERVER_COUNTERS, counters.damaged());
  }

  private void addWaits(List<Chart> charts) {
    WaitCharts waits = new WaitCharts();
    read(WAITS, file -> waits.read(file, run.started().toEpochMilli()));
    waits.chart().ifPresent(charts::add);
    notes.addDamaged(WAITS, waits.damaged());
  }

  private void addInProgress(DistributionCharts distributions, InProgressLatencies step) {
    String title = step.title(run);
    if (distributions.add(title, step)) {
      notes.add(
          title
              + " is not over: its latency distribution is of "
              + step.extent()
              + ", from the newest saved position");
    }
  }

  private void readClients(Path file, List<Chart> charts) throws IOException {
    try (StepRows rows = StepRows.open(file, run.started().toEpochMilli())) {
      ClientCharts clients = new ClientCharts(rows, steps);
      try {
        Optional<Step> step = Optional.empty();
        while (rows.next()) {
          step = rows.isNewRepeat() ? steps.of(rows) : step;
          clients.add(step);
        }
      } finally {
        clients.chart().ifPresent(charts::add);
        notes.addDamaged(CLIENTS + " (of no client)", clients.unknown());
        notes.addFile(CLIENTS, rows, "rows of clients", clients.width());
      }
    }
  }

  /** Reads a file; before an {@code IOException} it adds the charts of the rows so far. */
  private interface Reading {
    void read(Path file) throws IOException;
  }
}
