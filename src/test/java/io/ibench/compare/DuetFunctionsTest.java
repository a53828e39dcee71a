package io.ibench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.CpuProfileFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuetFunctionsTest {

  @TempDir private Path root;

  private Path a;
  private Path b;

  @BeforeEach
  void create() throws IOException {
    a = Files.createDirectory(root.resolve("a"));
    b = Files.createDirectory(root.resolve("b"));
  }

  private DuetFunctions found() {
    return DuetFunctions.of(a, b);
  }

  @Test
  void withoutProfilesNothingIsSaid() {
    assertThat(found().isEmpty()).isTrue();
    assertThat(found().text()).isEmpty();
    assertThat(found().blocks()).isEmpty();
  }

  @Test
  void whatBothSidesHaveIsCompared() throws IOException {
    for (int i = 0; i < 2; i++) {
      new CpuProfileFiles(a).with("request", 10, Map.of("main work", 1_000L));
      new CpuProfileFiles(b).with("request", 20, Map.of("main work", 1_000L, "main plan", 1_000L));
    }

    assertThat(found().text())
        .contains("request: CPU of the server per query 10.0 -> 20.0 us")
        .contains("plan (0.00 -> 10.0)");
    assertThat(found().blocks()).hasSize(2);
  }

  @Test
  void aReasonThatBothSidesHaveIsSaidOnce() {
    new CpuProfileFiles(a).without("request", "perf is missing");
    new CpuProfileFiles(b).without("request", "perf is missing");

    assertThat(found().none()).containsExactly("request: no CPU profile: perf is missing");
    assertThat(found().text().strip()).isEqualTo("request: no CPU profile: perf is missing");
  }

  @Test
  void aReasonOfOneSideNamesIt() {
    new CpuProfileFiles(b).without("request", "12 samples of the server");

    assertThat(found().none())
        .containsExactly("B, request: no CPU profile: 12 samples of the server");
  }
}
