package io.ibench.workload.custom;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Database;
import io.ibench.db.EachProduct;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.Plan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** One file gives the same rows and answers on every product. */
@Timeout(300)
class CustomOnEachProductTest {

  private static final Condition ONE = Condition.eq("id", 1);

  @TempDir private Path folder;

  private record Outcome(
      Map<String, Long> checksums, Map<String, String> contents, List<String> facts) {}

  private static Outcome run(Database database, Plan plan) throws Exception {
    CustomRun run = new CustomRun(database, plan);
    assertThat(run.problems()).isEmpty();
    assertThat(run.failures()).isZero();
    for (Plan.Example example : plan.examples()) {
      assertThat(database.explain(example.command(), example.values()))
          .as(example.operation())
          .isNotEmpty();
    }
    return new Outcome(run.checksums(), run.contents(database), run.facts());
  }

  private Outcome onMemory(Plan plan) throws Exception {
    try (FreshDatabase memory = FreshDatabase.of(Product.MEMORY, folder)) {
      return run(memory.database(), plan);
    }
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void everyStatementAndValueGivesWhatItGivesOnMemory(Product product) throws Exception {
    Plan plan = CustomRun.plan(CustomRun.ZOO);
    Outcome reference = onMemory(plan);
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      assertThat(run(fresh.database(), plan)).isEqualTo(reference);
    }
    assertThat(reference.checksums())
        .allSatisfy((name, sum) -> assertThat(sum == 0).isEqualTo(name.equals("LOAD_TICKETS")));
    assertThat(reference.facts())
        .contains(
            "customers.orders: 40 counts equal the number of rows of orders",
            "vip: 40 values of customers.vip are in range")
        .anyMatch(fact -> fact.matches("sum of accounts.balance: [\\d,]+ as booked"));
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void theExampleRuns(Product product) throws Exception {
    Plan plan =
        CustomRun.plan(
            CustomRun.ORDERS, "rows.orders=2k", "request.until=1h", "request.operations=300");
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      CustomRun run = new CustomRun(fresh.database(), plan);
      assertThat(run.problems()).isEmpty();
      assertThat(run.facts())
          .contains("customers.orders: 1,000 counts equal the number of rows of orders");
    }
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void theBankLosesNoMoney(Product product) throws Exception {
    String[] settings = {"rows.accounts=50", "request.until=1h", "request.operations=300"};
    Plan plan = CustomRun.plan(CustomRun.BANK, settings);
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      CustomRun run = new CustomRun(fresh.database(), plan);
      assertThat(run.problems()).isEmpty();
      assertThat(run.failures()).isZero();
      assertThat(run.facts())
          .anyMatch(fact -> fact.matches("sum of accounts.balance: [\\d,]+ as booked"))
          .anyMatch(fact -> fact.matches("transfers: [1-9]\\d* rows as booked"));
      try (Session session = fresh.database().session()) {
        Command lose = plan.tables().get(0).table().update().add("balance", -1).where(ONE);
        assertThat(session.prepare(lose).execute()).isEqualTo(1);
      }
      Plan later = CustomRun.plan(CustomRun.BANK, "rows.accounts=50", "steps=verify");
      assertThat(new CustomRun(fresh.database(), later).problems())
          .singleElement()
          .asString()
          .startsWith("sum of accounts.balance: expected ");
    }
  }

  /** The unread messages of each mailbox, which are some of its messages. */
  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void aCountWithConditionsIsThatOfTheRowsThatFulfilThem(Product product) throws Exception {
    Path file = folder.resolve("mail.properties");
    Files.writeString(
        file,
        """
        workload = custom
        tables.mailboxes = id long key, unread long, cheap long
        tables.messages = id long key generated, mailbox long, unread byte, price float
        index.by_mailbox = messages(mailbox)
        rows.mailboxes = 10
        rows.messages = 200
        fill.mailboxes = unread: count(messages.mailbox), cheap: 0
        fill.messages = mailbox: in_turn(mailboxes), unread: 1, price: 2..3
        op.MARK_READ = 3: begin; $m = any(messages); \
          $b, $u = read messages(mailbox, unread) where id = $m; \
          update messages set unread = 0 where id = $m and unread = 1 or rollback; \
          update mailboxes add unread -$u where id = $b; commit
        op.RECEIVE = 1: begin; $b = any(mailboxes); \
          insert messages(mailbox: $b, unread: 1, price: 1.25); \
          update mailboxes add unread 1, cheap 1 where id = $b; commit
        check.unread = mailboxes.unread = count(messages.mailbox where unread = 1)
        check.cheap = mailboxes.cheap = count(messages.mailbox where price < 1.5 and unread <= 1)
        steps = drop, create, load, index, request, verify
        request.operations = 100
        request.threads = 1
        """);
    Plan plan = CustomRun.plan(file);
    String unread = "mailboxes.unread: ";
    String ofMessages = "rows of messages where unread = 1";
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      CustomRun run = new CustomRun(fresh.database(), plan);
      assertThat(run.problems()).isEmpty();
      assertThat(run.facts())
          .contains(
              unread + "10 counts equal the number of " + ofMessages,
              "mailboxes.cheap: 10 counts equal the number of rows of messages where price < 1.50"
                  + " and unread <= 1");
      try (Session session = fresh.database().session()) {
        Condition isUnread = Condition.eq("unread", 1);
        Command forget = plan.tables().get(1).table().update().set("unread", 0).where(isUnread);
        assertThat(session.prepare(forget).execute()).isPositive();
      }
      Plan later = CustomRun.plan(file, "steps=verify");
      assertThat(new CustomRun(fresh.database(), later).problems())
          .singleElement()
          .asString()
          .startsWith(unread + "10 of 10 counts are wrong; the first: id = 1 has the count ")
          .endsWith(" and 0 " + ofMessages);
    }
  }

  /** They count as operations, so a report must say how many there are. */
  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void operationsThatRolledThemselvesBackAreCountedAndReported(Product product) throws Exception {
    Path file = folder.resolve("jobs.properties");
    Files.writeString(
        file,
        """
        workload = custom
        tables.jobs = id long key, state byte
        rows.jobs = 20
        fill.jobs = state: 0
        op.FINISH = 3: begin; $j = any(jobs); $s = read jobs(state) where id = $j; \\
          delete jobs where id = $j and state = $s or rollback; commit
        op.LOOK = 1: read jobs where id = any(jobs)
        steps = drop, create, load, index, request, verify
        request.operations = 300
        request.threads = 1
        """);
    Plan plan = CustomRun.plan(file);
    List<String> counters = plan.counters().stream().map(WorkloadCounter::name).toList();
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      CustomRun run = new CustomRun(fresh.database(), plan);
      assertThat(run.problems()).isEmpty();
      PeriodResult whole = run.step("request").whole();
      long finish = whole.operations().get(0).count();
      assertThat(finish).isBetween(200L, 250L);
      long deleted = whole.workloadCounters()[counters.indexOf("jobs_deleted")];
      assertThat(deleted).isBetween(15L, 20L);
      assertThat(whole.workloadCounters()[counters.indexOf("FINISH_rolled_back")])
          .isEqualTo(finish - deleted);
      assertThat(counters).doesNotContain("LOOK_rolled_back");
      assertThat(run.step("request").facts())
          .contains(
              String.format(
                  Locale.ROOT,
                  "FINISH: %.0f %% of %d operations were rolled back by the workload (no row was"
                      + " found)",
                  100.0 * (finish - deleted) / finish,
                  finish));
    }
  }
}
