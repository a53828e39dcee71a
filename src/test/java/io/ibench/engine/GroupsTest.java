package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.ibench.config.Rate;
import io.ibench.measure.OperationStats;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.RateTarget;
import io.ibench.measure.Role;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.workload.Pacing;
import io.ibench.workload.Profile;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import io.ibench.workload.WorkloadRun.End;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Inserters, deleters that follow them, and queries in the background, for three clients. */
@Timeout(300)
class GroupsTest {

  private static final int CLIENTS = 3;
  private static final int ROWS = 50;
  private static final int LAG = 8;
  private static final Rate HOURLY = new Rate(1, 3600 * SECOND);

  private final EngineRun engine = new EngineRun();
  private final AtomicLongArray inserted = new AtomicLongArray(CLIENTS);
  private final AtomicLongArray deleted = new AtomicLongArray(CLIENTS);
  private final AtomicLongArray furthestAhead = new AtomicLongArray(CLIENTS);
  private final CountDownLatch queriesOfAllClients = new CountDownLatch(CLIENTS);
  private final AtomicLongArray queried = new AtomicLongArray(CLIENTS);
  private boolean afterQueries;

  @AfterEach
  void nothingIsLeftBehind() throws InterruptedException {
    EngineRun.assertNoThreads();
    assertThat(engine.database.closed()).isEqualTo(engine.database.opened());
  }

  static Step.Group inserters(Rate rate) {
    return new Step.Group("insert", CLIENTS, 1, rate, Pacing.EVEN, ROWS, Optional.empty(), false)
        .counting(Role.INSERT);
  }

  static Step.Group deleters(int lag) {
    return new Step.Group(
            "delete",
            CLIENTS,
            1,
            Rate.UNLIMITED,
            Pacing.EVEN,
            ROWS,
            Optional.of(new Step.Following("insert", lag)),
            false)
        .counting(Role.DELETE);
  }

  private static Step.Group queries(Rate rate) {
    return new Step.Group("query", CLIENTS, 2, rate, Pacing.EVEN, 1, Optional.empty(), true);
  }

  /** Inserters end after this many batches. */
  private GroupPlan plan(long batches, Step.Work step) {
    return new GroupPlan(step)
        .with(
            "insert",
            client -> new GroupWorker(GroupPlan.INSERT, () -> insert(client)).withWork(batches))
        .with(
            "delete",
            client -> new GroupWorker(GroupPlan.DELETE, () -> delete(client)).withMinEvery(10))
        .with(
            "query",
            number -> new GroupWorker(GroupPlan.QUERY, () -> query(number / 2)).withMinEvery(100));
  }

  /**
   * Inserters begin when each client has had a query: otherwise small steps end before the others
   * wake.
   */
  private GroupPlan planAfterQueries(long batches, Step.Group... groups) {
    afterQueries = true;
    return plan(batches, GroupPlan.step(groups));
  }

  private int query(int client) {
    if (queried.incrementAndGet(client) == 1) {
      queriesOfAllClients.countDown();
    }
    return 10;
  }

  private int insert(int client) {
    if (afterQueries) {
      awaitQueries();
    }
    long ahead = inserted.get(client) - deleted.get(client);
    furthestAhead.accumulateAndGet(client, ahead, Math::max);
    inserted.incrementAndGet(client);
    return ROWS;
  }

