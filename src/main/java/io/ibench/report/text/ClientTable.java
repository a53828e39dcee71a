package io.ibench.report.text;

import io.ibench.measure.Role;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.Figure;
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

/** The rates and latencies of each client; of many clients the slowest, median and fastest. */
public final class ClientTable {

  /** More clients are not shown one by one. */
  private static final int MAX_SHOWN = 12;

  private record RateColumn(Figure figure, String p99, Role role) {}

  private static final List<RateColumn> RATES =
      List.of(
          new RateColumn(Figure.IPS, "insert", Role.INSERT),
          new RateColumn(Figure.DPS, "delete", Role.DELETE),
          new RateColumn(Figure.QPS, "query", Role.QUERY));

  private record ClientRow(String title, String client, StoredClient figures) {}

  private ClientTable() {}

  /** Shows the steps with several clients; empty without such steps. */
  public static Table of(RunReport run) {
    List<ClientRow> rows = new ArrayList<>();
    run.steps().stream().filter(s -> s.clients().size() > 1).forEach(step -> addRows(rows, step));
    List<RateColumn> shown =
        RATES.stream().filter(rate -> rows.stream().anyMatch(row -> has(row, rate))).toList();
    return new Table(
        "clients: rates, 99th percentiles of service times, and the longest one",
        heads(shown),
        rows.stream().map(row -> Row.of(cells(row, shown))).toList());
  }

  private static boolean has(ClientRow row, RateColumn rate) {
    return row.figures().rates().knows(rate.figure())
        || p99(row.figures(), rate.role()).isPresent();
  }

  private static List<TableColumn> heads(List<RateColumn> shown) {
    List<TableColumn> heads =
        new ArrayList<>(List.of(TableColumn.text("step"), TableColumn.text("client")));
    shown.forEach(rate -> heads.add(FigureColumn.of(rate.figure()).head()));
    shown.forEach(rate -> heads.add(FigureColumn.head(rate.p99(), "p99", "p99_us")));
    heads.add(FigureColumn.head("max", "max_us"));
    return heads;
  }

  private static void addRows(List<ClientRow> rows, Step step) {
    List<StoredClient> clients = step.clients();
    if (clients.size() <= MAX_SHOWN) {
      for (StoredClient client : clients) {
        rows.add(
            new ClientRow(
                client == clients.get(0) ? step.title() : "", "" + client.client(), client));
      }
      return;
    }
    Figure rate = step.unit() == Unit.QUERIES ? Figure.QPS : Figure.IPS;
    List<StoredClient> sorted = clients.stream().sorted(fasterLast(rate)).toList();
    StoredClient slowest = sorted.get(0);
    StoredClient median = sorted.get((sorted.size() - 1) / 2);
    StoredClient fastest = sorted.get(sorted.size() - 1);
    rows.add(new ClientRow(step.title(), "slowest " + slowest.client(), slowest));
    rows.add(new ClientRow("", "median " + median.client(), median));
    rows.add(new ClientRow("", "fastest " + fastest.client(), fastest));
  }

  /** By rate. Clients with equal work have equal rates: then a longer p99 is slower. */
  private static Comparator<StoredClient> fasterLast(Figure rate) {
    return Comparator.comparingDouble((StoredClient client) -> client.rates().valueOr(rate, 0))
        .thenComparing(
            client -> longest(client.operations().stream(), "p99_us").orElse(0.0),
            Comparator.reverseOrder());
  }

  private static List<String> cells(ClientRow row, List<RateColumn> shown) {
    StoredClient client = row.figures();
    List<String> cells = new ArrayList<>(List.of(row.title(), row.client()));
    shown.forEach(rate -> cells.add(client.rates().text(rate.figure())));
    shown.forEach(rate -> cells.add(latency(p99(client, rate.role()).orElse(null))));
    cells.add(latency(longest(client.operations().stream(), "max_us").orElse(null)));
    return cells;
  }

  /** The p99 of the slowest operation of a role: percentiles cannot be added up. */
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

  /** With the unit that suits the value; a dash for null. */
  static String latency(Number micros) {
    return micros == null
        ? NumberText.figure(null)
        : Durations.latency(Math.round(1e3 * micros.doubleValue()));
  }
}
