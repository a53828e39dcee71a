package io.ibench.workload;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.config.Rate;
import io.ibench.config.Until;
import io.ibench.measure.RateGoal;
import io.ibench.measure.Role;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Reads {@code steps} and the keys of each step.
 *
 * <p>A step with the name of one of the workload's kinds is of that kind. Any other step names with
 * {@code like} the step that it resembles, and overrides some of its settings. Steps of a file that
 * {@code steps} does not name are read and checked, and not run.
 */
public final class StepReader {

  /** The name of a step. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.]*");

  private static final long LONGEST_DAYS = 36_500;
  private static final long LONGEST_NANOS = TimeUnit.DAYS.toNanos(LONGEST_DAYS);

  private final Config config;
  private final Map<String, StepKind> kinds;
  private final Key<List<String>> names;

  /** The steps that run, and those whose settings they inherit. */
  private final Set<String> inherited = new HashSet<>();

  /** Steps of unknown kind, and steps like them; each has a problem already. */
  private final Set<String> unresolved = new HashSet<>();

  /** Mistakes in {@code steps}: a key can have one problem, which lists all of them. */
  private final List<String> mistakes = new ArrayList<>();

  /**
   * @param kinds the workload's kinds of step, by name
   */
  public StepReader(Config config, Map<String, StepKind> kinds) {
    this(config, kinds, StepKeys.STEPS);
  }

  /**
   * For a workload with usual steps.
   *
   * @param kinds the workload's kinds of step, by name
   * @param usual the steps without the key {@code steps}; not empty
   */
  public StepReader(Config config, Map<String, StepKind> kinds, List<String> usual) {
    this(config, kinds, StepKeys.STEPS.withDefault(String.join(", ", usual)));
  }

  private StepReader(Config config, Map<String, StepKind> kinds, Key<List<String>> names) {
    this.config = config;
    this.kinds = kinds;
    this.names = names;
  }

  /** The steps in order; those with problems are left out. */
  public List<Step> read() {
    List<Step> steps = new ArrayList<>();
    Set<String> seen = new LinkedHashSet<>();
    for (String name : config.get(names)) {
      if (!seen.add(name)) {
        mistakes.add(
            "lists "
                + name
                + " twice; name the second one differently, with "
                + name
                + "_2.like = "
                + name);
      } else {
        Optional<List<String>> chain = chain(name);
        chain.ifPresent(inherited::addAll);
        chain.flatMap(found -> step(name, found)).ifPresent(steps::add);
      }
    }
    if (!mistakes.isEmpty()) {
      config.problem(String.join("; ", mistakes), StepKeys.STEPS);
    }
    Set<String> others = new LinkedHashSet<>(kinds.keySet());
    others.addAll(config.prefixes(StepKeys.LIKE));
    others.removeAll(seen);
    kinds.values().forEach(kind -> kind.defaults().forEach(others::remove));
    for (String other : others) {
      if (!unresolved.contains(other)) {
        checkUnused(other);
      }
    }
    return steps;
  }

  /**
   * The names under which the keys of a step may be given, the nearest first: its own name, those
   * of the steps that it is like, and those of its kind's defaults.
   */
  public List<String> names(Step step) {
    return names(
        chain(step.name()).orElse(List.of(step.name())),
        Objects.requireNonNull(kinds.get(step.kind())));
  }

  private static List<String> names(List<String> chain, StepKind kind) {
    List<String> names = new ArrayList<>(chain);
    names.addAll(kind.defaults());
    return names;
  }

  /** Checks a step that does not run now. */
  private void checkUnused(String name) {
    Optional<List<String>> chain = chain(name);
    if (chain.isEmpty()) {
      return;
    }
    String kind = chain.get().get(chain.get().size() - 1);
    for (Key<?> own : keysOf(name, Objects.requireNonNull(kinds.get(kind)))) {
      config.declare(own);
      if (config.has(own.name())) {
        config.find(own.optional());
        if (!inherited.contains(name)) {
          config.unused(own);
        }
      }
    }
  }

