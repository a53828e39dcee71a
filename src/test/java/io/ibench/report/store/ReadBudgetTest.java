package io.ibench.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.measure.StepResult;
import io.ibench.report.Samples;
import io.ibench.report.WeekSamples;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which results fit into memory, and what is reported of those that do not. */
@Slow
class ReadBudgetTest {

  private static final int HOURS_OF_A_WEEK = 168;

  /** The usual heap of bin/ibench. */
  private static final long USUAL_BYTES = (long) (0.7 * (256 << 20));

  @TempDir private Path folder;

  private Path summary(String json) throws IOException {
    return Files.writeString(folder.resolve("summary.json"), json);
  }

  private static String week() {
    StepResult[] steps = {
      WeekSamples.requests("warmup", 40, 60, false, false),
      WeekSamples.requests("request", HOURS_OF_A_WEEK, 3600, false, false)
    };
    return Samples.json(WeekSamples.run("warmup", "request"), true, steps);
  }

  @Test
  void severalWeeksFitIntoTheUsualHeap() throws Exception {
    summary(week());
    ReadBudget budget = new ReadBudget(USUAL_BYTES);

    for (int side = 0; side < 6; side++) {
      RunReport run = ResultReader.read(folder, budget);
      assertThat(run.steps().get(1).periods()).hasSize(HOURS_OF_A_WEEK);
      assertThat(run.damage()).isEmpty();
    }
  }

  /** Some megabytes of each, which together would take more than the heap. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"steps\": [{\"name\": \"s\", \"periods\": [%s]}] | {} | 400000",
        "\"reasons\": [%s] | \"x\" | 3000000",
        "\"foo\": [%s] | [] | 3000000",
        "\"steps\": [{\"operations\": [{\"buckets\": [%s]}]}] | 1 | 3000000"
      })
  void aSmallFileThatHoldsMoreThanTheHeapIsRefusedWithItsNameAndTheLimit(String shape)
      throws Exception {
    String[] parts = shape.split(" \\| ");
    String item = parts[1];
    String list = item + ("," + item).repeat(Integer.parseInt(parts[2]) - 1);
    Path file = summary("{\"schema\": 1, " + parts[0].replace("%s", list) + "}");

    assertThatThrownBy(() -> ResultReader.read(folder, new ReadBudget(USUAL_BYTES)))
        .isInstanceOf(UnreadableResultException.class)
        .hasMessageStartingWith(file + " takes some ")
        .hasMessageContaining(" MB of memory to read, and there are 179 MB for it; IBENCH_HEAP=");
  }

  @Test
  void manyDifferentKeysCountAsWhatTheyTake() throws Exception {
    StringBuilder keys = new StringBuilder("{\"schema\": 1");
    for (int i = 0; i < 600_000; i++) {
      keys.append(", \"k").append(i).append("\": 1");
    }
    summary(keys.append('}').toString());

    assertThatThrownBy(() -> ResultReader.read(folder, new ReadBudget(USUAL_BYTES)))
        .hasMessageContaining(" MB of memory to read");
  }

  @Test
  void resultsThatAreReadTogetherShareTheMemory() throws Exception {
    summary(week());
    ReadBudget one = new ReadBudget(24 << 20);

    ResultReader.read(folder, one);
    assertThatThrownBy(() -> ResultReader.read(folder, one))
        .hasMessageContaining("summary.json takes some ");
  }

  @Test
  void aFileOfABillionBytesIsNotRead() throws Exception {
    Path file = summary("{");
    try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
      channel.position(3L << 30);
      channel.write(ByteBuffer.wrap(new byte[] {'}'}));
    }

    assertThatThrownBy(() -> ResultReader.read(folder, new ReadBudget(USUAL_BYTES)))
        .hasMessageContaining("summary.json takes some 3,073 MB of memory");
    assertThatThrownBy(() -> ResultReader.read(folder, new ReadBudget(64L << 30)))
        .hasMessageContaining("summary.json is larger than any run writes");
  }

  @Test
  void aRunJsonThatHoldsMoreThanTheHeapTellsNothing() throws Exception {
    Files.writeString(folder.resolve("run.json"), "[[]" + ",[]".repeat(5_000_000) + "]");

    RunFile file = RunFile.read(folder);

    assertThat(file.settings()).isEmpty();
    assertThat(file.trouble().orElse("")).startsWith("run.json ");
  }
}
