package io.ibench.rivals;

import static io.ibench.rivals.TwoDatabases.OURS;
import static io.ibench.rivals.TwoDatabases.THEIRS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.random.Distribution;
import io.ibench.random.DistributionKind;
import io.ibench.testing.LinuxProgram;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.StartsProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** sysbench and ibench, by the commands of docs/coming-from.md, do the same to a server. */
@NeedsServer
@StartsProcess
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ComingFromSysbenchTest {

  private static final Translations PAGE = Translations.of("sysbench 1.0");
  private static final String PREPARE =
      "sysbench oltp_read_write --tables=8 --table-size=1000000 prepare";
  private static final String RUN =
      "sysbench oltp_read_write --tables=8 --table-size=1000000 --threads=8 --time=60 run";
  private static final String CLEANUP = "sysbench oltp_read_write --tables=8 cleanup";
  private static final int ROWS = 10_000;
  private static final Pattern ID = Pattern.compile("whereid=(\\d+)$");

  private static final String COLUMNS =
      "SELECT table_name, column_name, data_type, character_maximum_length, is_nullable"
          + " FROM information_schema.columns WHERE table_name LIKE 'sbtest%' AND table_schema IN"
          + " ('public', '$') ORDER BY table_name, ordinal_position";
  private static final String INDEXES_OF_MARIADB =
      "SELECT table_name, index_name, column_name, seq_in_index, non_unique"
          + " FROM information_schema.statistics WHERE table_schema = '$'"
          + " AND table_name LIKE 'sbtest%' ORDER BY 1, 2, 4";
  private static final String INDEXES_OF_POSTGRES =
      "SELECT indexdef FROM pg_indexes WHERE tablename LIKE 'sbtest%' ORDER BY 1";
  private static final String SIZES =
      "SELECT count(*), min(id), max(id), min(length(c)), max(length(c)), min(length(pad)),"
          + " max(length(pad)) FROM ";

  @TempDir private static Path folder;
  private TwoDatabases mariadb;
  private TwoDatabases postgres;
  private int runs;

  @BeforeAll
  void prepare() throws Exception {
    LinuxProgram.require("sysbench");
    mariadb = TwoDatabases.onMariadb();
    postgres = TwoDatabases.onPostgres();
    for (TwoDatabases server : List.of(mariadb, postgres)) {
      sysbench(server, small(PAGE.theirs(PREPARE)));
      ibench(server, small(PAGE.ours(PREPARE)));
    }
  }

  @AfterAll
  void stop() {
    for (TwoDatabases server : new TwoDatabases[] {mariadb, postgres}) {
      if (server != null) {
        server.close();
      }
    }
  }

  private static String sysbench(TwoDatabases server, Words command) throws Exception {
    return LinuxProgram.run(server.sysbench(command).toArray());
  }

  private IbenchRun ibench(TwoDatabases server, Words command) throws Exception {
    Words onServer = command.where("-d mariadb", "-d " + server.product());
    return IbenchRun.of(onServer, server.environment(), folder.resolve("run" + runs++));
  }

  /** Two tables instead of eight, of 10,000 rows each. */
  private static Words small(Words command) {
    return command.toString().startsWith("sysbench")
        ? command.where("--tables=8", "--tables=2").where("=1000000", "=" + ROWS)
        : command.where("oltp.tables=8", "oltp.tables=2").where("rows=1M", "rows=" + ROWS);
  }

  private static Words theirRun(String options) {
    return small(PAGE.theirs(RUN)).where("=60", "=2").where("=8", "=2").with(options);
  }

  private static Words ourRun(String options) {
    return small(PAGE.ours(RUN)).where(" 60s", " 2s").where(" 8", " 2").with(options);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mariadb", "postgres"})
  @Translates({PREPARE, CLEANUP})
  void makesAndRemovesTheSameTables(String product) throws Exception {
    try (TwoDatabases server =
        product.equals("mariadb") ? TwoDatabases.onMariadb() : TwoDatabases.onPostgres()) {
      sysbench(server, small(PAGE.theirs(PREPARE)));
      ibench(server, small(PAGE.ours(PREPARE)));
      assertSameTables(server);
      sysbench(server, PAGE.theirs(CLEANUP));
      ibench(server, small(PAGE.ours(CLEANUP)));
      for (String side : List.of(THEIRS, OURS)) {
        assertThat(server.sql(side, COLUMNS.replace("$", side))).isEmpty();
      }
    }
  }

  private static void assertSameTables(TwoDatabases server) throws Exception {
    String indexes = server.product().equals("mariadb") ? INDEXES_OF_MARIADB : INDEXES_OF_POSTGRES;
    for (String question : List.of(COLUMNS, indexes)) {
      assertThat(server.sql(OURS, question.replace("$", OURS)))
          .isNotEmpty()
          .isEqualTo(server.sql(THEIRS, question.replace("$", THEIRS)));
    }
    for (String table : List.of("sbtest1", "sbtest2")) {
      assertThat(server.sql(OURS, SIZES + table)).isEqualTo(server.sql(THEIRS, SIZES + table));
      String middle = "SELECT count(*) FROM " + table + " WHERE k BETWEEN 4975 AND 5051";
      long mine = server.number(OURS, middle);
      assertThat(mine / (double) ROWS).isCloseTo(0.76, within(0.02));
      Chance.assertEqualShares("k in the middle", mine, ROWS, server.number(THEIRS, middle), ROWS);
    }
  }

  /** What the statements of one side were, in MariaDB's log. */
  private final class Statements {

    private final Map<String, Long> kinds = new TreeMap<>();
    private final List<Integer> ids = new ArrayList<>();
    private final List<Double> begins = new ArrayList<>();
    private final long sessions;
    private final long transactions;

    Statements() throws Exception {
      String log =
          " FROM mysql.general_log WHERE command_type IN ('Query', 'Execute') AND thread_id IN"
              + " (SELECT thread_id FROM mysql.general_log WHERE command_type = 'Execute' AND"
              + " argument RLIKE '(from|update|into) .?sbtest') AND";
      String last = "";
      for (List<String> row :
          mariadb.sql(
              OURS,
              "SELECT argument, unix_timestamp(event_time)"
                  + log
                  + " argument RLIKE '(from|update|into) .?sbtest|^(begin|start|commit)'"
                  + " ORDER BY thread_id, event_time")) {
        String text = row.get(0).toLowerCase(Locale.ROOT).replaceAll("[\\s`()]|/\\*.*?\\*/", "");
        String before = last;
        last = kind(text);
        if (last.equals("commit") && !before.equals("insert")) {
          continue; // not the end of a transaction on these tables
        }
        kinds.merge(last, 1L, Long::sum);
        if (last.equals("point")) {
          Matcher id = ID.matcher(text);
          assertThat(id.find()).as(text).isTrue();
          ids.add(Integer.parseInt(id.group(1)));
        } else if (last.equals("begin")) {
          begins.add(Double.parseDouble(row.get(1)));
        }
      }
      sessions = mariadb.number(OURS, "SELECT count(DISTINCT thread_id)" + log + " true");
      transactions = kinds.getOrDefault("commit", 0L);
    }

    private static String kind(String text) {
      for (String[] kind :
          new String[][] {
            {"begin|starttransaction.*", "begin"},
            {"commit", "commit"},
            {"selectcfromsbtest\\dwhereid=.*", "point"},
            {"selectcfromsbtest\\dwhereidbetween\\d+and\\d+", "range"},
            {"selectsumkfromsbtest\\dwhereidbetween\\d+and\\d+", "sum"},
            {"selectcfromsbtest\\dwhereidbetween\\d+and\\d+orderbyc", "order"},
            {"selectdistinctcfromsbtest\\dwhereidbetween\\d+and\\d+orderbyc", "distinct"},
            {"updatesbtest\\dsetk=k\\+1whereid=\\d+", "update k"},
            {"updatesbtest\\dsetc='.*'whereid=\\d+", "update c"},
            {"deletefromsbtest\\dwhereid=\\d+", "delete"},
            {"insertintosbtest\\did,k,c,padvalues\\d+,\\d+,'.*','.*'", "insert"}
          }) {
        if (text.matches(kind[0])) {
          return kind[1];
        }
      }
      return "other: " + text;
    }

    double perTransaction(String kind) {
      return kinds.getOrDefault(kind, 0L) / (double) transactions;
    }

    long upTo(long id) {
      return ids.stream().filter(drawn -> drawn <= id).count();
    }
  }

  private Statements theirStatements(Words command) throws Exception {
    mariadb.sql(OURS, "TRUNCATE TABLE mysql.general_log");
    sysbench(mariadb, command);
    return new Statements();
  }

  private Statements ourStatements(Words command) throws Exception {
    mariadb.sql(OURS, "TRUNCATE TABLE mysql.general_log");
    IbenchRun run = ibench(mariadb, command);
    assertThat(run.step("read_write").path("errors").asLong()).isZero();
    Statements statements = new Statements();
    assertThat(statements.transactions).isEqualTo(run.count("read_write", "read_write"));
    return statements;
  }

  private static void assertSameDraws(Statements ours, Statements theirs) {
    for (long id : new long[] {1, 100, 1000, 2500, 4974, 5051, 6000, 7500, 9000, 9999}) {
      Chance.assertEqualShares(
          "ids up to " + id, ours.upTo(id), ours.ids.size(), theirs.upTo(id), theirs.ids.size());
    }
  }

  /** A transaction that meets another one is repeated by both, so that a few have more. */
  @Test
  @Translates({RUN, "--rand-type=special"})
  void sendsTheSameStatementsForTheSameIds() throws Exception {
    Statements theirs = theirStatements(theirRun(""));
    Statements ours = ourStatements(ourRun(""));
    assertThat(ours.kinds.keySet()).isEqualTo(theirs.kinds.keySet()).hasSize(11);
    for (String kind : theirs.kinds.keySet()) {
      double expected = kind.equals("point") ? 10 : 1;
      assertThat(theirs.perTransaction(kind))
          .as("sysbench: " + kind)
          .isCloseTo(expected, within(0.05 * expected));
      assertThat(ours.perTransaction(kind))
          .as("ibench: " + kind)
          .isCloseTo(expected, within(0.05 * expected));
    }
    assertThat(ours.sessions).isEqualTo(theirs.sessions).isEqualTo(2);
    assertSameDraws(ours, theirs);
    assertSameDraws(ours, theirStatements(theirRun("--rand-type=special")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--rand-type=uniform",
        "--rand-type=gaussian",
        "--rand-type=pareto --rand-pareto-h=0.3"
      })
  @Translates({
    "--rand-type=uniform",
    "--rand-type=gaussian",
    "--rand-type=pareto --rand-pareto-h=0.3"
  })
  void drawsTheSameIds(String type) throws Exception {
    Translations.Row row = PAGE.row(type);
    Words ours = ourRun("").plus("--as-is").with(row.ours().get(0));
    assertSameDraws(ourStatements(ours), theirStatements(theirRun(type)));
  }

  /** A distribution over 10,000 ids, as sysbench itself draws it. */
  @ParameterizedTest
  @CsvSource({"special, SPECIAL", "uniform, UNIFORM", "gaussian, GAUSSIAN", "pareto, PARETO"})
  void drawsAsSysbenchsOwnFunction(String type, DistributionKind kind) throws Exception {
    Path script =
        Files.writeString(
            folder.resolve("draw.lua"),
            "function event() print('draw ' .. sysbench.rand.default(1, 10000)) end\n");
    int draws = 100_000;
    String printed =
        LinuxProgram.run(
            "sysbench",
            script.toString(),
            "--rand-type=" + type,
            "--rand-seed=20261128",
            "--events=" + draws,
            "--time=0",
            "run");
    List<Integer> ids =
        printed
            .lines()
            .filter(line -> line.startsWith("draw "))
            .map(line -> Integer.parseInt(line.substring(5)))
            .toList();
    assertThat(ids).hasSize(draws);
    Distribution ranks = kind.over(ROWS, 0, 0.2);
    for (int id : new int[] {1, 10, 100, 1000, 3000, 4973, 4990, 5020, 5053, 6000, 7000, 9990}) {
      double share = ranks.cdf(id - 1);
      assertThat(ids.stream().filter(drawn -> drawn <= id).count() / (double) draws)
          .as(type + " up to " + id)
          .isCloseTo(share, within(5 * Math.sqrt(share * (1 - share) / draws) + 5.0 / draws));
    }
  }

  @Test
  @Translates("--rate=1000")
  void beginsTransactionsAtRandomTimes() throws Exception {
    Translations.Row row = PAGE.row("--rate=1000");
    Statements theirs = theirStatements(theirRun("--rate=40 --time=3 --threads=8"));
    Statements ours =
        ourStatements(
            ourRun(row.ours().get(0))
                .where("--rate 1000/s", "--rate 40/s")
                .with("--threads 8 --until 3s"));
    double most = 120 + 5 * Math.sqrt(120);
    for (Statements side : List.of(theirs, ours)) {
      assertThat((double) side.transactions).isLessThan(most);
      assertThat(Chance.variationOfGaps(side.begins)).isGreaterThan(0.6);
    }
  }

  @Test
  @Translates({"--report-interval=1", "--histogram"})
  void theResultHasWhatTheOptionsPrint() throws Exception {
    String printed = sysbench(mariadb, theirRun("--report-interval=1 --histogram --percentile=99"));
    assertThat(printed).contains("[ 1s ] thds: 2", "Latency histogram", "99th percentile:");
    IbenchRun run = ibench(mariadb, ourRun(""));
    assertThat(Files.readString(run.folder().resolve("intervals.csv"))).contains(",read_write,");
    assertThat(Files.readString(run.folder().resolve("latency.hlog")))
        .contains("Tag=read_write.1.read_write.service,");
    assertThat(run.operation("read_write", "read_write").path("service").path("p99_us").asDouble())
        .isPositive();
  }

  /** All threads work on the same few rows. */
  @Test
  @Translates("--mysql-ignore-errors=1213,1020,1205")
  void goesOnAfterDeadlocks() throws Exception {
    String option = PAGE.row("--mysql-ignore-errors=1213,1020,1205").name();
    Words theirs = theirRun(option + " --tables=1 --table-size=100 --threads=8");
    assertThat(sysbench(mariadb, theirs)).contains("ignored errors:");
    Words ours = ourRun("-s read_write.ids=100 --threads 8");
    assertThat(ibench(mariadb, ours).step("read_write").path("errors").asLong()).isZero();
  }

  /** By the counters that PostgreSQL has of each table. */
  @Test
  void changesAndReadsAsManyRowsOnPostgres() throws Exception {
    String counters =
        "SELECT sum(n_tup_ins), sum(n_tup_upd), sum(n_tup_del), sum(idx_scan), sum(seq_scan)"
            + " FROM pg_stat_user_tables WHERE relname LIKE 'sbtest%'";
    List<List<Double>> perTransaction = new ArrayList<>();
    for (String side : List.of(THEIRS, OURS)) {
      List<Long> before = numbers(side, counters);
      if (side.equals(THEIRS)) {
        sysbench(postgres, theirRun(""));
      } else {
        ibench(postgres, ourRun(""));
      }
      List<Long> after = numbers(side, counters);
      double inserted = after.get(0) - before.get(0);
      List<Double> shares = new ArrayList<>();
      for (int i = 0; i < before.size(); i++) {
        shares.add((after.get(i) - before.get(i)) / inserted);
      }
      perTransaction.add(shares);
    }
    for (int i = 0; i < 5; i++) {
      double theirs = perTransaction.get(0).get(i);
      assertThat(perTransaction.get(1).get(i)).isCloseTo(theirs, within(0.05 * theirs));
    }
    assertThat(perTransaction.get(0).get(1)).isCloseTo(2, within(0.1));
  }

  private List<Long> numbers(String database, String question) throws Exception {
    return postgres.counted(database, question).stream().map(Long::valueOf).toList();
  }
}
