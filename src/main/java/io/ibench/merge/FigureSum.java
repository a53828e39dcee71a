package io.ibench.merge;

import io.ibench.measure.StepStart.Unit;
import io.ibench.measure.WorkloadCounter;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.Formula.Divisor;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Period;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The figures of a step or period, summed up over agents. Figures of the server, its machine and
 * its disks are those of the first agent; costs are divided by the operations of all agents. The
 * client's CPU is added up, and of other figures of clients the worst one counts. Not thread-safe.
 */
final class FigureSum {

  private static final String SECONDS = "seconds";
  private static final String CLIENT_CPU = "client_us_pq";
  private static final String OWN_CPU = "own_cpu_us_pq";
  private static final String CLIENT_PERCENT = "client_cpu_pct";
  private static final String MACHINE_PER_RATE = "mcpupq";
  private static final List<String> ADDED =
      List.of(
          "threads",
          "workers_lost",
          "errors",
          "retries",
          "unstarted",
          "late",
          "client_gc_long_pauses");
  private static final List<String> WORST =
      List.of(
          "outside_pct",
          "client_rss_gb",
          "client_heap_gb",
          "client_gc_pct",
          "client_run_delay_pct",
          "client_wait_pct",
          "client_throttled_pct");
  private static final List<String> PER_WRITTEN_BYTE = List.of("write_amp", "server_write_amp");

  private final Unit unit;
  private final Map<String, Number> first = new LinkedHashMap<>();
  private final Map<String, Double> worst = new HashMap<>();
  private final Map<String, Long> added = new LinkedHashMap<>();
  private final Map<String, Long> loaded = new LinkedHashMap<>();
  private final Set<String> known = new HashSet<>();
  private boolean isEmpty = true;

  @SuppressWarnings("NullAway.Init") // the first driver sets it
  private Divisors ofFirst;

  private double seconds;
  private double operations;
  private double insertedRows;
  private double writtenBytes;
  private double clientMicros;
  private double clientSeconds;

  /** What costs are divided by. */
  private record Divisors(
      double seconds, double operations, double insertedRows, double writtenBytes) {}

  FigureSum(Unit unit) {
    this.unit = unit;
  }

  double seconds() {
    return seconds;
  }

  /** Whether an agent has this figure. */
  boolean isKnown(String key) {
    return known.contains(key);
  }

  /** Adds an agent's; the first one is that of the lowest rank. */
  void add(Period period) {
    Map<String, Number> figures = period.figures().numbers();
    Divisors own = divisors(period);
    known.addAll(figures.keySet());
    seconds = Math.max(seconds, own.seconds());
    operations += own.operations();
    insertedRows += own.insertedRows();
    writtenBytes += own.writtenBytes();
    if (isEmpty) {
      first.putAll(figures);
      ofFirst = own;
      isEmpty = false;
    } else {
      clientMicros += number(figures, CLIENT_CPU) * own.operations();
      clientSeconds += number(figures, CLIENT_PERCENT) * own.seconds();
    }
    for (String key : WORST) {
      if (figures.containsKey(key)) {
        worst.merge(key, figures.get(key).doubleValue(), Math::max);
      }
    }
    for (String key : ADDED) {
      if (figures.containsKey(key)) {
        added.merge(key, figures.get(key).longValue(), Long::sum);
      }
    }
    figures.forEach(
        (key, rate) -> {
          if (isWorkloadRate(key)) {
            loaded.merge(key, Math.round(rate.doubleValue() * own.seconds()), Long::sum);
          }
        });
  }

  /** The rate of one of the workload's own counters. */
  private static boolean isWorkloadRate(String key) {
    return key.equals("links_ps") || !Figure.KEYS.contains(key);
  }

  private static double number(Map<String, Number> figures, String key) {
    return figures.getOrDefault(key, 0).doubleValue();
  }

  private Divisors divisors(Period period) {
    double queries = 0;
    double rows = 0;
    for (Operation operation : period.operations()) {
      switch (operation.role()) {
        case QUERY -> queries += operation.count();
        case INSERT -> rows += operation.rows();
        default -> {}
      }
    }
    return new Divisors(
        period.figures().valueOr(Figure.SECONDS, 0),
        unit == Unit.QUERIES ? queries : rows,
        rows,
        number(period.workloadCounters(), WorkloadCounter.ROW_BYTES_WRITTEN));
  }

  /** The sum without rates, which follow from counts. */
  Map<String, Number> figures() {
    Map<String, Number> figures = new LinkedHashMap<>(first);
    figures.put(SECONDS, seconds);
    for (Figure figure : Figure.FOLLOWED) {
      String key = figure.key();
      if (first.containsKey(key)) {
        Divisor divisor = figure.formula().divisor();
        if (divisor == Divisor.OPERATIONS) {
          scale(figures, key, ofFirst.operations() / operations);
        } else if (divisor == Divisor.INSERTED_ROWS) {
          scale(figures, key, ofFirst.insertedRows() / insertedRows);
        }
      }
    }
    scale(
        figures,
        MACHINE_PER_RATE,
        (ofFirst.operations() / operations) * (seconds / ofFirst.seconds()));
    PER_WRITTEN_BYTE.forEach(key -> scale(figures, key, ofFirst.writtenBytes() / writtenBytes));
    for (String key : List.of(CLIENT_CPU, OWN_CPU)) {
      if (figures.containsKey(key) && operations > 0) {
        figures.put(key, number(figures, key) + clientMicros / operations);
      }
    }
    if (first.containsKey(CLIENT_PERCENT)) {
      double own = number(first, CLIENT_PERCENT) * (ofFirst.seconds() / seconds);
      figures.put(CLIENT_PERCENT, own + clientSeconds / seconds);
    }
    figures.putAll(worst);
    figures.putAll(added);
    loaded.forEach((key, count) -> figures.put(key, count / seconds));
    figures.values().removeIf(value -> value instanceof Double n && !Double.isFinite(n));
    return figures;
  }

  private static void scale(Map<String, Number> figures, String key, double factor) {
    if (figures.containsKey(key)) {
      figures.put(key, figures.get(key).doubleValue() * factor);
    }
  }
}
