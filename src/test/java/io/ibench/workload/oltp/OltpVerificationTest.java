package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Command;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Prepared;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.workload.Division;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun.Outcome;
import io.ibench.workload.oltp.OltpBooks.OfTable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each kind of damage has its line, and tables without damage have their facts. */
class OltpVerificationTest {

  private static final String ROWS = "oltp.rows = 20";

  private FreshDatabase fresh;
  private OltpTrial trial;
  private OltpPlan plan;
  private final WorkloadCounters progress = OltpCounter.SET.worker();

  @BeforeEach
  void open() throws Exception {
    fresh = FreshDatabase.of(Product.MEMORY, Path.of("unused"));
    trial = new OltpTrial(fresh.database());
  }

  @AfterEach
  void close() throws Exception {
    fresh.close();
  }

  private void load(String... settings) throws Exception {
    plan = trial.run(OltpTrial.LOAD, settings).plan();
  }

  /** Changes a row of sbtest1, or deletes it. */
  private void change(Command command, Object... values) throws Exception {
    try (Session session = fresh.database().session()) {
      Prepared prepared = session.prepare(command);
      for (int i = 0; i < values.length; i++) {
        if (values[i] instanceof String text) {
          prepared.setBytes(i, text.getBytes(StandardCharsets.US_ASCII), text.length());
        } else {
          prepared.setLong(i, ((Number) values[i]).longValue());
        }
      }
      assertThat(prepared.execute()).isEqualTo(1);
    }
  }

  private OltpTable table() {
    return plan.oltpTables().get(0);
  }

  private OltpBooks unknown() {
    return new OltpBooks(plan.oltpTables(), Division.WHOLE);
  }

  /** Books of tables that have these rows with this sum of k. */
  private OltpBooks books(long rows, long sum) {
    OltpBooks books = unknown();
    books.continueFrom(Map.of("sbtest1", Map.of("rows", rows, "sum_k", sum)));
    return books;
  }

  private long sum() throws Exception {
    return OltpTrial.sumOfK(trial.rows());
  }

  private OltpVerification verification(OltpBooks books) {
    return new OltpVerification(
        plan.settings(), plan.oltpTables(), books, fresh.database(), progress);
  }

  private Outcome verify(OltpBooks books) throws Exception {
    return verification(books).run();
  }

  @Test
  void rightTablesHaveTheirRowsAndSums() throws Exception {
    load(ROWS);
    Outcome outcome = verify(books(20, sum()));
    assertThat(outcome.rows()).isEqualTo(20);
    assertThat(outcome.problems()).isEmpty();
    assertThat(outcome.facts())
        .containsExactly(
            "sbtest1: 20 rows as booked",
            "every c and pad has its form, and k its index",
            "sum of k: " + sum() + " as booked");
    assertThat(progress.get(OltpCounter.ROWS_VERIFIED.ordinal())).isEqualTo(20);
  }

  @Test
  void severalTablesAreCountedTogether() throws Exception {
    load(ROWS, "oltp.tables = 2", "oltp.create_secondary = false");
    assertThat(verify(unknown()).facts())
        .containsExactly(
            "2 tables: 40 rows; not compared: ibench_tables does not know how many there must be",
            "every c and pad has its form");
  }

  /** The rows are read in parts of 1,000. */
  @ParameterizedTest
  @CsvSource({"999", "1000", "1001", "2000"})
  void everyRowIsRead(int rows) throws Exception {
    load("oltp.rows = " + rows);
    Outcome outcome = verify(books(rows, sum()));
    assertThat(outcome.rows()).isEqualTo(rows);
    assertThat(outcome.problems()).isEmpty();
    assertThat(progress.get(OltpCounter.ROWS_VERIFIED.ordinal())).isEqualTo(rows);
  }

  @ParameterizedTest
  @CsvSource({
    "19, 0, 0, false",
    "21, 0, 0, false",
    "19, 1, 0, true",
    "18, 1, 0, false",
    "21, 0, 1, true",
    "22, 0, 1, false",
    "20, 5, 5, true"
  })
  void theRowsAreWithinWhatUncertainOutcomesAllow(int booked, long more, long less, boolean right)
      throws Exception {
    load(ROWS);
    OltpBooks books = books(booked, sum());
    WorkloadCounters worker = books.worker();
    OltpBooks.add(worker, 0, OfTable.INSERTED_UNCERTAIN, more);
    OltpBooks.add(worker, 0, OfTable.DELETED_UNCERTAIN, less);
    Outcome outcome = verify(books);
    if (right) {
      assertThat(outcome.problems()).isEmpty();
      assertThat(outcome.facts())
          .containsExactly(
              "sbtest1: 20 rows, as far as outcomes are known",
              "every c and pad has its form, and k its index");
    } else {
      assertThat(outcome.problems())
          .containsExactly("sbtest1: expected " + booked + " rows as booked, found 20");
    }
  }

