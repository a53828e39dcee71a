package io.ibench.learn.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.ibench.learn.log.ReadLog.Statement;
import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvLogReaderTest {

  private static final String DURATION = "postgres-15-duration.csv.gz";
  private static final String STATEMENT = "postgres-15-statement.csv.gz";
  private static final String TRUNCATED = "postgres-15-truncated.csv.gz";
  private static final String LOST = "postgres-15-lost.csv.gz";

  @TempDir private Path folder;

  private final ReadLog log = new ReadLog();

  /** A record as PostgreSQL writes it, at a second of a day. */
  private static String record(String session, int second, String message, String detail) {
    return String.format(
        "2026-11-30 06:00:%02d.500 UTC,\"app\",\"shop\",7,\"[local]\",%s,1,\"SELECT\","
            + "2026-11-30 05:00:00 UTC,3/7,0,LOG,00000,\"%s\",%s,,,,,,,,\"\",\"client backend\",,0%n",
        second, session, message, detail);
  }

  @Test
  void readsEachExecutionOnce() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture(DURATION));
    assertThat(summary.format()).isEqualTo(LogFormat.CSVLOG);
    assertThat(summary.statements()).isEqualTo(85);
    assertThat(summary.count(Noticed.PARTS)).isEqualTo(54);
    assertThat(summary.count(Noticed.UNREADABLE)).isZero();
    assertThat(log.all("delete from t")).hasSize(2);
    assertThat(log.all("COMMIT")).hasSize(2);
  }

  @Test
  void givesTheValuesOfParametersAsTheyAreWritten() throws LogException {
    log.read(ReadLog.fixture(DURATION));
    Statement second = log.all("insert into t (id, n, s, b, ok, a) values ($1").get(1);
    assertThat(second.text())
        .isEqualTo("insert into t (id, n, s, b, ok, a) values ($1, $2, $3, $4, $5, $6)");
    assertThat(second.values())
        .isEqualTo(
            "$1 = '2', $2 = '20', $3 = 'it''s \"so\"; $2, \\ or,\n\tnot xxxxxx',"
                + " $4 = '\\x00010a275c3b0a232078ff1a3f', $5 = 't', $6 = '{1,2}'");
    assertThat(second.lost()).isFalse();
    assertThat(log.first("BEGIN").values()).isEmpty();
  }

  @Test
  void subtractsTheDurationFromTheTimeOfTheEnd() throws LogException {
    log.read(ReadLog.fixture(DURATION));
    Statement delete = log.first("delete from t");
    assertThat(delete.duration()).isEqualTo(119);
    assertThat(delete.start()).isEqualTo(LogTime.parse("2026-11-30 06:11:16.927").micros() - 119);
    assertThat(delete.clock()).isEqualTo(1000);
    assertThat(delete.figures()).isEqualTo("-1 sent, -1 read, -1 changed, -1 pages");
  }

  @Test
  void aFetchOfMoreRowsIsNoStatement() throws LogException {
    log.read(ReadLog.fixture(DURATION));
    assertThat(log.all("select * from t where id > $1")).hasSize(1);
  }

  @Test
  void failuresAreStatementsWithTheirValues() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture(DURATION));
    assertThat(summary.count(Noticed.FAILED)).isEqualTo(12);
    Statement division = log.first("select 1 / $1::int");
    assertThat(division.failed()).isTrue();
    assertThat(division.values()).isEqualTo("$1 = '0'");
    assertThat(division.duration()).isEqualTo(LogEntry.UNKNOWN);
    assertThat(log.first("selekt 1").failed()).isTrue();
    assertThat(log.first("select 5").failed()).isTrue();
  }

  @Test
  void dividesTextsOfSeveralStatementsAndGivesTheLastOneTheDuration() throws LogException {
    log.read(ReadLog.fixture(DURATION));
    int last = log.texts().lastIndexOf("update t set n = 3 where id = 3");
    List<Statement> three = log.statements.subList(last - 2, last + 1);
    assertThat(three)
        .extracting(Statement::text)
        .containsExactly(
            "select 1",
            "select ';''', \"n\" from t where id = 1",
            "update t set n = 3 where id = 3");
    assertThat(three).extracting(Statement::duration).containsExactly(-1L, -1L, 5312L);
    assertThat(log.texts())
        .contains("select 'a\nb' as \"A\", $$x;y$$ /* c;\n# */ -- d;\n where 1 = 1");
    assertThat(log.texts()).contains("do $$ begin update t set n = 4 where id = 4; end $$");
  }

  @Test
  void anExecuteOfSqlIsThePreparedTextWithValues() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture(DURATION));
    Statement prepared = log.first("select * from t where id = $1 and s <> $2");
    assertThat(prepared.values()).isEqualTo("$1 = '2', $2 = 'it''s'");
    assertThat(log.all("execute p(1 + 1, null)")).extracting(Statement::lost).containsOnly(true);
    // Once in the simple protocol, twice in the extended one, whose log does not have the text.
    assertThat(summary.count(Noticed.PARAMETERS_LOST)).isEqualTo(3);
  }

  @Test
  void cursorsAndCopiesAreGivenAsTheyAre() throws LogException {
    log.read(ReadLog.fixture(DURATION));
    assertThat(log.texts())
        .contains(
            "declare c cursor with hold for select id from t",
            "fetch forward 3 from c",
            "copy t to stdout",
            "copy u from stdin");
  }

  @Test
  void anEmptyStatementIsNone() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture(DURATION));
    assertThat(summary.count(Noticed.ADMINISTRATOR)).isEqualTo(2);
    assertThat(log.texts()).doesNotContain("");
  }

  @Test
  void aTextBeforeItsDurationGivesTheSameStatements() throws LogException {
    ReadLog other = new ReadLog();
    log.read(ReadLog.fixture(DURATION));
    LogSummary summary = other.read(ReadLog.fixture(STATEMENT));
    assertThat(other.texts()).isEqualTo(log.texts());
    assertThat(other.statements.stream().map(Statement::values))
        .isEqualTo(log.statements.stream().map(Statement::values).toList());
    assertThat(other.statements.stream().map(Statement::failed))
        .isEqualTo(log.statements.stream().map(Statement::failed).toList());
    assertThat(summary.count(Noticed.NO_TEXT)).isEqualTo(54);
    assertThat(other.first("delete from t").duration()).isEqualTo(61);
  }

  @Test
  void aTextWithoutDurationIsGivenBeforeTheNextOneOfItsSessionAndAtTheEnd() throws LogException {
    log.read(
        ReadLog.bytes(
            record("1.1", 1, "statement: begin", "")
                + record("1.2", 2, "statement: select 2", "")
                + record("1.1", 3, "execute S_1: select $1", "\"parameters: $1 = '7'\"")));
    assertThat(log.texts()).containsExactly("begin", "select 2", "select $1");
    assertThat(log.statements).extracting(Statement::duration).containsOnly(LogEntry.UNKNOWN);
    assertThat(log.statements.get(2).values()).isEqualTo("$1 = '7'");
  }

  /** It is given late, but began when it says. */
  @Test
  void aTextThatWaitsForLongKeepsItsTime() throws LogException {
    String later = record("1.2", 9, "statement: select 2", "").replace(" 06:00", " 06:59");
    LogSummary summary =
        log.read(
            ReadLog.bytes(
                record("1.1", 1, "statement: select 1", "")
                    + later
                    + record("1.1", 10, "statement: select 3", "").replace(" 06:00", " 06:59")));
    assertThat(log.texts()).containsExactly("select 1", "select 2", "select 3");
    assertThat(log.statements.get(0).start())
        .isEqualTo(LogTime.parse("2026-11-30 06:00:01.5").micros());
    assertThat(summary.count(Noticed.ODD_TIMES)).isZero();
  }

  @Test
  void countsTruncatedValues() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture(TRUNCATED));
    // Seven inserts with bytes, six of them with a text.
    assertThat(summary.count(Noticed.TRUNCATED)).isEqualTo(13);
    assertThat(new ReadLog().read(ReadLog.fixture(DURATION)).count(Noticed.TRUNCATED)).isZero();
  }

  @Test
  void threeDotsWithinAValueAreNoCut() throws LogException {
    LogSummary summary =
        log.read(
            ReadLog.bytes(
                record(
                    "1.2",
                    2,
                    "duration: 0.1 ms  execute a: select $1, $2",
                    "\"parameters: $1 = 'it...''s', $2 = 'a...'\"")));
    assertThat(summary.count(Noticed.TRUNCATED)).isEqualTo(1);
  }

  @Test
  void countsStatementsWithoutValues() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture(LOST));
    assertThat(log.all("insert into t (id, n, s, b, ok, a) values ($1"))
        .extracting(Statement::lost)
        .containsOnly(true);
    assertThat(log.first("prepare p").lost()).isFalse();
    assertThat(summary.count(Noticed.PARAMETERS_LOST)).isGreaterThan(12);
  }

  @Test
  void disconnectionsEndSessions() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture(DURATION));
    assertThat(log.ended).hasSize(4);
    assertThat(summary.sessions()).isEqualTo(4);
    assertThat(log.ended).containsAll(log.statements.stream().map(Statement::session).toList());
  }

  @Test
  void takesStatementsOfOneUser() throws LogException {
    LogFilter nobody = new LogFilter(Optional.empty(), Optional.empty(), Optional.of("ap"));
    LogSummary summary = log.read(ReadLog.fixture(DURATION), nobody);
    assertThat(log.statements).isEmpty();
    assertThat(summary.count(Noticed.OTHER_USER)).isEqualTo(85);
    LogFilter app = new LogFilter(Optional.empty(), Optional.empty(), Optional.of("app"));
    assertThat(new ReadLog().read(ReadLog.fixture(DURATION), app).statements()).isEqualTo(85);
  }

  @Test
  void takesStatementsOfATime() throws LogException {
    LogFilter filter =
        new LogFilter(
            Optional.of(LogTime.parse("2026-11-30 06:11:17")), Optional.empty(), Optional.empty());
    log.read(ReadLog.fixture(DURATION), filter);
    assertThat(log.statements.get(0).text()).startsWith("SET application_name");
    assertThat(log.statements).hasSizeBetween(40, 50);
  }

  @Test
  void knowsTheVersionWhereTheServerBegins() throws LogException {
    LogSummary summary =
        log.read(
            ReadLog.bytes(
                record("1.1", 1, "starting PostgreSQL 15.18 (Debian 15.18-0) on x86_64-pc", "")
                    + record("1.2", 2, "duration: 0.100 ms  statement: select 1", "")));
    assertThat(summary.version()).contains("15.18 (Debian 15.18-0)");
  }

  @Test
  void readsPostgres18AsItReads15() throws LogException {
    log.read(ReadLog.fixture("postgres-18-duration.csv.gz"));
    ReadLog older = new ReadLog();
    older.read(ReadLog.fixture(DURATION));
    // Before the client there were other statements in the log.
    int from = log.texts().indexOf("delete from t");
    int olderFrom = older.texts().indexOf("delete from t");
    assertThat(log.texts().subList(from, log.texts().size()))
        .isEqualTo(older.texts().subList(olderFrom, older.texts().size()));
    assertThat(log.first("insert into t (id, n, s, b, ok, a)").values())
        .startsWith("$1 = '1', $2 = '10', $3 = NULL");
  }

  @Test
  void aSampleOfTransactionsHasWholeOnes() throws LogException {
    LogSummary summary = log.read(ReadLog.fixture("postgres-15-sample.csv.gz"));
    assertThat(summary.statements()).isEqualTo(20 * 7);
    assertThat(log.all("BEGIN")).hasSize(20);
    assertThat(log.all("END")).hasSize(20);
  }

  @Test
  void aLogWithoutStatementsSaysWhatIsMissing() {
    assertThatThrownBy(
            () -> log.read(ReadLog.bytes(record("1.2", 2, "Dauer: 0.1 ms  Anweisung: x", ""))))
        .isInstanceOf(LogException.class)
        .hasMessage(
            "standard input: it has no statement; right: log_min_duration_statement = 0 or"
                + " log_transaction_sample_rate, and lc_messages = 'C'");
  }

  @Test
  void goesOnAfterABrokenRecord() throws LogException {
    String good = record("1.2", 2, "duration: 0.1 ms  statement: select 1", "");
    LogSummary summary =
        log.read(ReadLog.bytes(good + good.replace("\"SELECT\"", "\"SELECT") + good));
    assertThat(log.statements).hasSize(2);
    assertThat(log.statements.get(1).line()).isEqualTo(3);
    assertThat(summary.count(Noticed.UNREADABLE)).isEqualTo(1);
  }

  @Test
  void dropsAndCountsTheRecordThatTheEndCuts() throws LogException {
    String good = record("1.2", 2, "duration: 0.1 ms  statement: select 1", "");
    LogSummary summary = log.read(ReadLog.bytes(good + good.substring(0, good.length() - 1)));
    assertThat(log.statements).hasSize(1);
    assertThat(summary.count(Noticed.UNFINISHED)).isEqualTo(1);
  }

  @Test
  void recordsMayCrossTheEndsOfBuffers() throws Exception {
    byte[] bytes = ReadLog.fixture(DURATION);
    log.read(bytes);
    for (int size = 1; size < 900; size += 5) {
      ReadLog small = new ReadLog();
      CsvLogReader reader =
          new CsvLogReader(new Outlet(LogFilter.ALL, small, false), LogFilter.ALL);
      reader.read(new ByteFeed(new ByteArrayInputStream(bytes), size, 1 << 20), 0);
      reader.finish();
      assertThat(small.statements).isEqualTo(log.statements);
    }
  }

  @Test
  void aRecordAboveTheLimitIsCountedAndTheNextOneRead() throws Exception {
    String good = record("1.2", 2, "duration: 0.1 ms  statement: select 1", "");
    String huge =
        record("1.2", 2, "duration: 0.1 ms  statement: select '" + "x\n,y".repeat(3000) + "'", "");
    Outlet outlet = new Outlet(LogFilter.ALL, log, false);
    byte[] bytes = ReadLog.bytes(good + huge + good);
    new CsvLogReader(outlet, LogFilter.ALL)
        .read(new ByteFeed(new ByteArrayInputStream(bytes), 100, 4096), 0);
    LogSummary summary = outlet.summary(LogFormat.CSVLOG, Optional.empty(), List.of(), 0);
    assertThat(log.statements).extracting(Statement::line).containsExactly(1L, 3003L);
    assertThat(summary.count(Noticed.TOO_LONG)).isEqualTo(1);
  }

  @Test
  void nothingIsAllocatedForAStatement() throws Exception {
    String one =
        record(
            "1.2",
            2,
            "duration: 0.1 ms  execute S_1: select \"\"a\"\" from t where a = $1",
            "\"parameters: $1 = '1'\"");
    ByteFeed feed = new ByteFeed(new ByteArrayInputStream(ReadLog.bytes(one.repeat(20_000))));
    long[] count = new long[1];
    CsvLogReader reader =
        new CsvLogReader(new Outlet(LogFilter.ALL, entry -> count[0]++, false), LogFilter.ALL);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    reader.read(feed, 0);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(20_000);
    assertThat(count[0]).isEqualTo(20_000);
  }

  @Test
  void rotatedFilesAreReadInTheOrderOfTime() throws LogException {
    Path later =
        ReadLog.file(
            folder,
            "a.csv",
            ReadLog.bytes(record("1.2", 9, "duration: 0.1 ms  statement: commit", "")));
    Path sooner =
        ReadLog.file(
            folder,
            "b.csv",
            ReadLog.bytes(record("1.2", 3, "duration: 0.1 ms  statement: begin", "")));
    Logs.read(List.of(later, sooner), LogFilter.ALL, log);
    assertThat(log.texts()).containsExactly("begin", "commit");
  }
}