  private static List<Key<?>> keysOf(String step, StepKind kind) {
    List<Key<?>> keys = new ArrayList<>();
    StepKeys.all().forEach(key -> keys.add(key.under(step)));
    kind.keys().forEach(key -> keys.add(key.under(step)));
    kind.roles().stream()
        .flatMap(roles -> roles.groups().stream())
        .filter(group -> group.role() != Role.AUXILIARY)
        .forEach(
            group ->
                StepKeys.ofGroups().forEach(key -> keys.add(key.under(step + "." + group.name()))));
    kind.mixes().stream()
        .filter(group -> !group.name().isEmpty())
        .forEach(
            group ->
                StepKeys.ofGroups().forEach(key -> keys.add(key.under(step + "." + group.name()))));
    return keys;
  }

  /** The step's name and the steps that it is like, its kind last. */
  private Optional<List<String>> chain(String name) {
    List<String> chain = new ArrayList<>();
    String current = name;
    while (!chain.contains(current)) {
      if (!NAME.matcher(current).matches()) {
        return unknown(name, current, chain);
      }
      chain.add(current);
      Optional<String> like = config.find(StepKeys.LIKE.under(current));
      if (like.isPresent()) {
        current = like.get();
      } else if (kinds.containsKey(current)) {
        return Optional.of(chain);
      } else {
        return unknown(name, current, chain);
      }
    }
    String cycle = String.join(" -> ", chain) + " -> " + current;
    config.problem(
        "goes round in a circle: " + cycle + "; allowed: no circles", StepKeys.LIKE.under(name));
    return nothing(chain);
  }

  /** Declares the keys of steps of unknown kind, so that they are not reported as well. */
  private Optional<List<String>> nothing(List<String> chain) {
    unresolved.addAll(chain);
    for (String step : chain) {
      StepKeys.all().forEach(key -> config.declare(key.under(step)));
    }
    return Optional.empty();
  }

  private Optional<List<String>> unknown(String name, String current, List<String> chain) {
    String kindNames = String.join(", ", kinds.keySet());
    if (current.equals(name)) {
      mistakes.add(
          "names an unknown step "
              + name
              + "; known: "
              + kindNames
              + "; or say "
              + name
              + ".like = one of them");
    } else {
      config.problem("is not a step; known: " + kindNames, StepKeys.LIKE.under(name));
    }
    return nothing(chain);
  }

  private Optional<Step> step(String name, List<String> chain) {
    String kind = chain.get(chain.size() - 1);
    Optional<String> like = chain.size() > 1 ? Optional.of(chain.get(1)) : Optional.empty();
    StepKind found = Objects.requireNonNull(kinds.get(kind));
    List<String> names = names(chain, found);
    // Only results have it. It is not inherited: a warm-up like a test is no row of the matrix.
    config.find(StepKeys.MATRIX_GROUP.under(name));
    if (found.action()) {
      return Optional.of(action(name, kind, like, found, names));
    }
    if (found.roles().isPresent()) {
      RolesReader reader = new RolesReader(config, name, names, found.roles().get());
      return Optional.of(reader.read(kind, like));
    }
    return Optional.of(work(name, kind, like, found, names));
  }

  private Step action(
      String name, String kind, Optional<String> like, StepKind found, List<String> chain) {
    long atLeastNanos = 0;
    if (found.atLeastNanos().isPresent()) {
      long usual = found.atLeastNanos().getAsLong();
      atLeastNanos = config.find(StepKeys.AT_LEAST, chain).orElse(usual);
    }
    return new Step.Action(name, kind, like, found.use(), atLeastNanos);
  }

