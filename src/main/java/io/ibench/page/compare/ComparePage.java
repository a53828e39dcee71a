package io.ibench.page.compare;

import io.ibench.compare.Comparison;
import io.ibench.compare.ComparisonSummary;
import io.ibench.compare.CpuDifferenceText;
import io.ibench.compare.CpuPair;
import io.ibench.compare.EqualRows;
import io.ibench.compare.Side;
import io.ibench.compare.StepComparison;
import io.ibench.page.Page;
import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.StoredRun;
import io.ibench.report.text.VerdictText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of a comparison. Stateless. */
public final class ComparePage {

  private ComparePage() {}

  /**
   * The page with its charts.
   *
   * @param cpu which functions make the differences that it has flame graphs of
   * @param version of the ibench that makes the page
   * @throws IOException when a file of a result folder cannot be read to its end
   */
  public static Page of(Comparison comparison, List<CpuPair> cpu, String version)
      throws IOException {
    CompareCharts charts = CompareCharts.of(comparison);
    Optional<Chart> main =
        comparison.mainStep().map(step -> charts.rates().get(step.step())).filter(Objects::nonNull);
    List<Section> sections = new ArrayList<>();
    if (!comparison.unlike().isEmpty()) {
      sections.add(CompareDifferences.unlike(comparison));
    }
    Section answer = answer(comparison, main);
    if (!answer.blocks().isEmpty()) {
      sections.add(answer);
    }
    sections.add(CompareDifferences.section(comparison));
    sections.add(CompareSummary.of(comparison));
    sections.addAll(steps(comparison, charts));
    if (!cpu.isEmpty()) {
      sections.add(new Section("functions", "CPU by function", "", functions(cpu)));
    }
    if (!charts.others().isEmpty()) {
      sections.add(charts(charts));
    }
    sections.add(CompareDetails.of(comparison));
    return new Page(
        title(comparison),
        "",
        new ComparisonSummary(comparison).headlines(),
        Cell.of(""),
        "",
        subtitle(comparison),
        sections,
        charts.set(),
        version);
  }

  /** What a terminal shows, and the rate over time that it is about. */
  private static Section answer(Comparison comparison, Optional<Chart> rate) {
    ComparisonSummary summary = new ComparisonSummary(comparison);
    List<Block> blocks = new ArrayList<>(summary.blocks());
    rate.ifPresent(chart -> blocks.add(new Block.Drawing(chart)));
    String sentence = summary.headlines().isEmpty() ? SanitizedText.of(summary.sentence()) : "";
    return new Section("answer", "Answer", sentence, blocks);
  }

  private static List<Section> steps(Comparison comparison, CompareCharts charts) {
    Optional<StepComparison> main = comparison.mainStep();
    List<Section> sections = new ArrayList<>();
    for (StepComparison step : comparison.stepsWithFigures()) {
      boolean isMain = main.map(step::equals).orElse(false);
      Optional<Chart> chart =
          isMain ? Optional.empty() : Optional.ofNullable(charts.rates().get(step.step()));
      sections.add(
          CompareStepSection.of(comparison.labels(), step, sections.size() + 1, isMain, chart));
    }
    for (EqualRows equal : comparison.equalRows()) {
      boolean drawn = comparison.stepsWithFigures().stream().anyMatch(s -> isOf(equal, s));
      Optional<Chart> chart = Optional.ofNullable(charts.rates().get(equal.step()));
      sections.add(
          CompareStepSection.of(
              comparison.labels(),
              equal.comparison(),
              sections.size() + 1,
              false,
              chart.filter(any -> !drawn)));
    }
    return sections;
  }

  private static boolean isOf(EqualRows equal, StepComparison step) {
    return equal.step().equals(step.step());
  }

  /** The calls of both sides. */
  private static List<Block> functions(List<CpuPair> pairs) {
    List<Block> blocks = new ArrayList<>();
    for (CpuPair pair : pairs) {
      blocks.add(new Block.Notes(List.of(Note.of("", pair.title()))));
      blocks.addAll(CpuDifferenceText.blocks(pair.steps()));
    }
    return blocks;
  }

  private static Section charts(CompareCharts charts) {
    List<Block> blocks = new ArrayList<>();
    charts.others().forEach(chart -> blocks.add(new Block.Drawing(chart)));
    return new Section("charts", "Runs overlaid", "", blocks);
  }

  private static String title(Comparison comparison) {
    String workloads =
        comparison.sides().stream()
            .flatMap(side -> side.runs().stream())
            .map(run -> run.report().workload())
            .distinct()
            .collect(Collectors.joining(" and "));
    return workloads + ": " + comparison.sides().size() + " sides compared";
  }

  /** A line for each side; the first one says that it is the base. */
  private static List<String> subtitle(Comparison comparison) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < comparison.sides().size(); i++) {
      Side side = comparison.sides().get(i);
      lines.add((i + 1) + ". " + side.name() + (i == 0 ? " (the base): " : ": ") + about(side));
    }
    return lines;
  }

  private static String about(Side side) {
    int runs = side.runs().size();
    List<String> parts = new ArrayList<>();
    parts.add((runs == 1 ? "1 run " : runs + " runs ") + side.each(ComparePage::folder, ", "));
    parts.add("ibench " + side.each(run -> run.report().version(), " / "));
    parts.add(product(side));
    parts.add(field(side, "driver", ""));
    parts.add(field(side, "batch", "batch: "));
    parts.add(field(side, "durability", "durability: "));
    side.verdict().map(VerdictText::of).ifPresent(text -> parts.add("verdict: " + text));
    return parts.stream().filter(part -> !part.isBlank()).collect(Collectors.joining("; "));
  }

  private static String product(Side side) {
    return side.each(
        run ->
            Stream.of("product", "version", "engine")
                .map(key -> fields(run).get(key))
                .filter(Objects::nonNull)
                .collect(Collectors.joining(" ")),
        " / ");
  }

  private static String field(Side side, String key, String label) {
    String value = side.each(run -> fields(run).getOrDefault(key, ""), " / ");
    return value.isEmpty() ? "" : label + value;
  }

  private static Map<String, String> fields(StoredRun run) {
    return run.report().database().fields();
  }

  /** The name of the folder alone. */
  private static String folder(StoredRun run) {
    Path whole = run.folder().toAbsolutePath().normalize();
    return Objects.toString(whole.getFileName(), whole.toString());
  }
}
