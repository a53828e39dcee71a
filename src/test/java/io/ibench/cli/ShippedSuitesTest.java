package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.suite.SuiteSetup;
import io.ibench.config.Config;
import io.ibench.config.ConfigLoader;
import io.ibench.suite.Work;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads the suites of the distribution in all their scales, as {@code check} does. */
@Slow
class ShippedSuitesTest {

  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("suites"))) {
      return files.filter(file -> !file.endsWith("servers-2017.properties")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void eachScaleHasNoMistake(Path file) throws Exception {
    SuiteSetup published = SuiteSetup.read(file, Optional.empty(), List.of(), Map.of());
    SuiteSetup laptop = SuiteSetup.read(file, Optional.of("laptop"), List.of(), Map.of());

    assertThat(published.works()).hasSameSizeAs(published.suite().variants());
    assertThat(laptop.suite().variants()).hasSizeBetween(2, 5);
    assertThat(laptop.suite().matter().repeat()).isGreaterThanOrEqualTo(3);
    for (Work work : laptop.works().values()) {
      Path workload = Path.of(work.words().get(work.words().indexOf("run") + 1));
      Config run = new ConfigLoader(Map.of()).load(workload, Optional.empty(), work.settings());
      run.given().stream()
          .filter(setting -> setting.name().equals("interval"))
          .reduce((before, last) -> last)
          .ifPresent(
              last ->
                  assertThat(last.value()).as("its short steps have rates").isIn("1s", "250ms"));
    }
    laptop
        .servers()
        .values()
        .forEach(
            server -> {
              assertThat(server.product())
                  .isIn("files", "mariadb", "postgres", "rocksdb", "sqlite");
              assertThat(server.home()).isEmpty();
              assertThat(server.data()).isEmpty();
              assertThat(server.preload()).isEmpty();
            });
  }
}
