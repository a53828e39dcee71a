package io.ibench.suite;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A suite's file, read and checked. Immutable.
 *
 * @param workload as the file names it
 * @param search the options of max, with which each cell searches the highest rate; empty: it runs
 * @param scale the chosen scale; empty for the published one
 * @param factors what is varied, in the order of names
 * @param variants without the excluded ones, in the order of the matrix
 * @param expects relations that should show
 */
public record Suite(
    String workload,
    List<String> search,
    Optional<String> scale,
    List<Factor> factors,
    List<Variant> variants,
    Matter matter,
    Conditions conditions,
    Tables tables,
    List<Expect> expects) {

  /** More names make no readable line. */
  private static final int MAX_NAMES = 3;

  public Suite {
    search = List.copyOf(search);
    factors = List.copyOf(factors);
    variants = List.copyOf(variants);
    expects = List.copyOf(expects);
  }

  /**
   * What runs, and how often.
   *
   * @param seed of a random order
   * @param reflink whether copies share the blocks that they do not change
   * @param shared the factors that do not shape the data of a load
   * @param duet the options of duet, with that order
   */
  public record Matter(
      int repeat,
      Order order,
      long seed,
      DataMode data,
      boolean reflink,
      List<String> shared,
      List<String> duet) {}

  /**
   * The conditions under which cells run.
   *
   * @param dropCache whether the page cache is emptied before each cell
   * @param idleNanos how long a cell waits for an idle machine; 0: it does not
   * @param idleRequired whether a cell fails on a machine that does not become idle
   * @param canary whether the machine is measured before each cell
   * @param cellMostNanos after which a cell is ended
   * @param budgetNanos after which no cell begins
   * @param stopOnFailure whether the first failure ends the suite
   * @param giveUpAfter failures of a variant after which it is given up
   * @param giveUp whether a cell whose rate has collapsed is ended
   */
  public record Conditions(
      boolean dropCache,
      long idleNanos,
      boolean idleRequired,
      long pauseNanos,
      boolean trim,
      boolean canary,
      OptionalLong cellMostNanos,
      OptionalLong budgetNanos,
      boolean stopOnFailure,
      int giveUpAfter,
      boolean giveUp) {}

  /**
   * The tables of the result.
   *
   * @param base levels of the base of relative tables; empty: the first of each factor
   * @param by factors with a table for each of their levels
   * @param names factors whose levels name the rows; empty: all that vary
   * @param pivot the factor whose levels stand side by side
   * @param engines whether each step with a rate has a table
   * @param loads whether steps that insert and do not query have one
   * @param unlike whether variants that do different work are compared
   */
  public record Tables(
      List<String> base,
      List<String> by,
      List<String> names,
      Optional<String> pivot,
      boolean engines,
      boolean loads,
      boolean unlike) {}

  /**
   * The variant whose load makes the data of this one: with data = copy the one with the base's
   * levels of the shared factors.
   */
  Variant loader(Variant variant) {
    return variants.stream()
        .filter(other -> sharesData(variant, other))
        .filter(other -> tables.base().isEmpty() || isBaseWhereShared(other))
        .findFirst()
        .or(() -> variants.stream().filter(other -> sharesData(variant, other)).findFirst())
        .orElse(variant);
  }

  /** The variant whose load makes the data of the one of this name. */
  public String loadOf(String name) {
    return loader(variant(name)).name();
  }

  private boolean sharesData(Variant one, Variant other) {
    return factors.stream()
        .filter(factor -> !matter.shared().contains(factor.name()))
        .allMatch(
            factor ->
                Objects.requireNonNull(one.levels().get(factor.name()))
                    .equals(other.levels().get(factor.name())));
  }

  private boolean isBaseWhereShared(Variant variant) {
    return factors.stream()
        .filter(factor -> matter.shared().contains(factor.name()))
        .filter(factor -> factor.levels().stream().anyMatch(tables.base()::contains))
        .allMatch(factor -> tables.base().contains(variant.levels().get(factor.name())));
  }

  /** Whether each cell is a duet of a variant with its base. */
  public boolean isOfDuets() {
    return matter.order() == Order.DUET;
  }

  /** The levels of a variant that decide in which table it is. */
  List<String> table(Variant variant) {
    return tables.by().stream().map(variant.levels()::get).toList();
  }

  /**
   * The variant that another one is relative to: the same levels, except those of the base. Without
   * a base it is the first one of its table.
   *
   * @return perhaps the same variant; empty for one that is none of this suite's
   */
  public Optional<Variant> base(Variant variant) {
    List<Variant> group =
        variants.stream().filter(other -> table(other).equals(table(variant))).toList();
    List<String> levels = tables.base();
    if (levels.isEmpty()) {
      return group.stream().findFirst();
    }
    Set<String> varied =
        factors.stream()
            .filter(factor -> factor.levels().stream().anyMatch(levels::contains))
            .map(Factor::name)
            .collect(Collectors.toSet());
    return group.stream()
        .filter(other -> other.has(levels) && differOnlyIn(varied, variant, other))
        .findFirst()
        .or(() -> group.stream().findFirst());
  }

  static boolean differOnlyIn(Set<String> factors, Variant one, Variant other) {
    return one.levels().entrySet().stream()
        .allMatch(
            level ->
                factors.contains(level.getKey())
                    || level.getValue().equals(other.levels().get(level.getKey())));
  }

  /** The variants with cells: all, but of a suite of duets only those that are no base. */
  public List<Variant> variantsWithCells() {
    return isOfDuets()
        ? variants.stream()
            .filter(variant -> base(variant).filter(base -> !base.equals(variant)).isPresent())
            .toList()
        : variants;
  }

  /** A line about some variants, with their names unless it is about all. */
  public String withVariants(String line, Collection<String> names) {
    if (names.size() == variants.size()) {
      return line;
    }
    String which =
        names.size() > MAX_NAMES
            ? names.iterator().next() + " and " + (names.size() - 1) + " more variants"
            : String.join(", ", names);
    return line + " (" + which + ")";
  }

  /** The first part of partial names that is no level. */
  public Optional<String> unknownLevel(List<String> names) {
    return names.stream()
        .flatMap(name -> Levels.split(name, levels()).unknown().stream())
        .findFirst();
  }

  /** Whether a variant has all levels of one of these partial names. */
  public boolean isOneOf(List<String> names, String variant) {
    return names.stream()
        .anyMatch(name -> variant(variant).has(Levels.split(name, levels()).levels()));
  }

  /** The same with only the variants of a report: those that were asked for or have run. */
  Suite shown(SuiteState state) {
    if (state.only().isEmpty()) {
      return this;
    }
    Set<Variant> shown =
        variants.stream()
            .filter(
                variant ->
                    isOneOf(state.only(), variant.name())
                        || state.of(variant).stream()
                            .anyMatch(cell -> cell.state() != Cell.State.PLANNED))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (isOfDuets()) {
      List.copyOf(shown).forEach(variant -> base(variant).ifPresent(shown::add));
    }
    return withVariants(variants.stream().filter(shown::contains).toList());
  }

  private Suite withVariants(List<Variant> some) {
    return new Suite(workload, search, scale, factors, some, matter, conditions, tables, expects);
  }

  /** The names of the levels of all factors. */
  public List<String> levels() {
    return factors.stream().flatMap(factor -> factor.levels().stream()).toList();
  }

  /** The variants of cells that are none of this suite's. */
  public List<String> unknownVariants(SuiteState state) {
    List<String> known = variants.stream().map(Variant::name).toList();
    return state.cells().stream()
        .map(Cell::variant)
        .distinct()
        .filter(name -> !known.contains(name))
        .toList();
  }

  /** The name of a variant for readers; folders have its {@link Variant#name}. */
  public String title(Variant variant) {
    List<Factor> varied = varied();
    return title(variant, varied.isEmpty() ? factors : varied);
  }

  /** The name of a variant in a table, whose heading says what all its rows have in common. */
  String rowName(Variant variant) {
    return tables.names().isEmpty() ? title(variant) : title(variant, named());
  }

  /** The same where the levels of the pivot are columns. */
  String pivotedName(Variant variant) {
    String pivot = tables.pivot().orElse("");
    List<Factor> some = tables.names().isEmpty() ? varied() : named();
    return title(
        variant,
        some.stream()
            .filter(factor -> !factor.name().equals(pivot))
            .filter(factor -> !tables.by().contains(factor.name()))
            .toList());
  }

  /** The factors that name rows, in their order. */
  private List<Factor> named() {
    return tables.names().stream().flatMap(name -> factor(name).stream()).toList();
  }

  private List<Factor> varied() {
    return factors.stream().filter(factor -> factor.levels().size() > 1).toList();
  }

  private Optional<Factor> factor(String name) {
    return factors.stream().filter(factor -> factor.name().equals(name)).findFirst();
  }

  /** The factor whose levels stand side by side. */
  Optional<Factor> pivot() {
    return tables.pivot().flatMap(this::factor);
  }

  private static String title(Variant variant, List<Factor> named) {
    return named.isEmpty()
        ? variant.name()
        : named.stream()
            .map(
                factor -> factor.title(Objects.requireNonNull(variant.levels().get(factor.name()))))
            .collect(Collectors.joining("."));
  }

  /** The variant of this name, which must be one of the suite's. */
  public Variant variant(String name) {
    return variants.stream()
        .filter(variant -> variant.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no variant " + name));
  }
}
