package io.ibench.faults;

import io.ibench.faults.Judgement.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a matrix of faults has shown: one sentence, a table for each server, what failed. */
final class MatrixReport {

  private static final int FAULT_WIDTH = 16;
  private static final int STEP_WIDTH = 10;

  private final List<CellResult> results;
  private final String title;

  /**
   * @param title of a user's own server
   */
  MatrixReport(Collection<CellResult> results, String title) {
    this.results =
        results.stream()
            .sorted(
                Comparator.comparing((CellResult each) -> productOrdinal(each.cell()))
                    .thenComparing(each -> each.cell().fault())
                    .thenComparing(each -> each.cell().step()))
            .toList();
    this.title = title;
  }

  private static int productOrdinal(Cell cell) {
    return cell.product().map(Product::ordinal).orElse(0);
  }

  boolean isAsDocumented() {
    return results.stream().allMatch(CellResult::isAsDocumented);
  }

  String text() {
    StringBuilder text = new StringBuilder(answer()).append("\n");
    for (Optional<Product> product :
        results.stream().map(r -> r.cell().product()).distinct().toList()) {
      text.append('\n').append(table(product));
    }
    text.append('\n');
    faults()
        .forEach(
            fault ->
                text.append(
                    String.format(
                        Locale.ROOT, "%-" + FAULT_WIDTH + "s%s%n", fault.label(), fault.what())));
    results.stream()
        .filter(each -> !each.isAsDocumented())
        .forEach(each -> text.append('\n').append(failure(each)));
    return text.toString();
  }

  /** The answer, in one sentence. */
  String answer() {
    long good = results.stream().filter(CellResult::isAsDocumented).count();
    long survived = results.stream().filter(each -> each.outcome() == Outcome.SURVIVED).count();
    long lost = results.stream().mapToLong(each -> each.judgement().lostRows()).sum();
    return String.format(
        Locale.ROOT,
        "%,d of %,d cells as documented (%,d survived, %,d ended); %,d acknowledged rows lost.",
        good,
        results.size(),
        survived,
        good - survived,
        lost);
  }

  private Stream<Fault> faults() {
    return results.stream().map(each -> each.cell().fault()).distinct().sorted();
  }

  private String table(Optional<Product> product) {
    List<CellResult> own =
        results.stream().filter(each -> each.cell().product().equals(product)).toList();
    String version =
        own.stream()
            .map(each -> each.judgement().version())
            .filter(v -> !v.isEmpty())
            .findFirst()
            .orElse("");
    StringBuilder table =
        new StringBuilder(product.map(Product::title).orElse(title) + " " + version + "\n");
    StringBuilder head = new StringBuilder(pad("fault", FAULT_WIDTH));
    List<TestedStep> steps = own.stream().map(r -> r.cell().step()).distinct().sorted().toList();
    steps.forEach(step -> head.append(pad(step.label(), STEP_WIDTH)));
    table.append(head.toString().stripTrailing()).append('\n');
    for (Fault fault : own.stream().map(r -> r.cell().fault()).distinct().toList()) {
      StringBuilder row = new StringBuilder(pad(fault.label(), FAULT_WIDTH));
      for (TestedStep step : steps) {
        row.append(pad(outcome(own, fault, step), STEP_WIDTH));
      }
      table.append(row.toString().stripTrailing()).append('\n');
    }
    return table.toString();
  }

  private static String outcome(List<CellResult> results, Fault fault, TestedStep step) {
    return results.stream()
        .filter(each -> each.cell().fault() == fault && each.cell().step() == step)
        .map(each -> each.outcome().text())
        .findFirst()
        .orElse("-");
  }

  private static String pad(String text, int width) {
    return String.format(Locale.ROOT, "%-" + width + "s", text);
  }

  private static String failure(CellResult result) {
    StringBuilder text =
        new StringBuilder("FAILED " + result.cell().name() + ": " + result.folder() + "\n");
    result
        .judgement()
        .complaints()
        .forEach(complaint -> text.append("  ").append(complaint).append('\n'));
    return text.toString();
  }

  /** A row for each cell. */
  List<String> csv() {
    List<String> lines = new ArrayList<>(List.of("server,fault,step,outcome,outage_s,lost_rows"));
    for (CellResult each : results) {
      lines.add(
          String.join(
              ",",
              each.cell().product().map(p -> p.name().toLowerCase(Locale.ROOT)).orElse(title),
              each.cell().fault().label(),
              each.cell().step().label(),
              each.outcome().text(),
              String.format(Locale.ROOT, "%.2f", each.judgement().outageSeconds()),
              Long.toString(each.judgement().lostRows())));
    }
    return lines;
  }
}