  private void awaitQueries() {
    try {
      queriesOfAllClients.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private int delete(int client) {
    assertThat(deleted.get(client))
        .as("what is deleted was inserted")
        .isLessThan(inserted.get(client));
    deleted.incrementAndGet(client);
    return ROWS;
  }

  private static long count(List<OperationSummary> operations, int operation) {
    return operations.stream()
        .filter(summary -> summary.operation() == operation)
        .mapToLong(OperationSummary::count)
        .sum();
  }

  private void assertDeletedAsInserted(PeriodResult whole) {
    for (int client = 0; client < CLIENTS; client++) {
      assertThat(deleted.get(client)).isEqualTo(inserted.get(client));
      assertThat(furthestAhead.get(client))
          .as("committed and not yet deleted when the next insert began")
          .isLessThan(LAG);
    }
    assertThat(count(whole.operations(), GroupPlan.DELETE))
        .isEqualTo(count(whole.operations(), GroupPlan.INSERT));
  }

  @Test
  void everyGroupDoesItsPartForEveryClientAndTheStepEndsWithTheWriters()
      throws InterruptedException {
    Step.Group[] groups = {inserters(Rate.UNLIMITED), deleters(LAG), queries(Rate.UNLIMITED)};
    GroupPlan plan = planAfterQueries(400, groups);
    StepResult result = engine.runOne(plan);
    assertThat(result.succeeded()).isTrue();
    assertThat(plan.ends()).containsExactly(End.COMPLETE);
    PeriodResult whole = result.whole();
    assertDeletedAsInserted(whole);
    assertThat(count(whole.operations(), GroupPlan.INSERT)).isEqualTo(CLIENTS * 400);
    assertThat(count(whole.operations(), GroupPlan.QUERY)).isPositive();
    assertThat(whole.operations().get(0).rows()).isEqualTo(CLIENTS * 400 * ROWS);
    assertThat(whole.workloadCounters()[0])
        .isEqualTo(whole.successes() - count(whole.operations(), GroupPlan.MIN));
    assertThat(whole.unstarted()).isZero();
    assertThat(result.step().threads()).isEqualTo(4 * CLIENTS);
    assertThat(result.step().clients()).isEqualTo(CLIENTS);
    assertThat(result.step().targets()).isEmpty();
  }

  @Test
  void everyClientIsCountedApart() throws InterruptedException {
    Step.Group[] groups = {inserters(Rate.UNLIMITED), deleters(LAG), queries(Rate.UNLIMITED)};
    StepResult result = engine.runOne(planAfterQueries(400, groups));
    List<List<OperationSummary>> clients = result.whole().clients();
    assertThat(clients).hasSize(CLIENTS);
    for (List<OperationSummary> client : clients) {
      assertThat(count(client, GroupPlan.INSERT)).isEqualTo(400);
      assertThat(count(client, GroupPlan.DELETE)).isEqualTo(400);
      assertThat(count(client, GroupPlan.QUERY)).isPositive();
    }
    for (int operation = 0; operation < 4; operation++) {
      int each = operation;
      assertThat(clients.stream().mapToLong(client -> count(client, each)).sum())
          .isEqualTo(count(result.whole().operations(), operation));
    }
    for (Snapshot snapshot : engine.listener.snapshots()) {
      assertThat(snapshot.clients()).hasSize(CLIENTS);
      assertThat(
              snapshot.clients().stream()
                  .flatMap(List::stream)
                  .mapToLong(OperationStats::successes)
                  .sum())
          .isEqualTo(snapshot.successes());
    }
  }

  @Test
  void ofOneClientIntervalsHoldNoSecondCopy() throws InterruptedException {
    Step.Group alone =
        new Step.Group("insert", 1, 2, Rate.UNLIMITED, Pacing.EVEN, 1, Optional.empty(), false);
    engine.runOne(plan(100, GroupPlan.step(alone)));
    assertThat(engine.listener.snapshots())
        .isNotEmpty()
        .allSatisfy(s -> assertThat(s.clients()).containsExactly(s.operations()))
        .allSatisfy(s -> assertThat(s.clients().get(0)).isSameAs(s.operations()));
  }

  @Test
  void aStepThatItsTimeEndsIsFollowedToItsLastCommit() throws InterruptedException {
    Step.Work step =
        GroupPlan.step(
            OptionalLong.of(500 * MILLI),
            OptionalLong.empty(),
            inserters(Rate.UNLIMITED),
            deleters(LAG),
            queries(Rate.UNLIMITED));
    StepResult result = engine.runOne(plan(Long.MAX_VALUE, step));
    assertThat(result.succeeded()).isTrue();
    assertDeletedAsInserted(result.whole());
    assertThat(inserted.get(0)).isPositive();
    assertThat(result.whole().seconds()).isGreaterThanOrEqualTo(0.5);
  }

  @Test
  void operationsAreThoseOfTheBackgroundAndEndTheOthers() throws InterruptedException {
    Step.Work step =
        GroupPlan.step(
            OptionalLong.empty(),
            OptionalLong.of(1001),
            inserters(Rate.UNLIMITED),
            deleters(LAG),
            queries(Rate.UNLIMITED));
    StepResult result = engine.runOne(plan(Long.MAX_VALUE, step));
    assertThat(result.succeeded()).isTrue();
    assertThat(count(result.whole().operations(), GroupPlan.QUERY)).isEqualTo(1001);
    assertThat(count(result.whole().operations(), GroupPlan.MIN)).isPositive();
    assertDeletedAsInserted(result.whole());
  }

  @Test
  void withoutBackgroundOperationsAreThoseOfWhoFollowsNobody() throws InterruptedException {
    Step.Work step =
        GroupPlan.step(
            OptionalLong.empty(), OptionalLong.of(100), inserters(Rate.UNLIMITED), deleters(LAG));
    StepResult result = engine.runOne(plan(Long.MAX_VALUE, step));
    assertThat(count(result.whole().operations(), GroupPlan.INSERT)).isEqualTo(100);
    assertThat(List.of(inserted.get(0), inserted.get(1), inserted.get(2)))
        .containsExactly(34L, 33L, 33L);
    assertDeletedAsInserted(result.whole());
  }

  @Test
  void whoWaitsInTheBackgroundIsWokenAtTheEnd() throws InterruptedException {
    Step.Group[] groups = {inserters(Rate.UNLIMITED), deleters(LAG), queries(HOURLY)};
    StepResult result = engine.runOne(planAfterQueries(100, groups));
    assertThat(result.succeeded()).isTrue();
    assertThat(count(result.whole().operations(), GroupPlan.QUERY))
        .as("the first of each client; the second is due in an hour")
        .isEqualTo(CLIENTS);
    assertThat(result.whole().unstarted()).isZero();
  }

  @Test
  void aStepLastsUntilTheLastFollowerHasEnded() throws InterruptedException {
    GroupPlan plan =
        plan(LAG, GroupPlan.step(inserters(Rate.UNLIMITED), deleters(LAG)))
            .with(
                "delete",
                client ->
                    new GroupWorker(
                        GroupPlan.DELETE,
                        () -> {
                          long until = System.nanoTime() + 10 * MILLI;
                          while (System.nanoTime() < until) {
                            Thread.onSpinWait();
                          }
                          return ROWS;
                        }));
    PeriodResult whole = engine.runOne(plan).whole();
    assertThat(count(whole.operations(), GroupPlan.DELETE)).isEqualTo(CLIENTS * LAG);
    assertThat(whole.seconds()).isGreaterThanOrEqualTo(LAG * 0.01);
    assertThat(engine.listener.snapshots())
        .as("it is watched meanwhile")
        .hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void ratesAreEachClients() throws InterruptedException {
    Step.Work step =
        GroupPlan.step(
            OptionalLong.of(100 * MILLI),
            OptionalLong.empty(),
            inserters(new Rate(5_000, SECOND)),
            queries(new Rate(200, SECOND)));
    StepResult result = engine.runOne(plan(Long.MAX_VALUE, step));
    assertThat(result.step().targets())
        .containsExactly(
            new RateTarget("insert", Role.INSERT, 15_000.0),
            new RateTarget("query", Role.QUERY, 600.0));
    for (List<OperationSummary> client : result.whole().clients()) {
      assertThat(client)
          .filteredOn(summary -> summary.operation() != GroupPlan.MIN)
          .extracting(OperationSummary::operation, s -> s.count() + s.unstarted())
          .as("100 statements and 200 queries a second, whatever the number of threads")
          .containsExactly(tuple(GroupPlan.INSERT, 10L), tuple(GroupPlan.QUERY, 20L));
    }
  }

  @Test
  void aProfileIsTheRateOfTheFirstGroupAlone() throws InterruptedException {
    Profile profile = new Profile(SECOND, List.of(new Profile.Segment(200, 200, 100 * MILLI)));
    Step.Group readers =
        new Step.Group(
            "query", CLIENTS, 2, profile.meanRate(), Pacing.EVEN, 1, Optional.empty(), false);
    Step.Work step =
        new Step.Work(
            "l.i1",
            "l.i1",
            Optional.empty(),
            TableUse.WRITES,
            OptionalLong.empty(),
            OptionalLong.empty(),
            1,
            OptionalLong.empty(),
            true,
            List.of(readers, inserters(new Rate(5_000, SECOND))),
            Optional.of(profile));
    StepResult result = engine.runOne(plan(Long.MAX_VALUE, step));
    assertThat(result.step().targets())
        .extracting(RateTarget::group, RateTarget::role, RateTarget::perSecond)
        .containsExactly(tuple("query", Role.QUERY, 600.0), tuple("insert", Role.INSERT, 15_000.0));
    for (List<OperationSummary> client : result.whole().clients()) {
      assertThat(client)
          .filteredOn(summary -> summary.operation() != GroupPlan.MIN)
          .extracting(OperationSummary::operation, s -> s.count() + s.unstarted())
          .containsExactly(tuple(GroupPlan.INSERT, 10L), tuple(GroupPlan.QUERY, 20L));
    }
  }

  @Test
  void aTargetIsSharedWhenAGroupWithoutARateDoesTheSame() throws InterruptedException {
    Step.Group unlimited =
        new Step.Group("more", 1, 1, Rate.UNLIMITED, Pacing.EVEN, 1, Optional.empty(), true);
    Step.Work step =
        GroupPlan.step(
            OptionalLong.of(MILLI),
            OptionalLong.empty(),
            inserters(new Rate(5_000, SECOND)),
            queries(new Rate(200, SECOND)),
            unlimited);
    GroupPlan plan =
        plan(Long.MAX_VALUE, step)
            .with("more", number -> new GroupWorker(GroupPlan.QUERY, () -> query(number)));
    assertThat(engine.runOne(plan).step().targets())
        .extracting(RateTarget::group, RateTarget::shared)
        .containsExactly(tuple("insert", false), tuple("query", true));
  }

  @Test
  void theTargetOfTheOnlyGroupHasNoName() throws InterruptedException {
    Step.Work step =
        GroupPlan.step(
            OptionalLong.of(MILLI), OptionalLong.empty(), inserters(new Rate(1, 2 * SECOND)));
    StepResult result = engine.runOne(plan(Long.MAX_VALUE, step));
    assertThat(result.step().targets()).containsExactly(new RateTarget("", Role.INSERT, 1.5));
  }

  private void assertRefused(String message, Step.Group... groups) {
    assertThatThrownBy(() -> engine.run(plan(1, GroupPlan.step(groups))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("step l.i1: " + message);
    assertThat(engine.listener.events()).isEmpty();
  }

  private static Step.Group follower(String name, String leader, int clients, int lag) {
    return new Step.Group(
        name,
        clients,
        1,
        Rate.UNLIMITED,
        Pacing.EVEN,
        1,
        Optional.of(new Step.Following(leader, lag)),
        false);
  }

  @Test
  void groupsThatCannotWorkTogetherAreRefused() {
    Step.Group insert = inserters(Rate.UNLIMITED);
    assertRefused("has no group insert to follow", deleters(LAG));
    assertRefused(
        "delete follows insert and needs as many clients and threads",
        insert,
        follower("delete", "insert", 2, LAG));
    assertRefused(
        "again follows delete, which must not follow a group itself",
        insert,
        deleters(LAG),
        follower("again", "delete", CLIENTS, LAG));
    assertRefused(
        "group insert has more than one follower",
        insert,
        deleters(LAG),
        follower("again", "insert", CLIENTS, LAG));
    assertRefused(
        "delete follows query: both or neither must be in the background",
        insert,
        new Step.Group(
            "delete",
            CLIENTS,
            2,
            Rate.UNLIMITED,
            Pacing.EVEN,
            1,
            Optional.of(new Step.Following("query", 1)),
            false),
        queries(Rate.UNLIMITED));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void aLagIsAtLeastOne(int lag) {
    assertRefused(
        "delete follows insert by " + lag + " operations; at least 1 is needed",
        inserters(Rate.UNLIMITED),
        deleters(lag));
  }

  @Test
  void aStepThatNobodyWouldEndIsRefused() {
    assertRefused(
        "has only groups in the background: none of them would end it", queries(Rate.UNLIMITED));
  }
}
