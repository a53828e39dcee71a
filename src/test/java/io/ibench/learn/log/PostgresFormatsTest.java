package io.ibench.learn.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.learn.log.ReadLog.Statement;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** jsonlog and stderr, which the server wrote beside a csvlog. */
class PostgresFormatsTest {

  private final ReadLog log = new ReadLog();

  @ParameterizedTest
  @CsvSource({
    "postgres-15-duration.json.gz, postgres-15-duration.csv.gz, JSONLOG",
    "postgres-15-statement.json.gz, postgres-15-statement.csv.gz, JSONLOG",
    "postgres-15-prefix.log.gz, postgres-15-prefix.csv.gz, STDERR"
  })
  void allFormatsOfARunGiveTheSameStatements(String fixture, String csv, LogFormat format)
      throws LogException {
    ReadLog expected = new ReadLog();
    LogSummary truth = expected.read(ReadLog.fixture(csv));
    LogSummary summary = log.read(ReadLog.fixture(fixture));
    assertThat(summary.format()).isEqualTo(format);
    assertThat(withoutPlaces(log)).isEqualTo(withoutPlaces(expected));
    assertThat(log.ended).isEqualTo(expected.ended);
    assertThat(summary.noticed()).isEqualTo(truth.noticed());
    assertThat(summary.sessions()).isEqualTo(truth.sessions());
  }

  private static List<Statement> withoutPlaces(ReadLog read) {
    return read.statements.stream()
        .map(
            one ->
                new Statement(
                    one.session(),
                    one.text(),
                    one.values(),
                    one.start(),
                    one.clock(),
                    one.duration(),
                    one.figures(),
                    one.failed(),
                    one.lost(),
                    0,
                    0))
        .toList();
  }

  /** Its session is the process, whose number may come again. */
  @ParameterizedTest
  @CsvSource({
    "postgres-15-duration.log.gz, postgres-15-duration.csv.gz",
    "postgres-15-statement.log.gz, postgres-15-statement.csv.gz"
  })
  void theUsualPrefixOfDebianGivesTheSameTexts(String fixture, String csv) throws LogException {
    ReadLog expected = new ReadLog();
    expected.read(ReadLog.fixture(csv));
    log.read(ReadLog.fixture(fixture));
    assertThat(log.texts()).isEqualTo(expected.texts());
    assertThat(log.statements)
        .extracting(Statement::values)
        .isEqualTo(expected.statements.stream().map(Statement::values).toList());
    assertThat(log.statements)
        .extracting(Statement::start)
        .isEqualTo(expected.statements.stream().map(Statement::start).toList());
    assertThat(log.statements.get(0).session())
        .isEqualTo(expected.statements.get(0).session() & (1 << 22) - 1);
  }

