package io.ibench.workload.insert;

import io.ibench.config.Rate;
import io.ibench.measure.Role;
import io.ibench.workload.StepKind;
import io.ibench.workload.StepKind.GroupKind;
import io.ibench.workload.StepKind.Roles;
import io.ibench.workload.internal.Drain;
import io.ibench.workload.table.TableSteps;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** The insert benchmark's kinds of step, as its maintainer runs them. */
final class InsertSteps {

  static final String INSERT = "insert";
  static final String DELETE = "delete";
  static final String QUERY = "query";
  static final String SNAPSHOT = "snapshot";

  private static final int[] RATES = {100, 500, 1000};
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final InsertSettings settings;

  InsertSteps(InsertSettings settings) {
    this.settings = settings;
  }

  Map<String, StepKind> kinds() {
    PublishedSizes sizes = settings.sizes();
    Map<String, StepKind> kinds = new LinkedHashMap<>();
    kinds.put(TableSteps.DROP, StepKind.drop());
    kinds.put(TableSteps.CREATE, StepKind.create());
    kinds.put(InsertPlan.LOAD, writes(100, sizes.load(), true));
    kinds.put(InsertPlan.INDEX, StepKind.index());
    kinds.put("l.i1", writes(50, sizes.first(), false));
    kinds.put("l.i2", writes(5, sizes.second(), false));
    kinds.put(Drain.KIND, Drain.kind(sizes.load() * settings.clients()));
    for (int rate : RATES) {
      kinds.put("qr" + rate, queries(rate, rangeQueries()));
      kinds.put("qp" + rate, queries(rate, List.of(InsertOperation.POINT.label())));
    }
    kinds.put(TableSteps.VERIFY, StepKind.verify());
    return Collections.unmodifiableMap(kinds);
  }

  private StepKind writes(int rowsPerCommit, long rows, boolean load) {
    return StepKind.roles(
        new Roles(
            settings.clients(),
            withSnapshots(writers(Rate.UNLIMITED, !load)),
            rowsPerCommit,
            OptionalLong.of(rows),
            0,
            load,
            true));
  }

  private List<GroupKind> writers(Rate rate, boolean mayDelete) {
    List<GroupKind> groups = new ArrayList<>();
    groups.add(new GroupKind(INSERT, Role.INSERT, rate, Optional.empty(), false));
    if (mayDelete && settings.deletesRows()) {
      groups.add(new GroupKind(DELETE, Role.DELETE, Rate.UNLIMITED, Optional.of(INSERT), false));
    }
    return groups;
  }

  private static List<GroupKind> withSnapshots(List<GroupKind> groups) {
    groups.add(new GroupKind(SNAPSHOT, Role.AUXILIARY, Rate.UNLIMITED, Optional.empty(), true));
    return groups;
  }

  /** Queries at an insert rate; {@code usual} is the default mix. */
  private StepKind queries(int rate, List<String> usual) {
    List<GroupKind> groups = writers(new Rate(rate, SECOND_NANOS), true);
    groups.add(
        new GroupKind(QUERY, Role.QUERY, Rate.UNLIMITED, choices(), Optional.empty(), true, usual));
    return StepKind.roles(
        new Roles(
            settings.clients(),
            withSnapshots(groups),
            50,
            OptionalLong.empty(),
            settings.querySeconds() * SECOND_NANOS,
            false,
            false));
  }

  /** The range queries whose index exists. */
  private List<String> rangeQueries() {
    return InsertOperation.RANGE_QUERIES.stream()
        .limit(settings.indexes())
        .map(InsertOperation::label)
        .toList();
  }

  private List<String> choices() {
    List<String> all = new ArrayList<>(rangeQueries());
    all.add(InsertOperation.POINT.label());
    return all;
  }
}
