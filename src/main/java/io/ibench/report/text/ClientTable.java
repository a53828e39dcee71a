package io.ibench.report.text;

import io.ibench.measure.Role;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredClient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What each client did, step by step; of many clients the slowest, the median and the fastest. */
public final class ClientTable {

  /** More than so many are not shown one by one. */
  static final int MOST_SHOWN = 12;

  private record Rate(String key, String p99, Role role) {}

  private static final List<Rate> RATES =
      List.of(
          new Rate("ips", "insert", Role.INSERT),
          new Rate("dps", "delete", Role.DELETE),
          new Rate("qps", "query", Role.QUERY));

  private record Line(String title, String client, StoredClient figures) {}

  private ClientTable() {}

  /** Empty when no step had several clients. */
  public static Table of(RunReport run) {
    List<Line> lines = new ArrayList<>();
    run.steps().stream().filter(s -> s.clients().size() > 1).forEach(step -> addRows(lines, step));
    List<Rate> shown =
        RATES.stream().filter(rate -> lines.stream().anyMatch(line -> has(line, rate))).toList();
    return new Table(
        "clients: rates, 99th percentiles of service times, and the longest one",
        heads(shown),
        lines.stream().map(line -> Row.of(cells(line, shown))).toList());
  }

  private static boolean has(Line row, Rate rate) {
    return row.figures().rates().containsKey(rate.key())
        || p99(row.figures(), rate.role()).isPresent();
  }

  private static List<TableColumn> heads(List<Rate> shown) {
    List<TableColumn> heads =
        new ArrayList<>(List.of(TableColumn.text("step"), TableColumn.text("client")));
    shown.forEach(rate -> heads.add(FigureColumn.head(rate.key(), rate.key())));
    shown.forEach(rate -> heads.add(FigureColumn.head(rate.p99(), "p99", "p99_us")));
    heads.add(FigureColumn.head("max", "max_us"));
    return heads;
  }

  private static void addRows(List<Line> rows, Step step) {
    List<StoredClient> clients = step.clients();
    if (clients.size() <= MOST_SHOWN) {
      for (StoredClient client : clients) {
        rows.add(
            new Line(client == clients.get(0) ? step.title() : "", "" + client.client(), client));
      }
      return;
    }
    String key = step.unit() == Unit.QUERIES ? "qps" : "ips";
    List<StoredClient> sorted = clients.stream().sorted(fasterLast(key)).toList();
    StoredClient slowest = sorted.get(0);
    StoredClient median = sorted.get((sorted.size() - 1) / 2);
    StoredClient fastest = sorted.get(sorted.size() - 1);
    rows.add(new Line(step.title(), "slowest " + slowest.client(), slowest));
    rows.add(new Line("", "median " + median.client(), median));
    rows.add(new Line("", "fastest " + fastest.client(), fastest));
  }

  /** Clients with equal work have equal rates; of them the one with the longest wait is slower. */
  private static Comparator<StoredClient> fasterLast(String key) {
    return Comparator.comparingDouble((StoredClient client) -> rate(client, key))
        .thenComparing(
            client -> longest(client.operations().stream(), "p99_us").orElse(0.0),
            Comparator.reverseOrder());
  }

  private static double rate(StoredClient client, String key) {
    return Optional.ofNullable(client.rates().get(key)).map(Number::doubleValue).orElse(0.0);
  }

  private static List<String> cells(Line row, List<Rate> shown) {
    StoredClient client = row.figures();
    List<String> cells = new ArrayList<>(List.of(row.title(), row.client()));
    shown.forEach(rate -> cells.add(NumberText.figure(client.rates().get(rate.key()))));
    shown.forEach(rate -> cells.add(latency(p99(client, rate.role()))));
    cells.add(latency(longest(client.operations().stream(), "max_us")));
    return cells;
  }

  /** Of several operations of one kind that of the slowest: percentiles cannot be added up. */
  private static Optional<Double> p99(StoredClient client, Role role) {
    return longest(client.operations().stream().filter(o -> o.role() == role), "p99_us");
  }

  private static Optional<Double> longest(Stream<Operation> operations, String key) {
    return operations
        .map(Operation::service)
        .map((Map<String, Number> service) -> service.get(key))
        .flatMap(Stream::ofNullable)
        .map(Number::doubleValue)
        .max(Comparator.naturalOrder());
  }

  private static String latency(Optional<Double> micros) {
    return micros
        .map(value -> Durations.latency(Math.round(1e3 * value)))
        .orElse(NumberText.figure(null));
  }
}
