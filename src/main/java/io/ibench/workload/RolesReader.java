package io.ibench.workload;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.config.Rate;
import io.ibench.config.Until;
import io.ibench.measure.Role;
import io.ibench.workload.StepKind.GroupKind;
import io.ibench.workload.StepKind.Roles;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Reads the keys of a step whose threads have several roles or serve several clients. A group's
 * keys begin with {@code <step>.<group>}; in a step with one group also with the step's name alone.
 */
final class RolesReader {

  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int MAX_THREADS = 10_000;

  private final Config config;
  private final String name;
  private final List<String> chain;
  private final Roles roles;

  /**
   * @param chain the step's name and the steps that it is like
   */
  RolesReader(Config config, String name, List<String> chain, Roles roles) {
    this.config = config;
    this.name = name;
    this.chain = chain;
    this.roles = roles;
  }

  Step.Work read(String kind, Optional<String> like) {
    int rowsPerCommit = Math.toIntExact(config.get(rowsPerCommitKey(), chain));
    List<Step.Group> groups = new ArrayList<>();
    for (GroupKind group : roles.groups()) {
      if (group.role() == Role.AUXILIARY) {
        snapshots(group).ifPresent(groups::add);
      } else {
        groups.add(group(group, rowsPerCommit));
      }
    }
    Step.Group inserts = groups.get(0);
    Optional<Until> until = config.find(StepKeys.UNTIL, chain);
    OptionalLong operations = StepReader.optional(config, StepKeys.OPERATIONS, chain);
    OptionalLong rowsOfEach = rows(inserts, until, operations);
    int repeat = repeat(until, operations, rowsOfEach);
    return new Step.Work(
        name,
        kind,
        like,
        roles.loads() ? TableUse.LOADS : TableUse.WRITES,
        StepReader.nanos(until),
        operations,
        repeat,
        rowsOfEach.isPresent()
            ? OptionalLong.of(Math.multiplyExact(rowsOfEach.getAsLong(), roles.clients()))
            : rowsOfEach,
        roles.countsRows(),
        groups,
        Optional.empty(),
        StepReader.rateGoal(until));
  }

  private Key<Long> rowsPerCommitKey() {
    return StepKeys.ROWS_PER_COMMIT.withDefault(Integer.toString(roles.rowsPerCommit()));
  }

  /** The rows of each client; empty when something else ends the step. */
  private OptionalLong rows(Step.Group inserts, Optional<Until> until, OptionalLong operations) {
    OptionalLong given = StepReader.optional(config, StepKeys.ROWS, chain);
    boolean endsOtherwise = until.isPresent() || operations.isPresent();
    if (roles.loads() && endsOtherwise) {
      Key<?> key = until.isPresent() ? StepKeys.UNTIL : StepKeys.OPERATIONS;
      config.problem(
          "cannot end a load, which is complete or nothing; give " + name + ".rows",
          key.under(name));
      return given;
    }
    if (given.isPresent() || endsOtherwise) {
      return given;
    }
    return roles.rows().isPresent() ? roles.rows() : rowsAtRate(inserts);
  }

  private OptionalLong rowsAtRate(Step.Group inserts) {
    Rate rate = inserts.rate();
    if (rate.isUnlimited()) {
      config.problem(
          "has no end; give "
              + name
              + ".rows, "
              + name
              + ".until or a rate in "
              + key(inserts.name(), StepKeys.RATE),
          StepKeys.ROWS.under(name));
      return OptionalLong.empty();
    }
    long rows = rate.unitsIn(roles.rateNanos()).toBigInteger().longValueExact();
    return OptionalLong.of(Math.max(1, rows));
  }

  private int repeat(Optional<Until> until, OptionalLong operations, OptionalLong rows) {
    int repeat = Math.toIntExact(config.get(StepKeys.REPEAT, chain));
    if (repeat > 1 && (until.isEmpty() || operations.isPresent() || rows.isPresent())) {
      config.problem(
          "above 1 needs " + name + ".until, and neither rows nor operations",
          StepKeys.REPEAT.under(name));
      return 1;
    }
    if (repeat > 1 && until.get().byRate()) {
      config.problem(
          StepReader.whyOnce(name), StepKeys.REPEAT.under(name), StepKeys.UNTIL.under(name));
      return 1;
    }
    return repeat;
  }

