package io.ibench.learn.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.learn.log.ReadLog.Statement;
import java.io.ByteArrayInputStream;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneralLogReaderTest {

  private static final String MARIADB = "mariadb-10.11-general.log.gz";
  private static final String MYSQL = "mysql-9.7-general.log.gz";

  private final ReadLog log = new ReadLog();

  @Test
  void readsStatementsOfMariadbWithFilledInValues() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture(MARIADB));
    assertThat(summary.format()).isEqualTo(LogFormat.GENERAL_LOG);
    assertThat(summary.version()).contains("10.11.19-MariaDB-0+deb12u1 (Debian 12)");
    assertThat(summary.count(Noticed.UNREADABLE)).isZero();
    assertThat(summary.count(Noticed.PARAMETERS_LOST)).isZero();
    assertThat(log.all("insert into t (id, n, s, b, at) values (1,").get(0).text())
        .isEqualTo(
            "insert into t (id, n, s, b, at) values (1, 10, 'text; it\\'s\n"
                + "# User@Hosts are 100 %; \\\\ ok?\n# x', _binary '\\\0\1\n\\'\\\\;\n"
                + "# x\u00ff\u001a?', '2026-11-30 01:02:03')");
    assertThat(log.all("update t set n = 1 where id = 1")).hasSize(4);
  }

  @Test
  void givesTheSecondOfTheStartAndNoFigures() throws LogException {
    log.read(ReadLog.fixture(MARIADB));
    Statement delete = log.first("delete from t");
    assertThat(delete.start()).isEqualTo(LogTime.parse("2026-11-30 06:23:05").micros());
    assertThat(delete.clock()).isEqualTo(1_000_000);
    assertThat(delete.duration()).isEqualTo(LogEntry.UNKNOWN);
    assertThat(delete.figures()).isEqualTo("-1 sent, -1 read, -1 changed, -1 pages");
  }

  @Test
  void readsMysqlWithMicroseconds() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture(MYSQL));
    assertThat(summary.version()).contains("9.7.4-2 ((Debian))");
    assertThat(log.first("delete from t").start())
        .isEqualTo(LogTime.parse("2026-11-30 06:23:19.040471").micros());
    assertThat(log.first("delete from t").clock()).isEqualTo(1);
    assertThat(log.first("delete from t").session()).isEqualTo(21);
  }

  @ParameterizedTest
  @ValueSource(strings = {MARIADB, MYSQL})
  void anExecuteOfSqlCountsOnceWithItsValues(String fixture) throws LogException {
    log.read(ReadLog.fixture(fixture));
    assertThat(log.texts()).contains("select * from t where id = 2 and s <> 'x'");
    assertThat(log.texts()).noneMatch(text -> text.startsWith("execute "));
    assertThat(log.texts()).noneMatch(text -> text.startsWith("select * from t where id = ?"));
  }

  @ParameterizedTest
  @ValueSource(strings = {MARIADB, MYSQL})
  void dividesTextsOfSeveralStatements(String fixture) throws LogException {
    log.read(ReadLog.fixture(fixture));
    int first = log.texts().indexOf("/* several */ select 1");
    assertThat(log.texts().subList(first, first + 3))
        .containsExactly("/* several */ select 1", "select 2", "update t set n = 3 where id = 3");
  }

  @Test
  void doesNotDivideCompoundStatements() throws LogException {
    log.read(
        ReadLog.bytes(
            "261130  6:23:05\t    71 Query\tbegin not atomic\n select 1;\n select 2;\nend\n"
                + "\t\t    71 Query\tbegin; select 3\n"));
    assertThat(log.texts())
        .containsExactly("begin not atomic\n select 1;\n select 2;\nend", "begin", "select 3");
  }

  @Test
  void quitEndsASession() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture(MYSQL));
    assertThat(log.ended).hasSize(6).contains(21L);
    assertThat(summary.count(Noticed.ADMINISTRATOR)).isEqualTo(6 + 6 + 3);
  }

  @Test
  void takesStatementsOfOneUserSinceItConnected() throws LogException {
    LogFilter app = new LogFilter(Optional.empty(), Optional.empty(), Optional.of("app"));
    LogSummary summary = log.read(ReadLog.fixture(MARIADB), app);
    ReadLog all = new ReadLog();
    all.read(ReadLog.fixture(MARIADB));
    assertThat(summary.statements()).isPositive().isLessThan(all.statements.size());
    assertThat(log.texts()).noneMatch(text -> text.startsWith("set global"));
  }

  @Test
  void recordsMayCrossTheEndsOfBuffers() throws Exception {
    byte[] bytes = ReadLog.fixture(MARIADB);
    log.read(bytes);
    for (int size = 1; size < 500; size += 7) {
      ReadLog small = new ReadLog();
      new GeneralLogReader(new Outlet(LogFilter.ALL, small, true), LogFilter.ALL)
          .read(new ByteFeed(new ByteArrayInputStream(bytes), size, 1 << 20), 0);
      assertThat(small.statements).isEqualTo(log.statements);
    }
  }
}
