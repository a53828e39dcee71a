package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that an earlier version has loaded, which called a setting otherwise. */
class KvOldTablesTest {

  @TempDir private Path temporary;

  private Cli run(String name, String steps, String... settings) {
    List<Object> arguments =
        new ArrayList<>(
            List.of(
                "run",
                Path.of("workloads", "kv.properties"),
                "-o",
                temporary.resolve(name),
                "-s",
                "database=sqlite",
                "-s",
                "file=" + temporary.resolve("kv.db"),
                "-s",
                "kv.num=500",
                "-s",
                "kv.operations=500",
                "-s",
                "steps=" + steps));
    for (String setting : settings) {
      arguments.addAll(List.of("-s", setting));
    }
    return ibench(arguments.toArray());
  }

  private void rename(String now, String then) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + temporary.resolve("kv.db"));
        Statement statement = connection.createStatement()) {
      String changed = "replace(cast(settings as text), '" + now + "', '" + then + "')";
      int rows =
          statement.executeUpdate(
              "UPDATE ibench_tables SET settings = cast(" + changed + " as blob)");
      assertThat(rows).isPositive();
    }
  }

  @Test
  void aSettingUnderItsOldNameIsTheSame() throws SQLException {
    assertThat(run("load", "fillseq").code()).isZero();
    rename("kv.like", "kv.compat");

    Cli same = run("same", "readrandom");
    assertThat(same.code()).as(same.err()).isZero();
    Cli other = run("other", "readrandom", "kv.like=db_bench");
    assertThat(other.code()).isEqualTo(2);
    assertThat(other.err())
        .contains("kv.like is db_bench, but the data was loaded with none")
        .doesNotContain("compat");
  }
}
