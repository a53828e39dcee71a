package io.ibench.suite;

import io.ibench.compare.CpuDifferenceText;
import io.ibench.compare.CpuPair;
import io.ibench.compare.DuetFunctions;
import io.ibench.report.document.Block;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Columns;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.TableColumn;
import io.ibench.report.store.StoredDuet;
import io.ibench.report.store.StoredDuet.Ratio;
import io.ibench.report.text.DuetReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the duets of a suite have found. Immutable. */
final class DuetTables {

  /** More sentences are no answer; the table has all. */
  private static final int MAX_SENTENCES = 6;

  private static final String INTERVAL = "95 % of it, from the blocks of the duet.";
  private static final String DIFFERENT = "different";
  private static final String DIFFERENT_CPU = "different_cpu";

  private final List<Found> found;

  /**
   * A duet.
   *
   * @param base the name of side A
   * @param title the name of side B
   * @param functions that make the difference
   */
  record Found(Cell cell, String base, String title, StoredDuet duet, DuetFunctions functions) {

    private String sentence() {
      return duet.answer(base, title);
    }

    private boolean isDifferent() {
      return duet.end().equals(DIFFERENT) || duet.end().equals(DIFFERENT_CPU);
    }

    private double distance() {
      return duet.time().ratio().map(ratio -> Math.abs(Math.log(ratio))).orElse(0.0);
    }
  }

  /**
   * These duets.
   *
   * @param found in the order of the variants
   */
  DuetTables(List<Found> found) {
    this.found = List.copyOf(found);
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /** Warnings, and a sentence for each duet; of many only for those that differ most. */
  List<Note> answer() {
    List<Found> told = found;
    if (found.size() > MAX_SENTENCES) {
      told =
          found.stream()
              .sorted(
                  Comparator.comparing(Found::isDifferent)
                      .thenComparingDouble(Found::distance)
                      .reversed())
              .limit(MAX_SENTENCES)
              .toList();
    }
    List<Note> notes = new ArrayList<>();
    for (Found each : found) {
      for (String warning : each.duet().remarks().warnings()) {
        String line = warning.replaceFirst("\\bB\\b", each.title());
        notes.add(new Note(each.cell().name(), line, Tone.CARE));
      }
    }
    for (Found each : told) {
      notes.add(Note.of(each.cell().name(), each.sentence()));
    }
    int left = found.size() - told.size();
    if (left > 0) {
      long differ = found.stream().filter(Found::isDifferent).count();
      String all = differ + " of " + found.size() + " duets found a difference; ";
      notes.add(Note.of("", all + left + " more below"));
    }
    return notes;
  }

  /** A row for each duet, and the settings in which its sides differ. */
  List<Section> sections() {
    String steps =
        found.stream()
            .map(each -> each.duet().subject().step())
            .distinct()
            .collect(Collectors.joining(", "));
    Block answers =
        new Columns<Found>()
            .add(
                TableColumn.number("time", "Time of an operation, relative to the base."),
                each -> DuetReport.ratio(each.duet().time()))
            .add(TableColumn.number("95 %", INTERVAL), each -> interval(each.duet().time()))
            .add(
                TableColumn.number("CPU", "CPU of an operation, relative to the base."),
                each -> DuetReport.ratio(each.duet().cpu()))
            .add(TableColumn.number("95 %", INTERVAL), each -> interval(each.duet().cpu()))
            .add(
                TableColumn.number("s", "How long the pairs took."),
                each -> String.format(Locale.ROOT, "%.0f", each.duet().course().seconds()))
            .text("cell", each -> each.cell().name())
            .text("relative to", Found::base)
            .text("", DuetTables::end)
            .table(steps + ", each variant and its base by turns of one operation", found);
    List<Section> sections = new ArrayList<>(List.of(Section.of(List.of(answers))));
    List<Difference> differences = differences();
    if (!differences.isEmpty()) {
      Block table =
          new Columns<Difference>()
              .text("setting", Difference::setting)
              .text("base", each -> each.values().get(0))
              .text("variant", each -> each.values().get(1))
              .text("of", Difference::title)
              .table("what differs", differences);
      sections.add(Section.of(List.of(table)));
    }
    sections.addAll(CpuDifferenceText.sections(pairs()));
    sections.add(Section.ofNotes(withoutProfile()));
    return sections;
  }

  /** Of those duets that have profiles. */
  private List<CpuPair> pairs() {
    return found.stream()
        .filter(each -> !each.functions().differences().isEmpty())
        .map(each -> new CpuPair(each.base(), each.cell().name(), each.functions().differences()))
        .toList();
  }

  private List<Note> withoutProfile() {
    return found.stream()
        .flatMap(
            each -> each.functions().none().stream().map(why -> Note.of(each.cell().name(), why)))
        .toList();
  }

  private record Difference(String title, String setting, List<String> values) {}

  private List<Difference> differences() {
    List<Difference> all = new ArrayList<>();
    for (Found each : found) {
      for (Map.Entry<String, List<String>> setting : each.duet().differs().entrySet()) {
        all.add(new Difference(each.title(), setting.getKey(), setting.getValue()));
      }
    }
    return all.stream().distinct().toList();
  }

  private static String end(Found each) {
    return switch (each.duet().end()) {
      case DIFFERENT -> isAbove(each.duet().time()) ? "slower" : "faster";
      case DIFFERENT_CPU -> isAbove(each.duet().cpu()) ? "more CPU" : "less CPU";
      case "alike" -> "alike";
      case "like_instances" -> "as two instances of one setting";
      default -> "not decided";
    };
  }

  private static boolean isAbove(Ratio ratio) {
    return ratio.ratio().filter(value -> value > 1).isPresent();
  }

  /** The same for programs: a line for each duet. */
  String csv() {
    StringBuilder text =
        new StringBuilder(
            "variant,base,repeat,step,end,seconds,time,time_low,time_high,cpu,cpu_low,cpu_high\n");
    for (Found each : found) {
      StoredDuet duet = each.duet();
      List<String> values =
          new ArrayList<>(
              List.of(
                  each.title(),
                  each.base(),
                  String.valueOf(each.cell().repeat()),
                  duet.subject().step(),
                  duet.end(),
                  String.valueOf(duet.course().seconds())));
      for (Ratio ratio : List.of(duet.time(), duet.cpu())) {
        for (Optional<Double> value : List.of(ratio.ratio(), ratio.low(), ratio.high())) {
          values.add(value.map(String::valueOf).orElse(""));
        }
      }
      text.append(String.join(",", values)).append('\n');
    }
    return text.toString();
  }

  private static String interval(Ratio ratio) {
    return ratio.low().isEmpty()
        ? "-"
        : String.format(Locale.ROOT, "%.3f - %.3f", ratio.low().get(), ratio.high().orElseThrow());
  }
}
