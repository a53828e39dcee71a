package io.ibench.learn.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.learn.log.LogEntry;
import io.ibench.learn.log.LogFormat;
import io.ibench.random.Random64;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class LearnerTest {

  private final Learner learner = new Learner(1);
  private final Random64 random = new Random64(7);
  private final LogEntry entry = new LogEntry();
  private long micros = 1_700_000_000_000_000L;

  private void say(long session, String sql) {
    say(session, sql, 1, false);
  }

  private void say(long session, String sql, long sent, boolean failed) {
    micros += 100;
    entry.session = session;
    entry.bytes = sql.getBytes(StandardCharsets.UTF_8);
    entry.from = 0;
    entry.to = entry.bytes.length;
    entry.startMicros = micros;
    entry.clockMicros = 1;
    entry.durationMicros = 50;
    entry.rowsSent = sent;
    entry.rowsExamined = 1;
    entry.rowsAffected = 0;
    entry.pagesAccessed = LogEntry.UNKNOWN;
    entry.failed = failed;
    learner.statement(entry);
  }

  private long draw(int most) {
    return 1 + random.nextLong(most);
  }

  private static Origin origin(LearnedType type, int place, int slot) {
    return type.origins().get(type.parameters().at(place, slot).index());
  }

  private static String say(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  @Test
  void transactionsGoFromBeginToCommitInEachSession() {
    for (int i = 0; i < 100; i++) {
      say(1, "BEGIN");
      say(2, "START TRANSACTION");
      say(1, say("SELECT a FROM t WHERE id = %d", draw(1000)));
      say(2, say("DELETE FROM t WHERE id = %d", draw(1000)));
      say(1, say("UPDATE t SET a = 1 WHERE id = %d", draw(1000)));
      say(2, "COMMIT");
      say(1, "COMMIT");
    }
    LearnedLoad load = learner.finish();
    assertThat(load.types())
        .extracting(LearnedType::name)
        .containsExactlyInAnyOrder("update_t", "delete_t");
    assertThat(load.types())
        .allMatch(each -> each.type().count() == 100 && each.type().isExplicit());
    assertThat(load.totals().statements()).isEqualTo(300);
    assertThat(load.totals().coveredShare()).isEqualTo(1);
  }

  @Test
  void withoutAutocommitTheFirstStatementBegins() {
    say(1, "SET autocommit=0");
    for (int i = 0; i < 30; i++) {
      say(1, say("UPDATE t SET a = 1 WHERE id = %d", draw(1000)));
      say(1, say("UPDATE u SET a = 1 WHERE id = %d", draw(1000)));
      say(1, "COMMIT");
    }
    LearnedLoad load = learner.finish();
    assertThat(load.types()).hasSize(1);
    assertThat(load.types().get(0).type().places()).isEqualTo(2);
    assertThat(load.types().get(0).type().isExplicit()).isTrue();
  }

  @Test
  void aCompoundStatementOfMariadbIsNoBeginAndMayCommit() {
    for (int i = 0; i < 30; i++) {
      say(1, "BEGIN");
      say(1, say("INSERT INTO t (id) VALUES (%d)", i));
      say(1, "BEGIN NOT ATOMIC UPDATE u SET a = ? WHERE id = ?; COMMIT; END");
      say(1, say("SELECT a FROM v WHERE id = %d", draw(100)));
    }
    LearnedLoad load = learner.finish();
    assertThat(load.types()).extracting(LearnedType::name).containsExactly("insert_t", "select_v");
    assertThat(load.types().get(0).type().count()).isEqualTo(30);
    assertThat(load.totals().lostValues()).isEqualTo(60);
  }

  @Test
  void repeatsAreLoopsAndTheirTurnsAreCounted() {
    for (int i = 0; i < 300; i++) {
      say(1, "BEGIN");
      long lines = 5 + random.nextLong(11);
      long order = draw(100_000);
      say(1, say("INSERT INTO orders (id, lines) VALUES (%d, %d)", order, lines));
      for (int line = 1; line <= lines; line++) {
        long item = draw(1000);
        say(1, say("SELECT price FROM item WHERE id = %d", item));
        say(1, say("INSERT INTO line (o_id, n, i_id) VALUES (%d, %d, %d)", order, line, item));
      }
      say(1, "COMMIT");
    }
    LearnedLoad load = learner.finish();
    assertThat(load.types()).hasSize(1);
    LearnedType type = load.types().get(0);
    assertThat(type.loops()).containsExactly(new Loop(1, 3));
    assertThat(type.type().turns(new Loop(1, 3), type.loops())).allMatch(n -> n >= 5 && n <= 15);
    assertThat(origin(type, 0, 1)).isEqualTo(new Origin.Turns(new Loop(1, 3)));
    assertThat(origin(type, 2, 0)).isEqualTo(new Origin.Equal(type.parameters().at(0, 0), 0, 1));
    assertThat(origin(type, 2, 1)).isEqualTo(new Origin.Counter(new Loop(1, 3), 1, 1));
    assertThat(origin(type, 2, 2)).isEqualTo(new Origin.Equal(type.parameters().at(1, 0), 0, 1));
  }

  @Test
  void oneTurnIsTheSameTypeAsMany() {
    for (int i = 0; i < 60; i++) {
      say(1, "BEGIN");
      for (int turn = 0; turn <= i % 3; turn++) {
        say(1, say("SELECT a FROM t WHERE id = %d", draw(1000)));
      }
      say(1, "UPDATE u SET a = 1");
      say(1, "COMMIT");
    }
    assertThat(learner.finish().types()).hasSize(1);
  }

  @Test
  void rangesAndConstantsAreFound() {
    for (int i = 0; i < 200; i++) {
      long low = draw(10_000);
      say(1, say("SELECT c FROM t WHERE id BETWEEN %d AND %d LIMIT 10", low, low + 99));
    }
    LearnedType type = learner.finish().types().get(0);
    assertThat(origin(type, 0, 0)).isEqualTo(new Origin.Drawn());
    assertThat(origin(type, 0, 1)).isEqualTo(new Origin.Equal(type.parameters().at(0, 0), 99, 1));
    assertThat(origin(type, 0, 2)).isEqualTo(new Origin.Constant((byte) 1, 10));
  }

  @Test
  void whatIsEqualInMostCasesIsDrawnInTheOthers() {
    for (int i = 0; i < 5_000; i++) {
      say(1, "BEGIN");
      long home = draw(100);
      long other = random.nextLong(100) < 90 ? home : draw(100);
      say(1, say("SELECT a FROM w WHERE id = %d", home));
      say(1, say("UPDATE c SET a = 1 WHERE w = %d", other));
      say(1, "COMMIT");
    }
    LearnedType type = learner.finish().types().get(0);
    assertThat(origin(type, 1, 1)).isInstanceOf(Origin.Equal.class);
    Origin.Equal equal = (Origin.Equal) origin(type, 1, 1);
    assertThat(equal.source()).isEqualTo(type.parameters().at(0, 0));
    assertThat(equal.share()).isBetween(0.87, 0.93);
  }

  @Test
  void twoFewValuesThatAgreeByChanceAreNotEqual() {
    for (int i = 0; i < 2_000; i++) {
      say(1, "BEGIN");
      long first = random.nextLong(100) < 95 ? 1 : 2;
      long second = random.nextLong(100) < 95 ? 1 : 2;
      say(1, say("SELECT a FROM w WHERE k = %d", first));
      say(1, say("UPDATE c SET a = 1 WHERE k = %d", second));
      say(1, "COMMIT");
    }
    assertThat(origin(learner.finish().types().get(0), 1, 1)).isEqualTo(new Origin.Drawn());
  }

  @Test
  void aColumnThatAnEarlierStatementReturnsIsItsResult() {
    for (int i = 0; i < 200; i++) {
      say(1, "BEGIN");
      say(1, say("SELECT id, name FROM customer WHERE name = 'n%d'", draw(500)));
      say(1, say("SELECT d_next_o_id FROM district WHERE d = %d", draw(10)));
      say(1, say("UPDATE customer SET seen = 1 WHERE id = %d", draw(100_000)));
      say(
          1,
          say("INSERT INTO sale (customer_id, o_id) VALUES (%d, %d)", draw(100_000), draw(90_000)));
      say(1, "COMMIT");
    }
    LearnedType type = learner.finish().types().get(0);
    assertThat(origin(type, 2, 1)).isEqualTo(new Origin.Result(0, 0, Origin.Match.SAME_COLUMN));
    assertThat(origin(type, 3, 0)).isEqualTo(new Origin.Result(0, 0, Origin.Match.SAME_NAME));
    assertThat(origin(type, 3, 1)).isEqualTo(new Origin.Result(1, 0, Origin.Match.SIMILAR_NAME));
  }

  @Test
  void aStatementThatReturnsManyRowsGivesNoResult() {
    for (int i = 0; i < 200; i++) {
      say(1, "BEGIN");
      say(1, say("SELECT id FROM customer WHERE city = %d", draw(500)), 40, false);
      say(1, say("UPDATE customer SET seen = 1 WHERE id = %d", draw(100_000)));
      say(1, "COMMIT");
    }
    assertThat(origin(learner.finish().types().get(0), 1, 1)).isEqualTo(new Origin.Drawn());
  }

  @Test
  void theTimeOfDayIsNoConstant() {
    for (int i = 0; i < 100; i++) {
      micros += 60_000_000;
      say(
          1,
          say(
              "UPDATE t SET ms = %d, s = %d WHERE id = %d",
              micros / 1_000, micros / 1_000_000, draw(1000)));
    }
    LearnedType type = learner.finish().types().get(0);
    assertThat(origin(type, 0, 0)).isEqualTo(new Origin.Now(1_000));
    assertThat(origin(type, 0, 1)).isEqualTo(new Origin.Now(1_000_000));
  }

  @Test
  void singleStatementsThatAlwaysFollowEachOtherAreOneOperation() {
    for (int i = 0; i < 300; i++) {
      long session = 1 + i % 3;
      say(session, say("SELECT next FROM district WHERE d = %d", draw(10)));
      say(session, say("SELECT count(*) FROM stock WHERE q < %d", draw(20)));
      if (i % 2 == 0) {
        say(session, say("SELECT a FROM other WHERE id = %d", draw(20)));
      }
    }
    LearnedLoad load = learner.finish();
    assertThat(load.types())
        .extracting(LearnedType::name)
        .containsExactly("select_district", "select_other");
    assertThat(load.types().get(0).type().places()).isEqualTo(2);
    assertThat(load.types().get(0).type().isExplicit()).isFalse();
  }

  @Test
  void aCircleOfSingleStatementsBeginsWhereSessionsBegin() {
    for (int session = 1; session <= 5; session++) {
      for (int i = 0; i < 100; i++) {
        for (int turn = 0; turn < 10; turn++) {
          say(session, say("SELECT c FROM t WHERE id = %d", draw(1000)));
        }
        say(session, say("UPDATE t SET k = 1 WHERE id = %d", draw(1000)));
        say(session, say("DELETE FROM t WHERE id = %d", draw(1000)));
      }
    }
    LearnedLoad load = learner.finish();
    assertThat(load.types()).hasSize(1);
    assertThat(load.types().get(0).type().count()).isEqualTo(500);
    assertThat(load.types().get(0).loops()).containsExactly(new Loop(0, 1));
  }

  @Test
  void equalSingleStatementsAloneAreSingle() {
    for (int i = 0; i < 1_000; i++) {
      say(1, say("SELECT c FROM t WHERE id = %d", draw(1000)));
    }
    LearnedLoad load = learner.finish();
    assertThat(load.types().get(0).type().count()).isEqualTo(1_000);
  }

  @Test
  void whatIsRolledBackBelongsToTheTypeThatItBegins() {
    for (int i = 0; i < 100; i++) {
      say(1, "BEGIN");
      say(1, say("UPDATE t SET a = 1 WHERE id = %d", draw(1000)));
      if (i % 10 == 0) {
        say(1, "ROLLBACK");
      } else {
        say(1, say("UPDATE u SET a = 1 WHERE id = %d", draw(1000)));
        say(1, "COMMIT");
      }
    }
    LearnedLoad load = learner.finish();
    assertThat(load.types()).hasSize(1);
    assertThat(load.types().get(0).type().rolledBack()).isEqualTo(10);
    assertThat(load.types().get(0).type().count()).isEqualTo(100);
  }

  @Test
  void aBeginWithinATransactionAndAnEndOfItsSessionTearIt() {
    for (int i = 0; i < 50; i++) {
      say(i, "BEGIN");
      say(i, say("UPDATE t SET a = 1 WHERE id = %d", draw(1000)));
      if (i % 2 == 0) {
        say(i, "BEGIN");
        say(i, say("UPDATE u SET a = 1 WHERE id = %d", draw(1000)));
        say(i, "COMMIT");
      } else {
        learner.sessionEnded(i);
      }
    }
    LearnedLoad load = learner.finish();
    assertThat(load.totals().sessions().torn()).isEqualTo(50);
    assertThat(load.types()).extracting(LearnedType::name).containsExactly("update_u");
  }

  @Test
  void sessionsAndServersAreNoLoad() {
    for (int i = 0; i < 30; i++) {
      say(1, "SET NAMES utf8");
      say(1, "CREATE TABLE x (a int)");
      say(1, "/* ping */");
      say(1, say("SELECT a FROM t WHERE id = %d", draw(100)));
    }
    LearnedLoad load = learner.finish();
    assertThat(load.types()).extracting(LearnedType::name).containsExactly("select_t");
    assertThat(load.totals().sessions().session()).isEqualTo(30);
    assertThat(load.totals().sessions().administration()).isEqualTo(30);
    assertThat(load.totals().sessions().empty()).isEqualTo(30);
  }

  @Test
  void rareTransactionsAreNotInTheScript() {
    for (int i = 0; i < 5_000; i++) {
      say(1, say("SELECT a FROM t WHERE id = %d", draw(100)));
      if (i < Learner.LEAST_TRANSACTIONS - 1) {
        say(1, say("DELETE FROM rare WHERE id = %d", i));
      }
    }
    LearnedLoad load = learner.finish();
    assertThat(load.types()).extracting(LearnedType::name).containsExactly("select_t");
    assertThat(load.rest()).hasSize(1);
  }

  @Test
  void formsAndTypesWithoutEndStayBounded() {
    for (int i = 0; i < 25_000; i++) {
      say(
          1,
          say(
              "SELECT a FROM t WHERE c%s = 1",
              Integer.toString(i, 36).replaceAll("\\d", "z") + "q" + "y".repeat(i % 7)));
      say(1, say("SELECT a FROM t_%s_x", Long.toString(i, 36) + "b"));
    }
    LearnedLoad load = learner.finish();
    assertThat(load.forms().size()).isLessThanOrEqualTo(20_000);
    assertThat(load.totals().formsBeyond()).isPositive();
    assertThat(load.totals().statements()).as("also those without a form").isEqualTo(50_000);
    assertThat(load.totals().sessions().empty()).isZero();
  }

  @Test
  void samplesOfManyTransactionsStayBounded() {
    learner.begins(LogFormat.SLOW_LOG);
    for (int i = 0; i < 30_000; i++) {
      say(1, "BEGIN");
      for (int k = 0; k < 12; k++) {
        say(
            1,
            say(
                "INSERT INTO t%s (a, b, c) VALUES (%d, %d, %d)",
                "abcdefghijkl".charAt(k), draw(9), draw(9), draw(9)));
      }
      say(1, "COMMIT");
    }
    LearnedType type = learner.finish().types().get(0);
    assertThat(type.type().count()).isEqualTo(30_000);
    assertThat(type.type().samples().stream().mapToInt(Sample::size).sum())
        .isLessThanOrEqualTo(4_000_000);
    assertThat(type.type().samples().size()).isGreaterThan(1_000);
  }

  @Test
  void threadsAreTheSessionsThatWorkAtATime() {
    for (int i = 0; i < 400; i++) {
      say(1 + i % 4, say("SELECT a FROM t WHERE id = %d", draw(100)));
    }
    assertThat(learner.finish().totals().sessions().threads()).isEqualTo(4);
  }

  @Test
  void arrivalsAreCountedInPartsOfTheTime() {
    for (int i = 0; i < 3_000; i++) {
      micros += i < 2_000 ? 20_000 : 40_000;
      say(1, say("SELECT a FROM t WHERE id = %d", draw(100)));
    }
    List<Arrivals.Part> parts = learner.finish().arrivals().parts(24);
    assertThat(parts.size()).isBetween(7, 9);
    assertThat(parts.get(0).perSecond()).isBetween(48.0, 51.0);
    assertThat(parts.get(6).perSecond()).isBetween(23.0, 27.0);
  }

  @Test
  void whatNoScriptCanHaveIsLeftOutAndCounted() {
    for (int i = 0; i < 50; i++) {
      say(1, "BEGIN");
      say(1, say("UPDATE t SET a = 1 WHERE id = %d", draw(1000)));
      say(1, "HANDLER t READ FIRST");
      say(1, "COMMIT");
      say(1, say("SELECT a FROM t WHERE id = %d", draw(1000)));
    }
    LearnedLoad load = learner.finish();
    assertThat(load.types()).extracting(LearnedType::name).containsExactly("select_t");
    assertThat(load.rest()).hasSize(1);
    assertThat(Learner.unwritable(load.forms(), load.rest().get(0)))
        .hasValue("reads a table without SQL");
    assertThat(load.totals().unwritable()).isEqualTo(100);
    assertThat(load.totals().missingShare()).isZero();
  }

  @Test
  void callsCanBeLeftOutAndTheLoadSaysWhy() {
    for (int i = 0; i < 50; i++) {
      say(1, say("CALL p(%d)", draw(1000)));
      say(2, say("SELECT a FROM t WHERE id = %d", draw(1000)));
    }
    LearnedLoad load = learner.finish();
    assertThat(load.types()).hasSize(2);
    LearnedLoad without = load.withoutCalls();
    assertThat(without.types()).extracting(LearnedType::name).containsExactly("select_t");
    assertThat(without.unwritable(without.rest().get(0)).orElseThrow())
        .startsWith("calls a procedure");
    assertThat(without.totals().unwritable()).isEqualTo(50);
    assertThat(without.totals().missingShare()).isZero();
  }
}
