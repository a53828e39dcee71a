package io.ibench.workload.custom;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Prepared;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.workload.Plan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The numbers, times and bytes that fills and operations write. */
class CustomValuesTest {

  /** The time of every load; requests are a minute later. */
  private static final long LOADED = 1_700_000_000_000L;

  @TempDir private Path folder;

  /** Runs a workload on an empty database, and returns the rows of a table by their key. */
  private List<List<Long>> rows(String table, String... lines) throws Exception {
    List<List<Long>> rows = new ArrayList<>();
    run(
        (database, plan) -> {
          Table read = table(plan, table);
          try (Session session = database.session()) {
            Prepared select =
                session.prepare(read.select().ordered(read.primaryKey().toArray(String[]::new)));
            int count = select.execute();
            for (int row = 0; row < count; row++) {
              List<Long> values = new ArrayList<>();
              for (int i = 0; i < read.columns().size(); i++) {
                if (read.columns().get(i).type().isNumber()) {
                  values.add(select.getLong(row, i));
                }
              }
              rows.add(values);
            }
          }
        },
        lines);
    return rows;
  }

  /** The bytes of the only such column of a table, in the order of the key. */
  private List<String> texts(String table, String column, String... lines) throws Exception {
    List<String> texts = new ArrayList<>();
    run(
        (database, plan) -> {
          Table read = table(plan, table);
          byte[] into = new byte[1000];
          try (Session session = database.session()) {
            Prepared select =
                session.prepare(
                    read.select(column).ordered(read.primaryKey().toArray(String[]::new)));
            int count = select.execute();
            for (int row = 0; row < count; row++) {
              int length = select.getBytes(row, 0, into);
              texts.add(new String(into, 0, length, StandardCharsets.ISO_8859_1));
            }
          }
        },
        lines);
    return texts;
  }

  private interface Look {
    void at(Database database, Plan plan) throws Exception;
  }

  private void run(Look look, String... lines) throws Exception {
    List<String> all = new ArrayList<>(List.of(lines));
    all.add("workload = custom");
    if (all.stream().noneMatch(line -> line.startsWith("op."))) {
      all.add("tables.idle = id long key");
      all.add("op.NONE = 1: read idle where id = 1");
      all.add("steps = drop, create, load, index");
    } else {
      all.add("steps = drop, create, load, index, request, verify");
      all.add("request.threads = 1");
    }
    Path file = Files.write(folder.resolve("w.properties"), all);
    Plan plan = CustomRun.plan(file);
    try (FreshDatabase fresh = FreshDatabase.of(Product.MEMORY, folder)) {
      CustomRun run = new CustomRun(fresh.database(), plan);
      assertThat(run.problems()).isEmpty();
      assertThat(run.failures()).isZero();
      look.at(fresh.database(), plan);
    }
  }

