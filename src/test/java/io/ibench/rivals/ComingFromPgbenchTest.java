package io.ibench.rivals;

import static io.ibench.rivals.TwoDatabases.OURS;
import static io.ibench.rivals.TwoDatabases.THEIRS;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.Cli;
import io.ibench.testing.LinuxProgram;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.StartsProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** pgbench and ibench, by the commands of docs/coming-from.md, do the same to a server. */
@NeedsServer
@StartsProcess
@Timeout(600)
class ComingFromPgbenchTest {

  private static final Translations PAGE = Translations.of("pgbench");
  private static final String LOAD = "pgbench -i -s 10";
  private static final Pattern PROCESSED =
      Pattern.compile("number of transactions actually processed: (\\d+)");

  @TempDir private Path folder;
  private TwoDatabases server;
  private int runs;

  @BeforeEach
  void start() throws Exception {
    LinuxProgram.require("pgbench");
    server = TwoDatabases.onPostgres();
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  /** The number of transactions that pgbench counted. */
  private long pgbench(Words command) throws Exception {
    Matcher processed = PROCESSED.matcher(printed(command));
    assertThat(processed.find()).isTrue();
    return Long.parseLong(processed.group(1));
  }

  private String printed(Words command) throws Exception {
    return LinuxProgram.run(
        Stream.concat(
                Stream.of("env", "PGPASSWORD=" + server.password()),
                Stream.of(server.pgbench(command).toArray()))
            .toArray(String[]::new));
  }

  private IbenchRun ibench(Words command, Integer... codes) throws Exception {
    return IbenchRun.of(command, server.environment(), folder.resolve("run" + runs++), codes);
  }

  private static Words theirLoad() {
    return PAGE.theirs(LOAD).where("-s 10", "-s 1");
  }

  private static Words theirRun(String options) {
    Words run = Words.of(PAGE.row(LOAD).theirs().get(1));
    return run.where("-c 8 -j 8 -T 60", "-c 2 -j 2 -T 2").with(options);
  }

  private static Words ourRun(String options) {
    return PAGE.ours(LOAD)
        .where("script.scale=10", "script.scale=1")
        .where("--threads 8 --until 60s", "--threads 2 --until 2s")
        .with(options);
  }

  /** A file of the user, on both sides, with the threads and seconds of {@link #theirRun}. */
  private Words theirFiles(String option) {
    return theirRun(option.replaceAll("(\\w+\\.sql)", folder + "/$1"));
  }

  private Words ourFiles(String options) {
    return Words.of(PAGE.row("-f my.sql").ours().get(0))
        .with("--threads 2 --until 2s")
        .with(options)
        .where("script.files=", "script.files=" + folder + "/");
  }

  private void write(String file, String... lines) throws Exception {
    Files.write(folder.resolve(file), List.of(lines));
  }

  private void onBoth(String statement) throws Exception {
    for (String side : List.of(THEIRS, OURS)) {
      server.sql(side, statement);
    }
  }

  private long scans(String database, String tables) throws Exception {
    String question =
        "SELECT sum(idx_scan) FROM pg_stat_user_tables WHERE relname LIKE '%" + tables + "'";
    return Long.parseLong(server.counted(database, question).get(0));
  }

  @Test
  @Translates(LOAD)
  void loadsTheSameRowsAndChangesAsMany() throws Exception {
    printed(theirLoad());
    long theirs = pgbench(theirRun(""));
    long ours = ibench(ourRun("")).count("request", "transfer");
    for (String table : List.of("account", "teller", "branch")) {
      String plural = table.equals("branch") ? "branches" : table + "s";
      assertThat(server.number(OURS, "SELECT count(*) FROM tpcb_" + table))
          .isEqualTo(server.number(THEIRS, "SELECT count(*) FROM pgbench_" + plural));
    }
    assertThat(server.number(THEIRS, "SELECT count(*) FROM pgbench_history")).isEqualTo(theirs);
    assertThat(server.number(OURS, "SELECT count(*) FROM tpcb_history")).isEqualTo(ours);
    String changed =
        "SELECT sum(n_tup_upd), sum(n_tup_del) FROM pg_stat_user_tables WHERE relname LIKE ";
    assertThat(server.counted(THEIRS, changed + "'pgbench%'"))
        .containsExactly("" + 3 * theirs, "0");
    assertThat(server.counted(OURS, changed + "'tpcb%'")).containsExactly("" + 3 * ours, "0");
    // Building and checking the tables scans them whole, and once by the index.
    assertThat(scans(THEIRS, "accounts")).isBetween(2 * theirs, 2 * theirs + 3);
    assertThat(scans(OURS, "account")).isBetween(2 * ours, 2 * ours + 3);
    Chance.assertEqualShares(
        "accounts of the first half",
        server.number(OURS, "SELECT count(*) FROM tpcb_history WHERE account <= 50000"),
        ours,
        server.number(THEIRS, "SELECT count(*) FROM pgbench_history WHERE aid <= 50000"),
        theirs);
    Chance.assertEqualShares(
        "positive amounts",
        server.number(OURS, "SELECT count(*) FROM tpcb_history WHERE delta > 0"),
        ours,
        server.number(THEIRS, "SELECT count(*) FROM pgbench_history WHERE delta > 0"),
        theirs);
  }

  @Test
  @Translates({"-S", "-M prepared"})
  void onlyReadsWithPreparedStatements() throws Exception {
    printed(theirLoad());
    long theirs = pgbench(theirRun("-S").with("-M prepared"));
    long ours = ibench(ourRun(PAGE.row("-S").ours().get(0))).count("request", "balance");
    for (String side : List.of(THEIRS, OURS)) {
      String updates =
          "SELECT coalesce(sum(n_tup_upd), 0) FROM pg_stat_user_tables"
              + " WHERE relname ~ '^(pgbench|tpcb)_'";
      assertThat(server.counted(side, updates)).containsExactly("0");
    }
    assertThat(scans(THEIRS, "accounts")).isBetween(theirs, theirs + 3);
    assertThat(scans(OURS, "account")).isBetween(ours, ours + 3);
  }

  @Test
  @Translates({"-f my.sql", "-D name=5"})
  void runsTheSameFileWithTheSameVariables() throws Exception {
    onBoth("CREATE TABLE t (n int, name int, prepared int)");
    write(
        "my.sql",
        "\\set n random(1, 10)",
        "INSERT INTO t SELECT :n, :name, count(*) FROM pg_prepared_statements;");
    long theirs = pgbench(theirFiles("-f my.sql").with("-D name=5").with("-M prepared"));
    IbenchRun run = ibench(ourFiles(PAGE.row("-D name=5").ours().get(0)));
    long ours = run.step("request").path("operations").get(0).path("count").asLong();
    assertThat(server.number(THEIRS, "SELECT count(*) FROM t")).isEqualTo(theirs);
    assertThat(server.number(OURS, "SELECT count(*) FROM t")).isEqualTo(ours);
    for (int n = 1; n <= 10; n++) {
      String drawn = "SELECT count(*) FROM t WHERE n = " + n;
      Chance.assertEqualShares(
          "n = " + n, server.number(OURS, drawn), ours, server.number(THEIRS, drawn), theirs);
    }
    for (String side : List.of(THEIRS, OURS)) {
      assertThat(server.sql(side, "SELECT min(name), max(name), min(prepared) > 0 FROM t"))
          .containsExactly(List.of("5", "5", "t"));
    }
  }

  @Test
  @Translates("-f a.sql@9 -f b.sql@1")
  void choosesFilesByTheirWeights() throws Exception {
    onBoth("CREATE TABLE t (name text)");
    write("a.sql", "INSERT INTO t VALUES ('a');");
    write("b.sql", "INSERT INTO t VALUES ('b');");
    Translations.Row row = PAGE.row("-f a.sql@9 -f b.sql@1");
    long theirs = pgbench(theirFiles(row.name()));
    ibench(ourFiles(row.ours().get(0).replace(",", "," + folder + "/")));
    long ours = server.number(OURS, "SELECT count(*) FROM t");
    String rare = "SELECT count(*) FROM t WHERE name = 'b'";
    Chance.assertEqualShares(
        "b", server.number(OURS, rare), ours, server.number(THEIRS, rare), theirs);
    assertThat(server.number(OURS, rare)).isBetween(1L, ours / 2);
  }

  @Test
  @Translates("-R 1000")
  void beginsTransactionsAtRandomTimes() throws Exception {
    onBoth("CREATE TABLE t (at timestamptz)");
    write("my.sql", "INSERT INTO t VALUES (clock_timestamp());");
    pgbench(theirFiles("-f my.sql").with("-R 50 -c 8 -j 8 -T 3"));
    ibench(
        ourFiles(PAGE.row("-R 1000").ours().get(0).replace("1000/s", "50/s"))
            .with("--threads 8 --until 3s"));
    for (String side : List.of(THEIRS, OURS)) {
      List<Double> times =
          server.sql(side, "SELECT extract(epoch FROM at) FROM t").stream()
              .map(row -> Double.valueOf(row.get(0)))
              .toList();
      assertThat((double) times.size()).isLessThan(150 + 5 * Math.sqrt(150));
      assertThat(Chance.variationOfGaps(times)).as(side).isGreaterThan(0.6);
    }
  }

  @Test
  @Translates("-r")
  void reportsTheTimesOfStatements() throws Exception {
    printed(theirLoad());
    assertThat(printed(theirRun("-r")))
        .containsPattern("\\d+\\.\\d+ .*UPDATE pgbench_accounts SET")
        .containsPattern("\\d+\\.\\d+ .*END;");
    IbenchRun run = ibench(ourRun(""));
    List<String> report =
        List.of(PAGE.row("-r").ours().get(0).replace("DIR", "" + run.folder()).split(" "));
    assertThat(Cli.ibench(Map.of(), report.subList(1, report.size()).toArray()).out())
        .containsPattern("transfer +UPDATE tpcb_account SET .* [\\d,]+ +[\\d,.]+")
        .containsPattern("transfer +COMMIT +[\\d,]+ +[\\d,.]+");
  }

  /** Sequences are not rolled back, so they count the attempts. */
  @Test
  @Translates("--max-tries=10")
  void makesAsManyAttempts() throws Exception {
    onBoth("CREATE SEQUENCE tries");
    onBoth(
        "CREATE FUNCTION fail() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('tries');"
            + " RAISE EXCEPTION 'always' USING ERRCODE = '40001'; END $$");
    write("my.sql", "SELECT fail() AS f;");
    Translations.Row row = PAGE.row("--max-tries=10");
    printed(Words.of("pgbench -n -c 1 -t 1 -f " + folder + "/my.sql").with(row.name()));
    ibench(
        ourFiles(row.ours().get(0)).with("-s request.operations=1 --threads 1 --until 1m"), 0, 1);
    for (String side : List.of(THEIRS, OURS)) {
      assertThat(server.number(side, "SELECT last_value FROM tries")).as(side).isEqualTo(10);
    }
  }
}
