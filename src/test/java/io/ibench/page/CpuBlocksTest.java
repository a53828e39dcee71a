package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.document.Block;
import io.ibench.testing.CpuProfileFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuBlocksTest {

  private static final Map<String, Long> STACKS = Map.of("main plan", 600L, "main send", 400L);

  @TempDir private Path run;

  /** Lines of notes, and boxes of graphs. */
  private List<String> texts() throws IOException {
    return CpuBlocks.of(run).stream()
        .map(
            block ->
                block instanceof Block.Flames flames
                    ? flames.graph().text()
                    : ((Block.Notes) block)
                        .notes().stream()
                            .map(note -> note.line())
                            .collect(Collectors.joining("\n")))
        .toList();
  }

  @Test
  void aStepHasOneGraphOfAllRepeats() throws IOException {
    new CpuProfileFiles(run)
        .with("read", 10, STACKS)
        .with("read", 20, STACKS)
        .without("read", "no samples")
        .with("scan", 50, Map.of("main", 300L));

    List<String> texts = texts();

    assertThat(texts).hasSize(4);
    assertThat(texts.get(0)).contains("read: 10.0 us/q", "read: 20.0 us/q", "no samples");
    assertThat(texts.get(1)).isEqualTo("15.000 main\n 9.000 plan\n 6.000 send");
    assertThat(texts.get(3)).isEqualTo("50.000 main");
  }

  @Test
  void ofManyRepeatsOnlyTheFirstHaveALine() throws IOException {
    CpuProfileFiles files = new CpuProfileFiles(run);
    for (int i = 0; i < 20; i++) {
      files.with("read", 10, STACKS);
    }

    assertThat(texts()).hasSize(2);
    assertThat(texts().get(0).lines()).hasSize(7).endsWith("14 more repeats in cpu_profile.json");
  }

  @Test
  void aStepWithoutStacksHasNoGraph() throws IOException {
    new CpuProfileFiles(run).without("read", "perf is not installed");

    assertThat(texts()).containsExactly("read: no CPU profile: perf is not installed");
  }
}
