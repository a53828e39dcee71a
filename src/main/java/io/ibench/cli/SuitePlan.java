package io.ibench.cli;

import io.ibench.report.document.Paragraph;
import io.ibench.report.document.TerminalLayout;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.SanitizedText;
import io.ibench.server.ServerException;
import io.ibench.server.ServerProducts;
import io.ibench.server.ServerSpec;
import io.ibench.suite.Cell;
import io.ibench.suite.RemainingTime;
import io.ibench.suite.Suite;
import io.ibench.suite.SuiteReader;
import io.ibench.suite.SuiteState;
import io.ibench.suite.Variant;
import io.ibench.suite.Work;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a suite would do, in words. Stateless; touches nothing. */
final class SuitePlan {

  private static final int MAX_CELLS = 24;

  private SuitePlan() {}

  /** The answer first: how many cells, how long, how much. */
  static String text(SuiteSetup setup, Optional<Path> output, List<Cell> like) {
    Suite suite = setup.suite();
    List<Cell> cells = SuiteState.begin(suite, List.of()).cells();
    RemainingTime time = new RemainingTime(List.of(), like, 0);
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%d variants x %d = %d cells%s%n",
            suite.variants().size(),
            suite.matter().repeat(),
            cells.size(),
            scale(setup)));
    double seconds =
        cells.stream().mapToDouble(cell -> setup.works().get(cell.variant()).seconds()).sum();
    line(
        text,
        "time     "
            + (time.isKnown()
                ? "about "
                    + Durations.planned(
                        Math.round(time.of(cells, Optional.empty(), 0)) * 1_000_000_000L)
                    + ", "
                    + time.source()
                : seconds < 1
                    ? "not known before the first round of cells"
                    : "at least "
                        + Durations.planned(Math.round(seconds) * 1_000_000_000L)
                        + ", and what steps with a number of rows take, which the first round of"
                        + " cells tells"));
    long bytes = setup.works().values().stream().mapToLong(Work::bytes).max().orElse(0);
    OptionalLong free = SizeEstimate.freeBytes(output.orElse(Path.of("").toAbsolutePath()));
    line(
        text,
        "disk     about "
            + gigabytes(bytes)
            + " GB of tables in each cell, with logs and growth more"
            + (free.isPresent() ? "; " + gigabytes(free.getAsLong()) + " GB are free" : ""));
    line(
        text,
        "order    "
            + suite.matter().order().name().toLowerCase(Locale.ROOT)
            + ": "
            + cells.stream().limit(MAX_CELLS).map(Cell::name).collect(Collectors.joining(", "))
            + (cells.size() > MAX_CELLS ? " ..." : ""));
    folders(setup).forEach(folder -> line(text, "data     " + folder));
    products(setup).forEach(product -> line(text, "server   " + product));
    settings(text, suite);
    text.append("\nno mistakes found; nothing was touched\n");
    return text.toString();
  }

  /** Files without scales have only one size. */
  private static String scale(SuiteSetup setup) {
    boolean hasScales = !SuiteReader.scales(setup.config()).isEmpty();
    return setup
        .suite()
        .scale()
        .map(name -> ", scale " + name)
        .orElse(hasScales ? ", the published scale" : "");
  }

  private static void line(StringBuilder text, String line) {
    text.append(Paragraph.of("", "         ", TerminalLayout.WIDTH, SanitizedText.of(line)));
  }

  private static String gigabytes(long bytes) {
    return NumberText.figure(bytes / NumberText.GB_BYTES);
  }

  private static Set<String> folders(SuiteSetup setup) {
    Set<String> folders = new LinkedHashSet<>();
    for (ServerSpec spec : setup.servers().values()) {
      folders.add(
          spec.data().map(Path::toString).orElse("data/CELL in the folder of the results")
              + ", new for each cell and removed after it");
    }
    return folders;
  }

  /** Each product as it is installed here, or why it is not. */
  private static Set<String> products(SuiteSetup setup) {
    Set<String> lines = new LinkedHashSet<>();
    setup
        .servers()
        .forEach(
            (variant, spec) -> {
              try {
                lines.add(
                    ServerProducts.named(spec.product()).orElseThrow().installed(spec).version());
              } catch (ServerException e) {
                lines.add("not available, its cells will be skipped: " + e.getMessage());
              }
            });
    return lines;
  }

  /** What all variants have, and then what each has besides. */
  private static void settings(StringBuilder text, Suite suite) {
    Set<String> common = new TreeSet<>();
    for (Variant variant : suite.variants()) {
      Set<String> own = variant.text().lines().collect(Collectors.toCollection(TreeSet::new));
      if (common.isEmpty() && variant.equals(suite.variants().get(0))) {
        common.addAll(own);
      }
      common.retainAll(own);
    }
    section(text, "all variants", new ArrayList<>(common));
    for (Variant variant : suite.variants()) {
      section(
          text,
          variant.name(),
          variant.text().lines().filter(line -> !common.contains(line)).toList());
    }
  }

  private static void section(StringBuilder text, String title, List<String> lines) {
    text.append('\n').append(SanitizedText.of(title)).append('\n');
    lines.forEach(line -> text.append("  ").append(SanitizedText.of(line)).append('\n'));
  }
}
