package io.ibench.cli.suite;

import io.ibench.cli.ground.OutputFolder;
import io.ibench.cli.run.RunServer;
import io.ibench.cli.setup.PlannedTime;
import io.ibench.cli.setup.SizeEstimate;
import io.ibench.report.document.Paragraph;
import io.ibench.report.document.TerminalLayout;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.SanitizedText;
import io.ibench.server.BroughtPrograms;
import io.ibench.server.ServerException;
import io.ibench.server.ServerProducts;
import io.ibench.server.ServerSpec;
import io.ibench.suite.Cell;
import io.ibench.suite.RemainingTime;
import io.ibench.suite.Suite;
import io.ibench.suite.SuiteReader;
import io.ibench.suite.SuiteState;
import io.ibench.suite.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What a suite would do. Immutable; touches nothing. */
public final class SuitePlan {

  private static final int MAX_CELLS = 24;

  private final SuiteSetup setup;
  private final Predicate<ServerSpec> asked;
  private final Suite suite;
  private final Path results;
  private final List<Cell> cells;
  private final List<Cell> like;

  /**
   * @param output the folder of the results
   * @param like cells of another suite, which take as long as those of this one
   * @param wanted the cells that would run
   * @param asked whether the programs of a server may run, for its version
   */
  public SuitePlan(
      SuiteSetup setup,
      Optional<Path> output,
      List<Cell> like,
      Predicate<Cell> wanted,
      Predicate<ServerSpec> asked) {
    this.asked = asked;
    this.setup = setup;
    this.suite = setup.suite();
    this.results = output.orElse(OutputFolder.RESULTS).toAbsolutePath();
    this.like = like;
    List<Cell> all = SuiteState.begin(suite, List.of()).cells();
    this.cells =
        all.stream()
            .filter(cell -> cell.isLoad() ? isNeeded(cell, all, wanted) : wanted.test(cell))
            .toList();
  }

  private boolean isNeeded(Cell load, List<Cell> all, Predicate<Cell> wanted) {
    return all.stream()
        .filter(cell -> !cell.isLoad() && wanted.test(cell))
        .anyMatch(cell -> suite.loadOf(cell.variant()).equals(load.variant()));
  }

  /** The variants that would run. */
  private List<Variant> variants() {
    List<Variant> run = new ArrayList<>(withCells());
    if (suite.isOfDuets()) {
      withCells().forEach(variant -> suite.base(variant).ifPresent(run::add));
    }
    return suite.variants().stream().filter(run::contains).toList();
  }

  private List<Variant> withCells() {
    return suite.variants().stream()
        .filter(variant -> cells.stream().anyMatch(cell -> cell.variant().equals(variant.name())))
        .toList();
  }

  /** The seconds by the settings or by another suite; 0 if nothing says so. */
  private double seconds() {
    RemainingTime time = new RemainingTime(List.of(), like, 0);
    return time.isKnown()
        ? time.of(cells, Optional.empty(), 0)
        : cells.stream()
            .mapToDouble(
                cell -> Objects.requireNonNull(setup.works().get(cell.variant())).seconds())
            .sum();
  }

  /** The steps of any variant whose length is not known. */
  private List<String> unknown() {
    return variants().stream()
        .flatMap(
            variant -> Objects.requireNonNull(setup.works().get(variant.name())).unknown().stream())
        .distinct()
        .toList();
  }

  private long bytes() {
    return variants().stream()
        .mapToLong(variant -> Objects.requireNonNull(setup.works().get(variant.name())).bytes())
        .max()
        .orElse(0);
  }

  private OptionalLong freeBytes() {
    return setup.servers().values().stream()
        .map(server -> SizeEstimate.freeBytes(server.data().orElse(results)))
        .flatMapToLong(OptionalLong::stream)
        .min();
  }

