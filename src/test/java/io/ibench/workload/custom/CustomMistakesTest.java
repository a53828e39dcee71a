package io.ibench.workload.custom;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.ConfigLoader;
import io.ibench.config.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every mistake has a line of its own, with its file, line and place. */
class CustomMistakesTest {

  private static final Path ORDERS = Path.of("workloads/orders.properties");

  @TempDir Path folder;

  private List<String> mistakes(String file) throws IOException {
    Path path = Files.writeString(folder.resolve("w.properties"), file);
    Config config = new ConfigLoader(Map.of()).load(path, Optional.empty(), List.of());
    config.declare(io.ibench.config.Key.text("workload", "read by others"));
    new CustomWorkload().plan(config);
    return config.problems().stream()
        .map(Problem::toString)
        .map(line -> line.replace(folder + "/", ""))
        .toList();
  }

  @Test
  void theExampleHasNone() throws IOException {
    assertThat(mistakes(Files.readString(ORDERS))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      any(orders)               | any(ordrs)              | there is no table ordrs; did you mean orders?
      """)
  void isExplainedAtItsPlace(String right, String wrong, String expected) throws IOException {
    String file = Files.readString(ORDERS).replaceFirst("\\Q" + right, wrong);
    assertThat(mistakes(file)).singleElement().asString().contains(expected);
  }
}
