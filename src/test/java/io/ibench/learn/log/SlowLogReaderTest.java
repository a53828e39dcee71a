package io.ibench.learn.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.ibench.learn.log.ReadLog.Statement;
import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlowLogReaderTest {

  private static final String MARIADB = "mariadb-10.11-slow.log.gz";
  private static final String VERBOSE = "mariadb-10.11-slow-verbose.log.gz";
  private static final String LOST = "mariadb-10.11-slow-lost.log";
  private static final String MYSQL = "mysql-9.7-slow.log.gz";
  private static final String OLDER = "mariadb-10.11-slow-rotated.1.gz";
  private static final String NEWER = "mariadb-10.11-slow-rotated.gz";

  @TempDir private Path folder;

  private final ReadLog log = new ReadLog();

  /** A record as MariaDB writes it. */
  private static String record(long session, long second, String text) {
    return "# User@Host: app[app] @ localhost [127.0.0.1]\n# Thread_id: "
        + session
        + "  Schema: shop  QC_hit: No\n"
        + "# Query_time: 0.000100  Lock_time: 0.000000  Rows_sent: 0  Rows_examined: 0\n"
        + "# Rows_affected: 0  Bytes_sent: 11\nSET timestamp="
        + second
        + ";\n"
        + text
        + ";\n";
  }

  private static final String HEADER =
      "mariadbd, Version: 10.11.19-MariaDB. started with:\n"
          + "Tcp port: 3306  Unix socket: /run/s.sock\nTime\t\t    Id Command\tArgument\n";

  @Test
  void readsAllStatementsOfMariadbWithVersionAndSessions() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture(MARIADB));
    assertThat(summary.format()).isEqualTo(LogFormat.SLOW_LOG);
    assertThat(summary.version()).contains("10.11.19-MariaDB-0+deb12u1 (Debian 12)");
    assertThat(summary.statements()).isEqualTo(78);
    assertThat(summary.sessions()).isEqualTo(6);
    assertThat(summary.count(Noticed.UNREADABLE)).isZero();
    assertThat(summary.bytes()).isEqualTo(ReadLog.fixture(MARIADB).length);
  }

  @Test
  void takesTheFiguresOfARecord() throws LogException {
    log.read(ReadLog.fixture(MARIADB));
    Statement delete = log.first("delete from t");
    assertThat(delete.figures()).isEqualTo("0 sent, 3 read, 3 changed, 7 pages");
    assertThat(delete.duration()).isEqualTo(2009);
    assertThat(delete.start()).isEqualTo(1796018003_000_000L);
    assertThat(delete.clock()).isEqualTo(1_000_000);
    assertThat(log.first("COMMIT").figures()).isEqualTo("0 sent, 0 read, 0 changed, -1 pages");
  }

  @Test
  void keepsLineFeedsQuotesAndZerosOfBytesThatMariadbsDriverSends() throws LogException {
    log.read(ReadLog.fixture(MARIADB));
    assertThat(log.all("insert into t (id, n, s, b, at) values (1,").get(0).text())
        .isEqualTo(
            "insert into t (id, n, s, b, at) values (1, 10, 'text; it\\'s\n"
                + "# User@Hosts are 100 %; \\\\ ok?\n# x', _binary '\\\0\1\n\\'\\\\;\n"
                + "# x\u00ff\u001a?', '2026-11-30 01:02:03')");
  }

  @Test
  void keepsBytesAsBothDriversWriteThem() throws LogException {
    log.read(ReadLog.fixture(MARIADB));
    assertThat(log.all("insert into t (id, n, s, b, at) values (1,").get(1).text())
        .contains("'\\0\1\\n\\'\\\\;\\n# x\\\u00ff\\Z?', TIMESTAMP'2026-11-30 01:02:03'");
    ReadLog other = new ReadLog();
    other.read(ReadLog.fixture(VERBOSE));
    assertThat(other.first("insert into t (id, n, s, b, at) values (1,").text())
        .contains("x'00010a275c3b0a232078ff1a3f'");
  }

  @Test
  void anExecuteOfSqlHasItsValuesAndSeveralStatementsAreSeveral() throws LogException {
    log.read(ReadLog.fixture(MARIADB));
    assertThat(log.texts())
        .contains(
            "select * from t where id = 2 and s <> 'x'",
            "/* several */ select 1",
            "select 2",
            "update t set n = 3 where id = 3");
    assertThat(log.texts()).noneMatch(text -> text.startsWith("execute"));
  }

  /** Neither is cut, and MariaDB does not say that the second one failed. */
  @Test
  void longTextsAreWholeAndFailuresHaveNoMark() throws LogException {
    log.read(ReadLog.fixture(MARIADB));
    assertThat(log.first("select '0123456789").text()).hasSize(4009);
    assertThat(log.first("select * from missing").failed()).isFalse();
  }

  @Test
  void readsNewerVersionsOfMariadb() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture("mariadb-11.8-slow.log.gz"));
    ReadLog older = new ReadLog();
    older.read(ReadLog.fixture(MARIADB));
    assertThat(summary.version().orElseThrow()).startsWith("11.8.9-MariaDB-4");
    assertThat(own(log)).isEqualTo(own(older));
  }

  /** Without those of the driver, and of two sessions that run at a time. */
  private static List<String> own(ReadLog read) {
    int end = read.texts().indexOf("call two(2)");
    return read.texts().subList(0, end).stream()
        .filter(text -> !text.startsWith("set sql_mode") && !text.startsWith("flush"))
        .toList();
  }

  @Test
  void takesASemicolonBeforeAnotherLineForAPartOfTheText() throws LogException {
    log.read(ReadLog.fixture(MARIADB));
    assertThat(log.first("select 'a;").text())
        .isEqualTo("select 'a;\n# x', 'b;\n\nc' -- comment;\n# another;\nfrom t\nwhere id = 1");
  }

  /** What a text has of a record's begin is not enough. */
  @Test
  void onlyAWholeBeginOfARecordEndsAText() throws LogException {
    String text = "select ';\n# Time: now', ';\n# User@Host: me', ';\n# Thread_id: 7'";
    log.read(ReadLog.bytes(record(1, 1, text) + record(1, 1, "select 2")));
    assertThat(log.texts()).containsExactly(text, "select 2");
  }

  @Test
  void takesACommentAtTheBeginForAPartOfTheText() throws LogException {
    log.read(ReadLog.fixture(MARIADB));
    assertThat(log.texts()).contains("# a comment first;\nselect 7");
  }

  @Test
  void takesNoUseAndNoTimestampOfTheServersForAStatementButThoseOfTheApplication()
      throws LogException {
    log.read(ReadLog.fixture(MARIADB));
    assertThat(log.texts()).contains("use other", "use shop", "set timestamp = 5");
    assertThat(log.texts()).noneMatch(text -> text.startsWith("SET timestamp="));
    assertThat(log.texts()).noneMatch(text -> text.startsWith("use `"));
  }

  @Test
  void givesNoTimeWhereTheApplicationHasSetIt() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture(MARIADB));
    assertThat(log.first("select now()").start()).isEqualTo(LogEntry.UNKNOWN);
    assertThat(log.first("insert into a").start()).isEqualTo(1796018003_000_000L);
    assertThat(summary.count(Noticed.ODD_TIMES)).isEqualTo(6);
    assertThat(summary.firstMicros()).hasValue(1796018002_000_000L);
  }

  @Test
  void keepsTheOrderOfASessionWhoseWaitEndsLate() throws LogException {
    log.read(ReadLog.fixture(MARIADB));
    List<Statement> statements = log.statements;
    Statement last = statements.get(statements.size() - 1);
    assertThat(last.text()).isEqualTo("update t set n = 6 where id = 1");
    assertThat(last.start()).isEqualTo(1796018003_000_000L);
    assertThat(last.duration()).isEqualTo(2_005_944);
    assertThat(statements.get(statements.size() - 2).start()).isEqualTo(1796018005_000_000L);
  }

  @Test
  void skipsStatementsInsideOfRoutinesAndLinesOfExplain() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture(VERBOSE));
    assertThat(summary.statements()).isEqualTo(90);
    assertThat(summary.count(Noticed.INNER)).isEqualTo(2);
    assertThat(summary.count(Noticed.UNREADABLE)).isZero();
    assertThat(log.first("call two(2)").figures()).isEqualTo("1 sent, 2 read, 1 changed, 2 pages");
    assertThat(log.texts()).noneMatch(text -> text.contains("NAME_CONST"));
  }

  @Test
  void countsStatementsWhoseParametersAreLost() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture(LOST));
    assertThat(log.statements.stream().filter(Statement::lost).map(Statement::text))
        .containsExactly(
            "update t set n = ? where id = ? and s <> 'why?'",
            "update t set n = ? where id = ? and s <> 'why?'",
            "update t set n = ? where id = ? and s <> 'why?'",
            "begin not atomic\n update t set n = ? where id = 1;\n select 'a?';\nend");
    assertThat(summary.count(Noticed.PARAMETERS_LOST)).isEqualTo(4);
    assertThat(summary.places())
        .containsEntry(Noticed.PARAMETERS_LOST, "standard input:" + lineOf(LOST, "update t"));
  }

  private static int lineOf(String fixture, String beginning) {
    String[] lines =
        new String(ReadLog.fixture(fixture), StandardCharsets.ISO_8859_1).split("\n", -1);
    int line = 0;
    while (!lines[line].startsWith(beginning)) {
      line++;
    }
    return line + 1;
  }

  @Test
  void takesQuestionMarksInTextsForNoParameters() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture(MARIADB));
    // The text of PREPARE is a text, too.
    assertThat(summary.count(Noticed.PARAMETERS_LOST)).isZero();
  }

  @Test
  void readsMysqlWithMicrosecondsAndNamesItsSessions() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture(MYSQL));
    assertThat(summary.version()).contains("9.7.4-2 ((Debian))");
    Statement delete = log.first("delete from t");
    assertThat(delete.session()).isEqualTo(9);
    assertThat(delete.start()).isEqualTo(1796018095_956_597L - 4218);
    assertThat(delete.clock()).isEqualTo(1);
    assertThat(delete.figures()).isEqualTo("0 sent, 0 read, -1 changed, -1 pages");
  }

  @Test
  void dropsAdministratorCommandsAndEndsSessionsAtQuit() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture(MYSQL));
    assertThat(summary.statements() + summary.count(Noticed.ADMINISTRATOR)).isEqualTo(240);
    assertThat(summary.count(Noticed.ADMINISTRATOR)).isEqualTo(26);
    assertThat(log.ended).hasSize(11).startsWith(9L, 10L);
    assertThat(log.texts()).noneMatch(text -> text.contains("administrator"));
  }

  @Test
  void knowsFailuresOfMysqlsExtraFigures() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture(MYSQL));
    assertThat(summary.count(Noticed.FAILED)).isEqualTo(4);
    assertThat(log.statements.stream().filter(Statement::failed).map(Statement::text))
        .containsOnly("insert into t (id, n) values (1, 1)", "select * from missing");
  }

  @Test
  void readsMysqlsTimesInsteadOfThoseThatTheApplicationHasSet() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture(MYSQL));
    assertThat(log.first("select now()").start()).isGreaterThan(1796018096_000_000L);
    assertThat(summary.count(Noticed.ODD_TIMES)).isZero();
  }

  @Test
  void readsRotatedFilesInTheOrderOfTimeAndGoesOnWithTheirSessions() throws LogException {
    Path second = ReadLog.file(folder, "a.log", ReadLog.fixture(NEWER));
    Path first = ReadLog.file(folder, "b.log", ReadLog.fixture(OLDER));
    LogSummary summary = Logs.read(List.of(second, first), LogFilter.ALL, log);
    assertThat(summary.files()).containsExactly(first.toString(), second.toString());
    assertThat(summary.count(Noticed.RESTARTS)).isZero();
    assertThat(log.all("COMMIT")).hasSize(92);
    assertThat(log.all("BEGIN")).hasSize(90);
    assertThat(openTransactions()).isZero();
    assertThat(log.statements.get(log.statements.size() - 1).file()).isEqualTo(1);
  }

  private int openTransactions() {
    Set<Long> open = new HashSet<>();
    for (Statement statement : log.statements) {
      if (statement.text().equals("BEGIN")) {
        assertThat(open.add(statement.session())).isTrue();
      } else if (statement.text().equals("COMMIT")) {
        open.remove(statement.session());
      }
    }
    return open.size();
  }

  @Test
  void filesWhoseTimesOverlapAreTwoServers() {
    Path one =
        ReadLog.file(folder, "a.log", ReadLog.bytes(HEADER + many(1, 1000, 99) + many(1, 1200, 9)));
    Path other = ReadLog.file(folder, "b.log", ReadLog.bytes(HEADER + many(1, 1100, 99)));
    assertThatThrownBy(() -> Logs.read(List.of(one, other), LogFilter.ALL, log))
        .isInstanceOf(LogException.class)
        .hasMessage(
            other
                + ":123: these times lie before those of the statements above: the logs of two"
                + " servers, or one twice; right: one server's log, each part once");
  }

  private static String many(long session, long second, int count) {
    StringBuilder records = new StringBuilder();
    for (int i = 0; i < count; i++) {
      records.append(record(session, second, "select " + i));
    }
    return records.toString();
  }

  @Test
  void sessionsAfterARestartAreOthers() throws LogException {
    String restarted =
        HEADER
            + record(8, 1000, "begin")
            + record(9, 1000, "begin")
            + HEADER
            + record(7, 1001, "select 1")
            + record(8, 1001, "select 2");
    LogSummary summary = log.read(ReadLog.bytes(restarted));
    assertThat(summary.count(Noticed.RESTARTS)).isEqualTo(1);
    assertThat(summary.sessions()).isEqualTo(4);
  }

  @Test
  void sessionsAfterRotationAreTheSame() throws LogException {
    String rotated =
        HEADER
            + record(8, 1000, "begin")
            + record(9, 1000, "begin")
            + HEADER
            + record(8, 1001, "commit")
            + record(10, 1001, "select 2");
    LogSummary summary = log.read(ReadLog.bytes(rotated));
    assertThat(summary.count(Noticed.RESTARTS)).isZero();
    assertThat(summary.sessions()).isEqualTo(3);
  }

  @Test
  void aHeaderEndsAStatement() throws LogException {
    log.read(ReadLog.bytes(HEADER + record(8, 1000, "select 1") + HEADER));
    assertThat(log.texts()).containsExactly("select 1");
  }

  @Test
  void takesStatementsOfOneUser() throws LogException {
    LogFilter root = new LogFilter(Optional.empty(), Optional.empty(), Optional.of("root"));
    LogSummary summary = log.read(ReadLog.fixture(MARIADB), root);
    assertThat(log.texts()).containsExactly("flush slow logs");
    assertThat(summary.count(Noticed.OTHER_USER)).isEqualTo(77);
    assertThat(summary.sessions()).isEqualTo(6);
  }

  @Test
  void aUserWhoseNameOnlyBeginsOrEndsLikeTheWantedOneIsAnother() throws LogException {
    for (String name : List.of("ap", "pp", "app[app")) {
      ReadLog none = new ReadLog();
      none.read(
          ReadLog.bytes(record(1, 1, "select 1")),
          new LogFilter(Optional.empty(), Optional.empty(), Optional.of(name)));
      assertThat(none.statements).as(name).isEmpty();
    }
  }

  /** The first seconds have no line of time, but the same clock. */
  @Test
  void takesTimesOfTheServersOwnClock() throws LogException {
    String india =
        HEADER
            + record(1, 1796018454, "select 1")
            + "# Time: 261130 11:30:55\n"
            + record(1, 1796018455, "select 2")
            + "# Time: 261130 11:31:00\n"
            + record(1, 1796018460, "select 3");
    LogSummary summary = log.read(ReadLog.bytes(india), between("11:30", "11:31"));
    assertThat(log.texts()).containsExactly("select 1", "select 2");
    assertThat(summary.count(Noticed.OUTSIDE)).isEqualTo(1);
    assertThat(summary.sessions()).isEqualTo(1);
    ReadLog none = new ReadLog();
    none.read(ReadLog.bytes(india), between("06:00", "06:30"));
    assertThat(none.statements).isEmpty();
  }

  private static LogFilter between(String from, String to) {
    return new LogFilter(
        Optional.of(LogTime.parse(from)), Optional.of(LogTime.parse(to)), Optional.empty());
  }

  @Test
  void dropsAndCountsTheRecordThatTheEndCuts() throws LogException {
    String whole = record(1, 1, "select 1") + record(1, 1, "select 2");
    LogSummary summary = log.read(ReadLog.bytes(whole.substring(0, whole.length() - 2)));
    assertThat(log.texts()).containsExactly("select 1");
    assertThat(summary.count(Noticed.UNFINISHED)).isEqualTo(1);
  }

  @Test
  void refusesALogOfWhichARateLimitLeftStatementsOut() {
    String limited =
        record(1, 1, "select 1")
            .replace(
                "# Rows_affected",
                "# Log_slow_rate_type: query" + "  Log_slow_rate_limit: 5\n# Rows_affected");
    assertThatThrownBy(() -> log.read(ReadLog.bytes(limited)))
        .isInstanceOf(LogException.class)
        .hasMessage(
            "standard input:4: log_slow_rate_limit is 5, so statements are missing within"
                + " transactions; right: 1");
  }

  @Test
  void refusesALogWithoutShortStatements() {
    String longOnes = many(1, 1, 100).replace("0.000100", "0.010100");
    assertThatThrownBy(() -> log.read(ReadLog.bytes(longOnes)))
        .isInstanceOf(LogException.class)
        .hasMessage(
            "standard input: no statement is shorter than 10 ms, so short ones are missing;"
                + " right: long_query_time = 0");
  }

  @Test
  void readsInsertIdsBeforeTheTimestamp() throws LogException {
    log.read(
        ReadLog.bytes(
            record(1, 77, "insert into a values (last_insert_id())")
                .replace("SET timestamp", "SET last_insert_id=5,insert_id=6,timestamp")));
    assertThat(log.first("insert").start()).isEqualTo(77_000_000);
  }

  /** Every size of the first buffer puts its end into another place of a record. */
  @Test
  void recordsMayCrossTheEndsOfBuffers() throws Exception {
    byte[] bytes = ReadLog.fixture(MARIADB);
    log.read(bytes);
    for (int size = 1; size < 700; size += 3) {
      ReadLog small = new ReadLog();
      Outlet outlet = new Outlet(LogFilter.ALL, small, true);
      new SlowLogReader(outlet, LogFilter.ALL)
          .read(new ByteFeed(new ByteArrayInputStream(bytes), size, 1 << 20), 0);
      assertThat(small.statements).isEqualTo(log.statements);
    }
  }

  @Test
  void nothingIsAllocatedForAStatement() throws Exception {
    ByteFeed feed = new ByteFeed(new ByteArrayInputStream(ReadLog.bytes(many(1, 1, 20_000))));
    long[] count = new long[1];
    SlowLogReader reader =
        new SlowLogReader(new Outlet(LogFilter.ALL, entry -> count[0]++, true), LogFilter.ALL);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    reader.read(feed, 0);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(20_000);
    assertThat(count[0]).isEqualTo(20_000);
  }

  @Test
  void aStatementAboveTheLimitIsCountedAndTheNextOneRead() throws Exception {
    String huge = "insert into t values ('" + "x;\n# y".repeat(2000) + "')";
    byte[] bytes =
        ReadLog.bytes(
            record(1, 1, "select 1")
                + record(1, 1, huge)
                + record(1, 1, "select 2")
                + record(1, 1, "select 3"));
    Outlet outlet = new Outlet(LogFilter.ALL, log, true);
    new SlowLogReader(outlet, LogFilter.ALL)
        .read(new ByteFeed(new ByteArrayInputStream(bytes), 100, 4096), 0);
    LogSummary summary = outlet.summary(LogFormat.SLOW_LOG, Optional.empty(), List.of(), 0);
    assertThat(log.texts()).containsExactly("select 1", "select 2", "select 3");
    assertThat(summary.count(Noticed.TOO_LONG)).isEqualTo(1);
    for (int limit = 3000; limit < 3200; limit++) {
      ReadLog again = new ReadLog();
      new SlowLogReader(new Outlet(LogFilter.ALL, again, true), LogFilter.ALL)
          .read(new ByteFeed(new ByteArrayInputStream(bytes), 100, limit), 0);
      assertThat(again.texts()).containsExactly("select 1", "select 2", "select 3");
    }
    List<Long> lines = new ArrayList<>(log.statements.stream().map(Statement::line).toList());
    assertThat(lines).containsExactly(6L, 2018L, 2024L);
  }
}
