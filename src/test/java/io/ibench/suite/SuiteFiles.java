package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.ConfigLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Suites from the texts of their files. Stateless. */
final class SuiteFiles {

  private SuiteFiles() {}

  /** A suite without mistakes. */
  static Suite read(Path folder, String text) throws IOException {
    Path file = Files.writeString(folder.resolve("s.properties"), text);
    Config config = new ConfigLoader(Map.of()).load(file, Optional.empty(), List.of());
    Suite suite = SuiteReader.read(config, Optional.empty());
    assertThat(config.problems()).isEmpty();
    return suite;
  }

  /** What a cell runs, with tables of this size. */
  static Work work(long bytes) {
    return new Work(
        List.of("ibench", "run"),
        List.of(),
        List.of(),
        List.of("load"),
        List.of("read"),
        10,
        List.of(),
        bytes);
  }
}