  private static Table table(Plan plan, String name) {
    return plan.tables().stream()
        .map(Plan.LoadedTable::table)
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<Long> column(List<List<Long>> rows, int column) {
    return rows.stream().map(row -> row.get(column)).toList();
  }

  private static List<Long> range(long first, long last) {
    return LongStream.rangeClosed(first, last).boxed().toList();
  }

  @Test
  void rowsOfAChildTakeTheKeysOfTheirParentInTurn() throws Exception {
    List<List<Long>> rows =
        rows(
            "c",
            "tables.p = id long key, children long",
            "tables.c = p long key, place long key, n long",
            "rows.p = 3",
            "rows.c = 7",
            "fill.p = children: count(c.p)",
            "fill.c = p: in_turn(p), place: round(p), n: row");
    assertThat(rows)
        .containsExactly(
            List.of(1L, 1L, 1L),
            List.of(1L, 2L, 4L),
            List.of(1L, 3L, 7L),
            List.of(2L, 1L, 2L),
            List.of(2L, 2L, 5L),
            List.of(3L, 1L, 3L),
            List.of(3L, 2L, 6L));
  }

  @Test
  void eachParentCountsItsChildren() throws Exception {
    List<List<Long>> rows =
        rows(
            "p",
            "tables.p = id long key, children long",
            "tables.c = id long key, p long",
            "rows.p = 3",
            "rows.c = 7",
            "fill.p = children: count(c.p)",
            "fill.c = p: in_turn(p)");
    assertThat(rows).containsExactly(List.of(1L, 3L), List.of(2L, 2L), List.of(3L, 2L));
  }

  @Test
  void timesInOrderPassThroughTheLastSeconds() throws Exception {
    List<List<Long>> rows =
        rows(
            "t",
            "tables.t = id long key, made time",
            "rows.t = 4",
            "fill.t = made: last 10s in order");
    assertThat(column(rows, 1))
        .containsExactly(LOADED - 7000, LOADED - 5000, LOADED - 2000, LOADED);
  }

  @Test
  void timesInOrderAreExactAlsoOfManyRowsAndSeconds() throws Exception {
    List<List<Long>> rows =
        rows(
            "t",
            "tables.t = id long key, made time",
            "rows.t = 3",
            "fill.t = made: last 9s in order");
    assertThat(column(rows, 1)).containsExactly(LOADED - 6000, LOADED - 3000, LOADED);
  }

  @Test
  void aTimeIsNowOrBeforeOrAfter() throws Exception {
    List<List<Long>> rows =
        rows(
            "t",
            "tables.t = id long key, a time, b time, c time",
            "rows.t = 1",
            "fill.t = a: now, b: now - 5s, c: now + 2m");
    assertThat(rows).containsExactly(List.of(1L, LOADED, LOADED - 5000, LOADED + 120_000));
  }

  @Test
  void aTimeOfTheLastSecondsIsEachOfThem() throws Exception {
    List<Long> times =
        column(
            rows("t", "tables.t = id long key, made time", "rows.t = 50", "fill.t = made: last 3s"),
            1);
    assertThat(times).containsOnly(LOADED, LOADED - 1000, LOADED - 2000);
  }

  @Test
  void aRangeHasItsFirstAndItsLastNumber() throws Exception {
    List<List<Long>> rows =
        rows(
            "t",
            "tables.t = id long key, a long, b long, c float, d long",
            "rows.t = 100",
            "fill.t = a: 3..5, b: -1..1, c: 0.01..0.03, d: 7..9 zipf 1");
    assertThat(column(rows, 1)).containsOnly(3L, 4L, 5L);
    assertThat(column(rows, 2)).containsOnly(-1L, 0L, 1L);
    assertThat(column(rows, 3)).containsOnly(1L, 2L, 3L);
    assertThat(column(rows, 4)).containsOnly(7L, 8L, 9L);
  }

  @Test
  void keysOfATableAreDrawnFromTheFirstToTheLast() throws Exception {
    List<List<Long>> rows =
        rows(
            "t",
            "tables.p = id long key",
            "tables.t = id long key, a long, b long",
            "rows.p = 3",
            "rows.t = 100",
            "fill.t = a: any(p), b: any(p) hot 80% in 40%");
    assertThat(column(rows, 1)).containsOnly(1L, 2L, 3L);
    assertThat(column(rows, 2)).containsOnly(1L, 2L, 3L);
  }

  @Test
  void anInsertGetsTheNextKey() throws Exception {
    List<List<Long>> rows =
        rows(
            "t",
            "tables.t = id long key, a long, b long, made time",
            "rows.t = 2",
            "fill.t = a: 0, b: 0, made: now",
            "op.NEW = 1: $x = 5; $y = 3; insert t(a: $x - $y, b: $z = 7, made: now)",
            "request.operations = 3");
    assertThat(column(rows, 0)).containsExactlyElementsOf(range(1, 5));
    assertThat(rows.get(4)).containsExactly(5L, 2L, 7L, LOADED + 60_000);
  }

  @Test
  void variablesAreComputedWith() throws Exception {
    List<List<Long>> rows =
        rows(
            "t",
            "tables.t = id long key, a long, b long, c long, d long, e float, made time",
            "op.NEW = 1: $x = 5; $y = 3; $f = 1.5; $t = now;"
                + " insert t(a: $x + $y, b: -$x, c: $x + 10, d: $x - 10, e: $f + 0.25, made: $t - 5s)",
            "request.operations = 1");
    assertThat(rows).containsExactly(List.of(1L, 8L, -5L, 15L, -5L, 175L, LOADED + 60_000 - 5000));
  }

  @Test
  void additionsAndAssignmentsMayBeConstantsOrDrawn() throws Exception {
    List<List<Long>> rows =
        rows(
            "t",
            "tables.t = id long key, a long, b long, c long, d long",
            "rows.t = 1",
            "fill.t = a: 1, b: 1, c: 1, d: 1",
            "op.SET = 1: $m = 6; update t set a = 4, b = $m add c 2, d -$m where id = 1",
            "request.operations = 1");
    assertThat(rows).containsExactly(List.of(1L, 4L, 6L, 3L, -5L));
  }

  @Test
  void whatWasReadIsUsedInLaterStatements() throws Exception {
    List<List<Long>> rows =
        rows(
            "t",
            "tables.t = id long key, a long, b long",
            "rows.t = 2",
            "fill.t = a: row, b: 10..10",
            "op.MOVE = 1: begin; $a, $b = read t(a, b) where id = 2;"
                + " update t set a = $b + $a, b = -$a where id = 1; commit",
            "request.operations = 1");
    assertThat(rows).containsExactly(List.of(1L, 12L, -2L), List.of(2L, 2L, 10L));
  }

  @Test
  void anUpsertAddsToTheRowOrMakesIt() throws Exception {
    List<List<Long>> rows =
        rows(
            "t",
            "tables.t = id long key, a long, n long",
            "op.PUT = 1: upsert t(id: 4, a: 9) add n 2",
            "request.operations = 3");
    assertThat(rows).containsExactly(List.of(4L, 9L, 6L));
  }

  @Test
  void aListHasEachOfItsValuesOnce() throws Exception {
    List<List<Long>> rows =
        rows(
            "t",
            "tables.t = id long key, n long",
            "rows.t = 3",
            "fill.t = n: 0",
            "op.ADD = 1: update t add n 1 where id in 100 of 1..3",
            "request.operations = 1");
    assertThat(column(rows, 1)).containsExactly(1L, 1L, 1L);
  }

  @Test
  void aListMayBeShorterThanTheTable() throws Exception {
    List<List<Long>> rows =
        rows(
            "t",
            "tables.t = id long key, n long",
            "rows.t = 50",
            "fill.t = n: 0",
            "op.ADD = 1: update t add n 1 where id in 2 of 1..1M",
            "op.ONE = 1: update t add n 1 where id in 5 of 7..7",
            "request.operations = 1");
    assertThat(column(rows, 1).stream().mapToLong(Long::longValue).sum()).isLessThanOrEqualTo(2);
  }

  @Test
  void theNewestKeysEndWithTheLast() throws Exception {
    List<List<Long>> rows =
        rows(
            "t",
            "tables.t = id long key, n long",
            "rows.t = 10",
            "fill.t = n: 0",
            "op.ADD = 1: update t add n 1 where id = newest(t, 3)",
            "request.operations = 60");
    assertThat(column(rows, 1).subList(0, 7)).containsOnly(0L);
    assertThat(column(rows, 1).subList(7, 10)).allMatch(n -> n > 5);
  }

  @Test
  void theNewestKeysOfASmallTableBeginWithOne() throws Exception {
    List<List<Long>> rows =
        rows(
            "t",
            "tables.t = id long key, n long",
            "rows.t = 2",
            "fill.t = n: 0",
            "op.ADD = 1: update t add n 1 where id = newest(t, 50)",
            "request.operations = 100");
    assertThat(rows.get(0).get(1) + rows.get(1).get(1)).isEqualTo(100);
    assertThat(rows.get(0).get(1)).isGreaterThan(80);
  }

  @Test
  void aDeleteTakesTheFirstRows() throws Exception {
    List<List<Long>> rows =
        rows(
            "t",
            "tables.t = id long key, n long",
            "rows.t = 10",
            "fill.t = n: 0",
            "op.DROP = 1: delete 2 first t where id > 3",
            "request.operations = 2");
    assertThat(column(rows, 0)).containsExactly(1L, 2L, 3L, 8L, 9L, 10L);
  }

  @Test
  void anInsertOfSeveralRowsDrawsEach() throws Exception {
    List<List<Long>> rows =
        rows(
            "t",
            "tables.t = id long key, n long",
            "op.NEW = 1: insert 3 t(n: 1..1M)",
            "request.operations = 2");
    assertThat(column(rows, 0)).containsExactlyElementsOf(range(1, 6));
    assertThat(column(rows, 1)).doesNotHaveDuplicates();
  }

  @Test
  void bytesAreLettersOrAnyOrAText() throws Exception {
    String table = "tables.t = id long key, b bytes(20)";
    List<String> letters = texts("t", "b", table, "rows.t = 50", "fill.t = b: letters");
    assertThat(letters).allMatch(text -> text.matches("[a-z]{20}")).doesNotHaveDuplicates();
    List<String> some = texts("t", "b", table, "rows.t = 50", "fill.t = b: letters(3..5)");
    assertThat(some).allMatch(text -> text.matches("[a-z]{3,5}"));
    assertThat(some.stream().map(String::length)).contains(3, 4, 5);
    List<String> bytes = texts("t", "b", table, "rows.t = 50", "fill.t = b: random_bytes(7)");
    assertThat(bytes).allMatch(text -> text.length() == 7);
    assertThat(String.join("", bytes).chars().boxed()).anyMatch(c -> c < 97).anyMatch(c -> c > 122);
    assertThat(texts("t", "b", table, "rows.t = 2", "fill.t = b: \"a b\""))
        .containsExactly("a b", "a b");
  }

  @Test
  void aFloatIsRead() throws Exception {
    List<List<Long>> rows =
        rows("t", "tables.t = id long key, f float", "rows.t = 1", "fill.t = f: 5");
    assertThat(rows).containsExactly(List.of(1L, 500L));
  }
}
