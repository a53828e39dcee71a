package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ibench.db.Database;
import io.ibench.db.PostgresSchema;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.Servers;
import io.ibench.testing.StartsProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

  private String runPgbench(PrivatePostgres server, PostgresSchema schema) throws Exception {
    Path output = folder.resolve("pgbench.txt");
    ProcessBuilder builder =
        new ProcessBuilder(
                pgbench().get().toString(),
                "--no-vacuum",
                "--transactions=20",
                "--file=" + folder.resolve("a.sql"),
                "--host=127.0.0.1",
                "--port=" + server.port(),
                "--username=" + server.user(),
                server.jdbcUrl().replaceFirst(".*/", "").replaceFirst("[?].*", ""))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("PGPASSWORD", server.password());
    builder.environment().put("PGOPTIONS", "-c search_path=" + schema.name());
    int code = builder.start().waitFor();
    String text = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(code).as(text).isZero();
    return text;
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
