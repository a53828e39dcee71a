package io.ibench.cli.setup;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.Cli;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The size of tables before they are loaded. */
@Slow
class SizeEstimateTest {

  private static final String LOADS = "steps=drop,create,load,index";

  @TempDir private Path temporary;

  private Cli call(String command, String result, String... more) {
    List<Object> all =
        new ArrayList<>(
            List.of(
                command,
                Cli.LINKBENCH,
                "-d",
                Cli.SQLITE,
                "-s",
                "file=" + temporary.resolve("x.db"),
                "-o",
                temporary.resolve("results").resolve(result)));
    all.addAll(List.of(more));
    return ibench(all.toArray());
  }

  private JsonNode size(String... more) throws IOException {
    List<String> all = new ArrayList<>(List.of("--json"));
    all.addAll(List.of(more));
    Cli check = call("check", "next", all.toArray(String[]::new));
    assertThat(check.err()).isEmpty();
    return new ObjectMapper().readTree(check.out()).path("size");
  }

  @Test
  void theLargestEarlierLoadOfTheSameDataTellsBytesPerRowAndTime() throws IOException {
    for (String[] run : new String[][] {{"series/a", "2001"}, {"b", "501"}}) {
      String rows = "linkbench.maxid1=" + run[1];
      assertThat(call("run", run[0], "--no-page", "-s", LOADS, "-s", rows).code()).isZero();
    }
    Path folder = temporary.resolve("results").resolve("series/a");
    JsonNode steps =
        new ObjectMapper().readTree(folder.resolve("summary.json").toFile()).path("steps");
    JsonNode index = steps.path(3);

    JsonNode size = size("-s", "linkbench.maxid1=20001");

    assertThat(size.path("source").asText()).isEqualTo("as in " + folder);
    double perRow = size.path("bytes_per_row").asDouble();
    assertThat(perRow).isPositive().isEqualTo(index.path("bytes_per_row").asDouble());
    assertThat(size.path("bytes").asLong())
        .isEqualTo(Math.round(perRow * size.path("rows").asLong()));
    double seconds = 0;
    for (JsonNode step : steps) {
      seconds += step.path("seconds").asDouble();
    }
    double factor = size.path("rows").asDouble() / index.path("rows_in_tables").asDouble();
    assertThat(size.path("load_seconds").asDouble()).isEqualTo(seconds * factor, within(seconds));
    assertThat(size.path("free_bytes").asLong()).isPositive();

    assertThat(size("-s", "linkbench.degrees=2017").path("source").asText())
        .isEqualTo("a default for sqlite");
  }

  private static Offset<Double> within(double seconds) {
    return Offset.offset(seconds / 1e6);
  }

  @Test
  void withoutAnEarlierRunThereIsADefaultAndWithoutALoadNothing() throws IOException {
    JsonNode size = size();

    assertThat(size.path("source").asText()).isEqualTo("a default for sqlite");
    assertThat(size.path("bytes_per_row").asLong()).isEqualTo(140);
    assertThat(size.path("load_seconds").isNull()).isTrue();
    assertThat(size("-s", "steps=request").isNull()).isTrue();
    assertThat(call("check", "next").out()).contains("  size   about ").contains("  free   ");
  }

  @Test
  void aLoadThatDoesNotFitIsRefusedBeforeATableIsMade() {
    String rows = "linkbench.maxid1=1000B";
    Cli run = call("run", "large", "-s", rows);

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("ibench: the tables will take about ")
        .contains("bytes with indexes, a default for sqlite), and " + temporary + " has ")
        .endsWith(" free; load fewer rows, or let --force run it\n")
        .hasLineCount(1);
    assertThat(temporary).isEmptyDirectory();
    assertThat(call("check", "large", "-s", rows).out()).contains("TOO LARGE");
  }

  @Test
  void forceLetsItPassToTheNextCheck() throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + temporary.resolve("x.db"));
        Statement statement = connection.createStatement()) {
      statement.execute("create table nodetable (id integer primary key)");
    }

    Cli run = call("run", "large", "-s", "linkbench.maxid1=1000B", "--force");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("drop would remove nodetable, which ibench did not make");
  }

  @Test
  void whatLaterStepsAddCountsAndExactlyTheFreeSpaceIsEnough() {
    SizeEstimate size = new SizeEstimate(1000, 200, 50_000, OptionalDouble.empty(), "as in a");
    Path folder = Path.of("/data");

    assertThat(size.refusal(folder, 250_000)).isEmpty();
    assertThat(size.refusal(folder, 249_999))
        .hasValue(
            "the tables will take about 0.238 MB (1,000 rows of 200 bytes with indexes and 0.048 MB"
                + " in later steps, as in a), and /data has 0.238 MB free; load fewer rows, or let"
                + " --force run it");
  }
}