  private static String line(String prefix, String text) {
    return prefix + "LOG:  duration: 0.100 ms  statement: " + text + "\n";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-30 06:11:45 UTC [24992] ",
        "2026-11-30 06:11:45.020 UTC [24992] app@shop ",
        "2026-11-30 06:11:45 UTC:127.0.0.1(3660):app@shop:[24992]:",
        "2026-11-30 06:11:45 UTC [24992]: [5-1] user=app,db=shop,app=[unknown],client=127.0.0.1 ",
        "<2026-11-30 06:11:45.020 UTC app shop 24992 [24992] x> ",
        "2026-11-30 06:11:45.020 UTC pid=24992,user=app "
      })
  void findsTimeAndProcessInUsualPrefixes(String prefix) throws LogException {
    LogSummary summary = log.read(ReadLog.bytes(line(prefix, "select 1")));
    Statement one = log.first("select 1");
    assertThat(one.session()).isEqualTo(24992);
    assertThat(one.start() / 1_000_000)
        .isEqualTo(
            LogTime.parse("2026-11-30 06:11:44").micros() / 1_000_000
                + (prefix.contains(".020") ? 1 : 0));
    assertThat(one.clock()).isEqualTo(prefix.contains(".020") ? 1000 : 1_000_000);
    assertThat(summary.format()).isEqualTo(LogFormat.STDERR);
  }

  @Test
  void aDetailIsThatOfItsSession() throws LogException {
    String time = "2026-11-30 06:11:45.020 UTC ";
    log.read(
        ReadLog.bytes(
            time
                + "[7] LOG:  duration: 0.1 ms  execute a: select $1\n"
                + time
                + "[8] DETAIL:  parameters: $1 = '8'\n"
                + time
                + "[9] LOG:  duration: 0.1 ms  execute a: select $1\n"
                + time
                + "[9] DETAIL:  parameters: $1 = '9'\n"));
    assertThat(log.statements).extracting(Statement::values).containsExactly("", "$1 = '9'");
    assertThat(log.statements).extracting(Statement::lost).containsExactly(true, false);
  }

  @Test
  void aPrefixWithoutSessionIsAMistake() {
    assertThatThrownBy(
            () -> log.read(ReadLog.bytes(line("2026-11-30 06:11:45 UTC app@shop ", "select 1"))))
        .isInstanceOf(LogException.class)
        .hasMessage(
            "standard input:1: log_line_prefix has no session; right: '%m [%p] %q%u@%d ', or one"
                + " with %c");
  }

  @ParameterizedTest
  @CsvSource({
    "app@shop, true",
    "shop@app, false",
    "myapp@shop, false",
    "app-2@shop, false",
    "'user=app,db=x', true",
    "'user=x,db=app', false",
    "app shop, true"
  })
  void findsTheUserInThePrefix(String name, boolean expected) throws LogException {
    LogFilter app = new LogFilter(Optional.empty(), Optional.empty(), Optional.of("app"));
    LogSummary summary =
        log.read(ReadLog.bytes(line("2026-11-30 06:11:45 UTC [7] " + name + " ", "select 1")), app);
    assertThat(summary.statements()).isEqualTo(expected ? 1 : 0);
  }

  @Test
  void readsEscapesOfJson() throws LogException {
    String object =
        "{\"timestamp\":\"2026-11-30 06:11:45.020 UTC\",\"user\":\"app\",\"session_id\":\"1.2\","
            + "\"txid\":0,\"error_severity\":\"LOG\",\"message\":\"duration: 1.5 ms  statement:"
            + " select '\\\"\\\\\\n\\t\\b\\f\\r\\/\\u0001\\u00e9\\u20ac\\ud83d\\ude00'\"}\n";
    log.read(ReadLog.bytes(object));
    assertThat(new String(ReadLog.bytes(log.texts().get(0)), StandardCharsets.UTF_8))
        .isEqualTo("select '\"\\\n\t\b\f\r/\u0001\u00e9\u20ac\ud83d\ude00'");
  }

  @Test
  void takesStatementsOfOneUserOfAJsonlog() throws LogException {
    LogFilter app = new LogFilter(Optional.empty(), Optional.empty(), Optional.of("app"));
    assertThat(
            new ReadLog().read(ReadLog.fixture("postgres-15-duration.json.gz"), app).statements())
        .isEqualTo(85);
    LogFilter other = new LogFilter(Optional.empty(), Optional.empty(), Optional.of("ap"));
    assertThat(log.read(ReadLog.fixture("postgres-15-duration.json.gz"), other).statements())
        .isZero();
  }

  @Test
  void recordsMayCrossTheEndsOfBuffers() throws Exception {
    byte[] json = ReadLog.fixture("postgres-15-duration.json.gz");
    byte[] text = ReadLog.fixture("postgres-15-prefix.log.gz");
    ReadLog wholeJson = new ReadLog();
    ReadLog wholeText = new ReadLog();
    wholeJson.read(json);
    wholeText.read(text);
    for (int size = 1; size < 900; size += 9) {
      ReadLog smallJson = new ReadLog();
      read(
          json,
          size,
          new JsonLogReader(new Outlet(LogFilter.ALL, smallJson, false), LogFilter.ALL));
      assertThat(smallJson.statements).isEqualTo(wholeJson.statements);
      ReadLog smallText = new ReadLog();
      read(
          text,
          size,
          new StderrLogReader(new Outlet(LogFilter.ALL, smallText, false), LogFilter.ALL));
      assertThat(smallText.statements).isEqualTo(wholeText.statements);
    }
  }

  @Test
  void aRecordAboveTheLimitIsCountedAndTheNextOneRead() throws Exception {
    String prefix = "2026-11-30 06:11:45.020 UTC [7] ";
    String text = line(prefix, "select '" + "x\n\ty".repeat(2000) + "'");
    String object =
        "{\"timestamp\":\"2026-11-30 06:11:45.020 UTC\",\"session_id\":\"1.2\",\"message\":"
            + "\"duration: 1.5 ms  statement: select 1\"}\n";
    byte[] texts = ReadLog.bytes(line(prefix, "select 1") + text + line(prefix, "select 1"));
    byte[] objects =
        ReadLog.bytes(object + object.replace("1\"}", "x".repeat(9000) + "\"}") + object);
    for (int limit = 3000; limit < 3100; limit++) {
      Outlet outlet = new Outlet(LogFilter.ALL, log, false);
      StderrLogReader reader = new StderrLogReader(outlet, LogFilter.ALL);
      reader.read(new ByteFeed(new ByteArrayInputStream(texts), 100, limit), 0);
      new JsonLogReader(outlet, LogFilter.ALL)
          .read(new ByteFeed(new ByteArrayInputStream(objects), 100, limit), 0);
      LogSummary summary = outlet.summary(LogFormat.STDERR, Optional.empty(), List.of(), 0);
      assertThat(summary.count(Noticed.TOO_LONG)).isEqualTo(2);
      assertThat(summary.statements()).isEqualTo(4);
    }
    assertThat(log.texts()).containsOnly("select 1");
  }

  private static void read(byte[] log, int size, LogReader reader) throws Exception {
    reader.prepare(log);
    reader.read(new ByteFeed(new ByteArrayInputStream(log), size, 1 << 20), 0);
    reader.finish();
  }
}
