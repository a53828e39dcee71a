package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ibench.db.Database;
import io.ibench.db.PostgresSchema;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.Servers;
import io.ibench.testing.StartsProcess;
import io.ibench.workload.Plan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A file with one transaction and a directive runs by pgbench itself as well. */
@NeedsServer
@StartsProcess
@Timeout(300)
class PgbenchTest {

  private static final String SCRIPT =
      """
      --@ transaction add
      \\set aid random(1, 10)
      \\set delta random(-5, 5)
      BEGIN;
      UPDATE pgbench_accounts SET abalance = abalance + :delta, hits = hits + 1 WHERE aid = :aid;
      SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
      END;
      """;

  @TempDir private Path folder;

  private static Optional<Path> pgbench() {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(path -> Path.of(path, "pgbench"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @Test
  void pgbenchRunsTheSameFile() throws Exception {
    assumeThat(pgbench()).as("pgbench, in PATH").isPresent();
    PrivatePostgres server = Servers.requirePostgres();
    try (PostgresSchema schema = new PostgresSchema(server);
        Database database = schema.open(schema.url())) {
      schema.execute("CREATE TABLE pgbench_accounts (aid int PRIMARY KEY, abalance int, hits int)");
      schema.execute("INSERT INTO pgbench_accounts SELECT n, 0, 0 FROM generate_series(1, 10) n");
      ScriptRunner run =
          new ScriptRunner(
              database,
              ScriptRunner.plan(
                  folder, "postgres", SCRIPT, "request.threads = 1", "request.operations = 30"));
      assertThat(run.problems()).isEmpty();
      assertThat(hits(schema)).isEqualTo(30);
      assertThat(runPgbench(server, schema))
          .contains("number of transactions actually processed: 20");
      assertThat(hits(schema)).isEqualTo(50);
    }
  }

  /**
   * A file, and what it leaves in a table.
   *
   * @param variables as in {@code -D} of pgbench
   * @param left the rows; empty: it fails
   */
  private record Sample(String script, List<String> variables, List<String> left) {}

  private static Sample sample(String script, String... left) {
    return new Sample(script, List.of(), List.of(left));
  }

  private static List<Sample> samples() {
    String words =
        "\\if :flag\nINSERT INTO seen VALUES ('yes');\n\\else\nINSERT INTO seen VALUES ('no');\n\\endif";
    String halves =
        """
        \\if :a = 1
        BEGIN;
        \\set x 5
        \\endif
        SELECT 1 AS b \\gset
        \\if :a = 1
        INSERT INTO seen VALUES (:x::text);
        COMMIT;
        \\endif
        INSERT INTO seen VALUES ('end');
        """;
    List<Sample> all = new ArrayList<>();
    all.add(
        sample(
            """
            SELECT 9007199254740993::numeric AS a, 18446744073709551615::numeric AS b,
              2.50::numeric AS c, 5::float8 AS d, 0.1::float4 AS e, 1e15::float8 AS f,
              '92233720368547758.07'::money AS g, 0.0000000001::numeric AS h \\gset
            INSERT INTO seen VALUES (concat_ws(' ', :a::numeric, :b::numeric, :c::numeric, :d::float8,
              :e::float8, :f::float8, :g::money::numeric, :h::numeric));
            """,
            "9007199254740993 18446744073709551615 2.50 5 0.1 1e+15 92233720368547758.07"
                + " 0.0000000001"));
    all.add(
        sample(
            """
            SELECT sum(n) AS s, avg(n) AS a, 5::float8 AS f, 1e15::float8 AS h, '7'::text AS t,
              1000000::float4 AS r FROM generate_series(1::bigint, 2) n \\gset
            \\set s :s / 2
            \\set a :a / 2
            \\set f :f / 2
            \\set h :h / 7
            \\set t :t / 2
            \\set r :r / 64
            \\set h int(:h)
            INSERT INTO seen VALUES (concat_ws(' ', :s::float8, :a::float8, :f::float8, :h::float8,
              :t::float8, :r::float8));
            """,
            "1 0.75 2 142857142857143 3 15625"));
    all.add(sample("SELECT 18446744073709551615::numeric AS u \\gset\n\\set y :u\n\\set z :y + 0"));
    for (String word : List.of("on", "T", "ye", "1", "0.5")) {
      all.add(new Sample(words, List.of("flag=" + word), List.of("yes")));
      all.add(sample("SELECT '" + word + "'::text AS flag \\gset\n" + words, "yes"));
    }
    for (String word : List.of("OFF", "f", "no", "of", "0", "0.0", "null")) {
      all.add(new Sample(words, List.of("flag=" + word), List.of("no")));
      all.add(sample("SELECT '" + word + "'::text AS flag \\gset\n" + words, "no"));
    }
    for (String word : List.of("maybe", "o", "truely")) {
      all.add(new Sample(words, List.of("flag=" + word), List.of()));
      all.add(sample("SELECT '" + word + "'::text AS flag \\gset\n" + words));
    }
    all.add(
        sample(
            """
            \\SET x 5
            \\If :x = 5
            SELECT 6 AS Total \\GSET
            \\ENDIF
            \\if :x = 5
            INSERT INTO seen VALUES (:total::text);
            \\endif
            \\sleep 1ms
            \\Sleep 1MS
            \\sleep +1 US
            """,
            "6"));
    all.add(new Sample(halves, List.of("a=1"), List.of("5", "end")));
    all.add(new Sample(halves, List.of("a=0"), List.of("end")));
    all.add(
        sample(
            """
            \\set Total 5
            SELECT 6 AS Total \\gset
            INSERT INTO seen VALUES (:Total::text);
            """,
            "5"));
    all.add(
        sample(
            """
            SELECT ARRAY[1,2] AS arr, (ARRAY[3,4])[2] AS x, 1 IS DISTINCT FROM 2 AS di,
              CASE WHEN true THEN 7 END, 1 AS twice, 2 AS twice \\gset
            SELECT \\gset
            SELECT exists (SELECT 1), coalesce(3, 4), '5'::int, 2 AS "Quoted" \\gset p_
            INSERT INTO seen VALUES (concat_ws(' ', :arr::int[], :x::int, :di::boolean, :case::int,
              :twice::int, :p_exists::boolean, :p_coalesce::int, :p_int4::int, :p_Quoted::int));
            """,
            "{1,2} 4 t 7 2 t 3 5 2"));
    all.add(sample("SELECT 1 + 1 \\gset"));
    all.add(sample("DELETE FROM seen \\gset"));
    all.add(sample("SELECT 1 AS a WHERE false \\gset"));
    all.add(sample("BEGIN;\nSELECT 1;"));
    return all;
  }

  @Test
  void pgbenchDoesTheSame() throws Exception {
    assumeThat(pgbench()).as("pgbench, in PATH").isPresent();
    PrivatePostgres server = Servers.requirePostgres();
    try (PostgresSchema schema = new PostgresSchema(server);
        Database database = schema.open(schema.url())) {
      schema.execute("CREATE TABLE seen (what text)");
      for (Sample sample : samples()) {
        List<String> ours = ibench(database, sample) ? left(schema) : List.of();
        schema.execute("TRUNCATE seen");
        Files.writeString(folder.resolve("a.sql"), sample.script());
        List<String> theirs = pgbench(server, schema, 1, sample) == 0 ? left(schema) : List.of();
        schema.execute("TRUNCATE seen");
        assertThat(theirs).as("pgbench: %s", sample).isEqualTo(sample.left());
        assertThat(ours).as("ibench: %s", sample).isEqualTo(sample.left());
      }
    }
  }

  /** Whether it succeeds, once. */
  private boolean ibench(Database database, Sample sample) throws Exception {
    List<String> settings = new ArrayList<>();
    sample.variables().forEach(each -> settings.add("script." + each.replace("=", " = ")));
    settings.add("request.threads = 1");
    settings.add("request.operations = 1");
    Plan plan;
    try {
      plan =
          ScriptRunner.plan(folder, "postgres", sample.script(), settings.toArray(String[]::new));
    } catch (IllegalArgumentException e) {
      return false; // check finds it.
    }
    return new ScriptRunner(database, plan).problems().isEmpty();
  }

  private static List<String> left(PostgresSchema schema) throws Exception {
    List<String> left = new ArrayList<>();
    try (var connection = schema.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT what FROM seen ORDER BY what")) {
      while (rows.next()) {
        left.add(rows.getString(1));
      }
    }
    return left;
  }

  private String runPgbench(PrivatePostgres server, PostgresSchema schema) throws Exception {
    int code = pgbench(server, schema, 20, sample(""));
    String text = Files.readString(folder.resolve("pgbench.txt"), StandardCharsets.UTF_8);
    assertThat(code).as(text).isZero();
    return text;
  }

  /** Runs the file a.sql. */
  private int pgbench(
      PrivatePostgres server, PostgresSchema schema, int transactions, Sample sample)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(pgbench().get().toString());
    command.add("--no-vacuum");
    command.add("--protocol=prepared");
    command.add("--transactions=" + transactions);
    sample.variables().forEach(each -> command.add("--define=" + each));
    command.add("--file=" + folder.resolve("a.sql"));
    command.add("--host=127.0.0.1");
    command.add("--port=" + server.port());
    command.add("--username=" + server.user());
    command.add(server.jdbcUrl().replaceFirst(".*/", "").replaceFirst("[?].*", ""));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("pgbench.txt").toFile());
    builder.environment().put("PGPASSWORD", server.password());
    builder.environment().put("PGOPTIONS", "-c search_path=" + schema.name());
    return builder.start().waitFor();
  }

  private static long hits(PostgresSchema schema) throws Exception {
    try (var connection = schema.connect();
        var statement = connection.createStatement();
        var sum = statement.executeQuery("SELECT sum(hits) FROM pgbench_accounts")) {
      sum.next();
      return sum.getLong(1);
    }
  }
}