  /** The same for programs. */
  public Map<String, Object> json() {
    Map<String, Object> plan = new LinkedHashMap<>();
    plan.put("scale", suite.scale().orElse(null));
    plan.put("repeat", suite.matter().repeat());
    plan.put("seconds_at_least", seconds());
    plan.put("bytes", bytes());
    plan.put("free_bytes", freeBytes().isPresent() ? freeBytes().getAsLong() : null);
    plan.put("cells", cells.stream().map(Cell::name).toList());
    plan.put("servers", List.copyOf(products(setup)));
    Map<String, Object> variants = new LinkedHashMap<>();
    variants().forEach(each -> variants.put(each.name(), lines(each)));
    plan.put("variants", variants);
    return plan;
  }

  /**
   * The answer first: how many cells, how long, how much.
   *
   * @param profile how cells sample CPU, or why not; empty if they are not asked to
   */
  public String text(Optional<String> profile) {
    RemainingTime time = new RemainingTime(List.of(), like, 0);
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%d variants%s x %d = %d cells%s%n",
            withCells().size(),
            suite.isOfDuets() ? ", each by turns with its base," : "",
            suite.matter().repeat(),
            cells.size(),
            scale(setup)));
    if (!suite.search().isEmpty()) {
      line(text, "search   max " + String.join(" ", suite.search()) + " in each cell");
    }
    line(
        text,
        "time     "
            + (time.isKnown()
                ? "about " + planned() + ", " + time.source()
                : seconds() < 1
                    ? "not known before the first round of cells"
                    : unknown().isEmpty()
                        ? "at least " + planned() + " and what servers take"
                        : "at least "
                            + planned()
                            + ", and "
                            + PlannedTime.unknown(unknown())
                            + ", which the first round of cells tells")
            + idle());
    OptionalLong free = freeBytes();
    line(
        text,
        "disk     about "
            + gigabytes(bytes())
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
    profile.ifPresent(how -> line(text, "profile  " + how));
    settings(text, variants());
    text.append("\nno mistakes found; nothing was touched\n");
    return text.toString();
  }

  private String idle() {
    long nanos = suite.conditions().idleNanos();
    return nanos > 0
        ? "; before each cell up to " + Durations.planned(nanos) + " for an idle machine"
        : "";
  }

  private String planned() {
    return Durations.planned(Math.round(seconds()) * 1_000_000_000L);
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
  private Set<String> products(SuiteSetup setup) {
    Set<String> lines = new LinkedHashSet<>();
    setup
        .servers()
        .forEach(
            (variant, spec) -> {
              if (!asked.test(spec)) {
                lines.add(
                    spec.product()
                        + " "
                        + BroughtPrograms.notAsked(setup.brought(spec)).orElseThrow());
                return;
              }
              try {
                lines.add(
                    ServerProducts.named(spec.product()).orElseThrow().installed(spec).version());
              } catch (ServerException e) {
                lines.add("not available, its cells will be skipped: " + e.getMessage());
              }
            });
    return lines;
  }

  /** The settings of a variant, and what its servers take from its file of options. */
  private List<String> lines(Variant variant) {
    List<String> lines = new ArrayList<>(variant.text().lines().toList());
    ServerSpec spec = setup.servers().get(variant.name());
    if (spec != null && asked.test(spec)) {
      lines.addAll(RunServer.taken(spec));
    }
    return lines;
  }

  /** What all variants have, and then what each has besides. */
  private void settings(StringBuilder text, List<Variant> variants) {
    Set<String> common = new TreeSet<>();
    for (Variant variant : variants) {
      Set<String> own = new TreeSet<>(lines(variant));
      if (common.isEmpty() && variant.equals(variants.get(0))) {
        common.addAll(own);
      }
      common.retainAll(own);
    }
    section(text, "all variants", new ArrayList<>(common));
    for (Variant variant : variants) {
      section(
          text,
          variant.name(),
          lines(variant).stream().filter(line -> !common.contains(line)).toList());
    }
  }

  private static void section(StringBuilder text, String title, List<String> lines) {
    text.append('\n').append(SanitizedText.of(title)).append('\n');
    lines.forEach(line -> text.append("  ").append(SanitizedText.of(line)).append('\n'));
  }
}