  private Step work(
      String name, String kind, Optional<String> like, StepKind found, List<String> chain) {
    if (found.rows().isPresent()) {
      return new Step.Work(
          name,
          kind,
          like,
          found.use(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          1,
          found.rows(),
          true,
          List.of(loaders(name, chain)),
          Optional.empty());
    }
    Optional<Profile> profile = new ProfileReader(config, name, chain).read(found.mixes().size());
    List<Step.Group> read = new MixReader(config, name, chain, profile).read(found.mixes());
    List<Step.Group> groups =
        found.use() == TableUse.LOADS
            ? read.stream().map(group -> group.counting(Role.INSERT)).toList()
            : read;
    if (profile.isPresent()) {
      return new Step.Work(
          name,
          kind,
          like,
          found.use(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          profile.get().segments().size(),
          OptionalLong.empty(),
          false,
          groups,
          profile);
    }
    Optional<Until> until = config.find(StepKeys.UNTIL, chain);
    OptionalLong operations = optional(config, StepKeys.OPERATIONS, chain);
    int repeat = Math.toIntExact(config.get(StepKeys.REPEAT, chain));
    checkEnd(name, chain, until, operations, repeat);
    checkRates(name, until, groups);
    return new Step.Work(
        name,
        kind,
        like,
        found.use(),
        nanos(until),
        operations,
        repeat,
        OptionalLong.empty(),
        false,
        groups,
        Optional.empty(),
        rateGoal(until));
  }

  /** A rate that is asked for says nothing of the server, however steady it is. */
  private void checkRates(String name, Optional<Until> until, List<Step.Group> groups) {
    if (until.filter(Until::byRate).isPresent()
        && !groups.isEmpty()
        && groups.stream().noneMatch(group -> group.rate().isUnlimited())) {
      config.problem(
          "waits for what "
              + name
              + ".rate sets; give a duration, such as "
              + name
              + ".until = 60s, or no rate",
          StepKeys.UNTIL.under(name));
    }
  }

  /** The time that ends a step at the latest. */
  static OptionalLong nanos(Optional<Until> until) {
    return until.map(each -> OptionalLong.of(each.nanos())).orElse(OptionalLong.empty());
  }

  /** What ends a step as soon as it is known of its rate. */
  static Optional<RateGoal> rateGoal(Optional<Until> until) {
    return until.filter(Until::byRate).map(each -> new RateGoal(each.errorPercent()));
  }

  /** Repeats follow each other at times that are known before. */
  static String whyOnce(String step) {
    return "above 1 needs a duration in "
        + step
        + ".until, as its rate can end a step once; give "
        + step
        + ".repeat = 1, or such as "
        + step
        + ".until = 20s";
  }

  private Step.Group loaders(String name, List<String> chain) {
    int threads = Math.toIntExact(config.get(StepKeys.THREADS, chain));
    Rate rate = config.get(StepKeys.RATE, chain);
    Pacing pacing = config.get(StepKeys.PACING, chain);
    checkPacing(config, name, rate, pacing);
    int rows = Math.toIntExact(config.get(StepKeys.ROWS_PER_COMMIT, chain));
    return new Step.Group("", threads, rate, pacing, rows).counting(Role.INSERT);
  }

  /**
   * Refuses a pacing without a rate.
   *
   * @param prefix of the keys: the name of the step or of its group
   */
  static void checkPacing(Config config, String prefix, Rate rate, Pacing pacing) {
    if (rate.isUnlimited() && pacing != Pacing.EVEN) {
      config.problem(
          "needs a target rate; give "
              + prefix
              + ".rate (such as 1000/s), or "
              + prefix
              + ".pacing = even",
          StepKeys.PACING.under(prefix),
          StepKeys.RATE.under(prefix));
    }
  }

  static OptionalLong optional(Config config, Key<Long> key, List<String> chain) {
    Optional<Long> value = config.find(key, chain);
    return value.isPresent() ? OptionalLong.of(value.get()) : OptionalLong.empty();
  }

  private void checkEnd(
      String name, List<String> chain, Optional<Until> until, OptionalLong operations, int repeat) {
    boolean broken =
        chain.stream()
            .anyMatch(
                step ->
                    config.isBroken(StepKeys.UNTIL.under(step), StepKeys.OPERATIONS.under(step)));
    if (broken) {
      return;
    }
    if (until.isEmpty() && operations.isEmpty()) {
      config.problem(
          "has no end; give " + name + ".until (such as 20s) or " + name + ".operations",
          StepKeys.UNTIL.under(name));
    } else if (repeat > 1 && (until.isEmpty() || operations.isPresent())) {
      config.problem(
          "above 1 needs " + name + ".until, and no " + name + ".operations",
          StepKeys.REPEAT.under(name));
    } else if (repeat > 1 && until.get().byRate()) {
      config.problem(whyOnce(name), StepKeys.REPEAT.under(name), StepKeys.UNTIL.under(name));
    } else if (until.isPresent() && until.get().nanos() > LONGEST_NANOS / repeat) {
      config.problem(
          "times " + name + ".until is longer than " + LONGEST_DAYS + "d",
          StepKeys.REPEAT.under(name),
          StepKeys.UNTIL.under(name));
    }
  }
}