  private Step.Group group(GroupKind group, int rowsPerCommit) {
    List<String> prefixes = prefixes(group.name());
    boolean chooses = !group.choices().isEmpty();
    int threads =
        chooses ? Math.toIntExact(config.get(StepKeys.THREADS.withDefault("1"), prefixes)) : 1;
    Rate rate = config.get(StepKeys.RATE.withDefault(group.rate().toString()), prefixes);
    Pacing pacing = config.get(StepKeys.PACING, prefixes);
    int rowsPerOperation = group.role() == Role.QUERY ? 1 : rowsPerCommit;
    checkRate(group, rate, pacing, rowsPerOperation);
    checkThreads(group, threads);
    return new Step.Group(
        group.name(),
        group.role(),
        roles.clients(),
        threads,
        rate,
        pacing,
        rowsPerOperation,
        follows(group, prefixes),
        chooses ? mix(group, prefixes) : Map.of(),
        group.background());
  }

  /** Threads that hold snapshots, if the user wants them. */
  private Optional<Step.Group> snapshots(GroupKind group) {
    Optional<Long> nanos = config.find(StepKeys.SNAPSHOT, chain);
    if (nanos.isPresent() && config.find(StepKeys.OPERATIONS, chain).isPresent()) {
      config.problem(
          "cannot be beside "
              + name
              + ".operations, which would count snapshots; give "
              + name
              + ".until",
          StepKeys.SNAPSHOT.under(name));
    }
    return nanos.map(
        each ->
            new Step.Group(
                group.name(),
                group.role(),
                roles.clients(),
                1,
                new Rate(1, each),
                Pacing.EVEN,
                1,
                Optional.empty(),
                Map.of(),
                true));
  }

  /** The nearest first: the step's own group, the step itself, then the steps that it is like. */
  private List<String> prefixes(String group) {
    List<String> prefixes = new ArrayList<>();
    for (String step : chain) {
      prefixes.add(step + "." + group);
      if (roles.groups().stream().filter(each -> each.role() != Role.AUXILIARY).count() == 1) {
        prefixes.add(step);
      }
    }
    return prefixes;
  }

  private String key(String group, Key<?> key) {
    return key.under(name + "." + group).name();
  }

  private void checkThreads(GroupKind group, int threads) {
    if ((long) threads * roles.clients() > MAX_THREADS) {
      config.problem(
          "for " + roles.clients() + " clients is more than " + MAX_THREADS + " threads",
          StepKeys.THREADS.under(name + "." + group.name()));
    }
  }

  private void checkRate(GroupKind group, Rate rate, Pacing pacing, int rowsPerOperation) {
    String prefix = name + "." + group.name();
    StepReader.checkPacing(config, prefix, rate, pacing);
    if (rate.isUnlimited()) {
      return;
    }
    if (rate.unitsIn(SECOND_NANOS).compareTo(BigDecimal.valueOf(rowsPerOperation)) < 0) {
      config.problem(
          "is less than one commit of "
              + rowsPerOperation
              + " rows a second; allowed: "
              + rowsPerOperation
              + "/s or more, or a smaller "
              + name
              + ".rows_per_commit",
          StepKeys.RATE.under(prefix).withDefault(rate.toString()),
          StepKeys.ROWS_PER_COMMIT.under(name));
    }
  }

  private Optional<Step.Following> follows(GroupKind group, List<String> prefixes) {
    if (group.follows().isEmpty()) {
      return Optional.empty();
    }
    String leader = config.get(StepKeys.FOLLOWS.withDefault(group.follows().get()), prefixes);
    if (!leader.equals(group.follows().get())) {
      config.problem(
          "is not a group that commits rows to follow; allowed: " + group.follows().get(),
          StepKeys.FOLLOWS.under(name + "." + group.name()));
    }
    int lag = Math.toIntExact(config.get(StepKeys.LAG, prefixes));
    return Optional.of(new Step.Following(group.follows().get(), lag));
  }

  private Map<String, Double> mix(GroupKind group, List<String> prefixes) {
    Optional<Map<String, Double>> given = config.find(StepKeys.MIX, prefixes);
    if (given.isEmpty()) {
      return equalShares(usual(group));
    }
    List<String> unknown =
        given.get().keySet().stream().filter(choice -> !group.choices().contains(choice)).toList();
    if (!unknown.isEmpty()) {
      config.problem(
          "names "
              + String.join(", ", unknown)
              + ", which there is not here; allowed: "
              + String.join(", ", group.choices()),
          StepKeys.MIX.under(name + "." + group.name()));
      return equalShares(group.choices());
    }
    return given.get();
  }

  private List<String> usual(GroupKind group) {
    if (group.usual().isEmpty()) {
      config.problem(
          "has nothing to choose from here; allowed: " + String.join(", ", group.choices()),
          StepKeys.MIX.under(name + "." + group.name()));
      return group.choices();
    }
    return group.usual();
  }

  private static Map<String, Double> equalShares(List<String> names) {
    Map<String, Double> shares = new LinkedHashMap<>();
    names.forEach(choice -> shares.put(choice, 1.0));
    return shares;
  }
}
