package io.ibench.workload.custom;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.ConfigLoader;
import io.ibench.config.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** docs/custom.md says what is right. */
class CustomDocTest {

  private static final Path PAGE = Path.of("docs/custom.md");
  private static final Pattern BLOCK = Pattern.compile("```properties\\n(.*?)```", Pattern.DOTALL);

  @TempDir Path folder;

  static Stream<String> blocks() throws IOException {
    return BLOCK.matcher(Files.readString(PAGE)).results().map(found -> found.group(1));
  }

  @Test
  void itBeginsWithTheExample() throws IOException {
    String example = Files.readString(CustomRun.ORDERS).replaceAll("(?m)^#.*\\n", "");
    assertThat(blocks().findFirst().orElseThrow()).isEqualTo(example);
  }

  /** Each block on top of the example. */
  @ParameterizedTest
  @MethodSource("blocks")
  void eachBlockIsRight(String block) throws IOException {
    Path more = Files.writeString(folder.resolve("more.properties"), block);
    Config config = new ConfigLoader(Map.of()).load(CustomRun.ORDERS, Optional.of(more), List.of());
    config.declare(Key.text("workload", "read by others"));
    assertThat(new CustomWorkload().plan(config).warnings()).isEmpty();
    assertThat(config.problems()).isEmpty();
  }
}