  @Test
  void aWrongSumIsFound() throws Exception {
    load(ROWS);
    long sum = sum();
    change(table().addToK(), 7);
    assertThat(verify(books(20, sum)).problems())
        .containsExactly(
            "sbtest1: the sum of k is " + (sum + 1) + ", and not " + sum + " as booked");
  }

  @Test
  void aSumThatIsNotKnownIsNotCompared() throws Exception {
    load(ROWS);
    OltpBooks books = unknown();
    books.continueFrom(Map.of("sbtest1", Map.of("rows", 20L)));
    assertThat(verify(books).problems()).isEmpty();
    assertThat(verify(books).facts())
        .containsExactly(
            "sbtest1: 20 rows as booked", "every c and pad has its form, and k its index");
  }

  @ParameterizedTest
  @CsvSource({"c, 119", "pad, 59"})
  void aTextWithAWrongCharacterIsFound(String column, int length) throws Exception {
    load(ROWS);
    String text = "0".repeat(length);
    change(table().table().update().set(column).where("id"), text, 7);
    assertThat(verify(books(20, sum())).problems())
        .containsExactly(
            "sbtest1: the row with id 7 has a damaged "
                + column
                + ": it is not groups of 11 digits with dashes between, "
                + length
                + " characters");
  }

  @Test
  void aMissingRowChangesRowsAndSum() throws Exception {
    load(ROWS);
    OltpBooks books = books(20, sum());
    change(table().delete(), 7);
    assertThat(verify(books).problems())
        .hasSize(2)
        .first()
        .isEqualTo("sbtest1: expected 20 rows as booked, found 19");
  }

  @Test
  void damageHasNoFacts() throws Exception {
    load(ROWS);
    assertThat(verify(books(19, sum())).facts()).isEmpty();
  }

  @Test
  void onlyTheFirstProblemsAreKept() throws Exception {
    load("oltp.rows = 30");
    for (int id = 1; id <= 30; id++) {
      change(table().setC(), "x", id);
    }
    assertThat(verify(books(30, sum())).problems()).hasSize(20);
  }

  @Test
  void bulkRowsHaveTheirIdAsK() throws Exception {
    plan =
        trial
            .run(
                "drop, create, bulk_insert",
                "bulk_insert.operations = 1",
                "bulk_insert.rows_per_statement = 20")
            .plan();
    assertThat(verify(books(20, 210)).facts())
        .containsExactly(
            "sbtest1: 20 rows as booked", "every k is its id", "sum of k: 210 as booked");
    change(table().table().update().set("k").where("id"), 5, 7);
    assertThat(verify(books(20, 208)).problems())
        .containsExactly("sbtest1: the row with id 7 has k 5, and not its id");
  }

  @Test
  void whatTheTablesHaveIsFoundWithoutBooks() throws Exception {
    load(ROWS, "oltp.auto_inc = false");
    OltpBooks.Start found = verification(unknown()).found();
    assertThat(found.rows()).containsExactly(20);
    assertThat(found.sums()).containsExactly(sum());
    assertThat(found.ids()).containsExactly(0);
  }

  /** Also behind ids that were taken and have no row. */
  @Test
  void theNewIdsInATableAreFound() throws Exception {
    load(ROWS, "oltp.auto_inc = false");
    NewIds ids = new NewIds(20, 0);
    String c = trial.rows().get(0).split(",")[2];
    String pad = trial.rows().get(0).split(",")[3];
    for (int i = 0; i < 1000; i++) {
      ids.next();
    }
    change(table().insert(1), ids.next(), 1, c, pad);
    for (int i = 0; i < 1000; i++) {
      ids.next();
    }
    change(table().insert(1), ids.next(), 1, c, pad);
    assertThat(verification(unknown()).found().ids()).containsExactly(ids.given());
    assertThat(ids.given()).isEqualTo(2002);
  }

  @Test
  void idsThatTheServerGivesAreCounted() throws Exception {
    load(ROWS);
    String[] row = trial.rows().get(0).split(",");
    change(table().insertWithoutId(), 1, row[2], row[3]);
    assertThat(verification(unknown()).found().ids()).containsExactly(1);
    assertThat(verification(unknown()).found().rows()).containsExactly(21);
  }

  @Test
  void theLinesOfATrialAreThoseOfItsVerification() throws Exception {
    load(ROWS);
    assertThat(trial.run("verify", ROWS).facts())
        .isEqualTo(List.copyOf(verify(books(20, sum())).facts()));
  }
}
