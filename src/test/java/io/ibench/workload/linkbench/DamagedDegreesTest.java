package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file of degrees that cannot be used is one mistake of the settings, with file and line. */
class DamagedDegreesTest {

  @TempDir Path folder;

  private static List<String> problems(String degrees) {
    Map<String, String> settings = new HashMap<>();
    settings.put("seed", "1");
    settings.put("steps", "create, load");
    settings.put("linkbench.degrees", degrees);
    Config config = Config.of(settings);
    new LinkBenchWorkload().plan(config);
    return config.problems().stream().map(Problem::toString).toList();
  }

  private String file(byte[] contents) throws IOException {
    return Files.write(folder.resolve("damaged.dat"), contents).toString();
  }

  private void assertProblem(String contents, String... parts) throws IOException {
    String file = file(contents.getBytes(StandardCharsets.ISO_8859_1));
    List<String> problems = problems(file);
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0)).contains("linkbench.degrees").contains(parts);
  }

  @ParameterizedTest
  @CsvSource({
    "'nlinks;5 50;4 100', 3, not above",
    "'nlinks;0 50;1 49;2 100', 3, below the one before",
    "'nlinks;0 50;1 100.5', 3, not 0 .. 100",
    "'nlinks;0 50;1 99', 3, not 100 %",
    "'nlinks;0 50;;;1 x', 5, percentage",
    "'nlinks;0 50;1', 3, ends after",
    "'nlinks;0 50;?1 100', 3, whole number",
    "'link_nreads;0 50;1 100', 3, without a section",
    "'nlinks;link_nreads;0 100', 2, no point",
    "'0 50;1 100', 1, name of a section",
    "'', 1, is empty"
  })
  void isNamedWithItsLine(String lines, int line, String trouble) throws IOException {
    assertProblem(lines.replace(';', '\n'), "damaged.dat:" + line + ": ", trouble);
  }

  @Test
  void thatIsSoundIsNoProblem() throws IOException {
    byte[] sound = "nlinks\n0 50\n1 100\n".getBytes(StandardCharsets.UTF_8);
    assertThat(problems(file(sound))).isEmpty();
  }

  @Test
  void thatIsBinaryOrHugeIsOneShortProblem() throws IOException {
    assertProblem("\u007fELF\u0002\u0001\u0001\u0000\u00ff\u00fe", "damaged.dat:1: ");
    assertProblem("nlinks\n0 50\n1 100\n\u00ff\u00fe", "not text");
    assertProblem("nlinks\n" + "7".repeat(3_000_000), "damaged.dat:2: ", "without a space");
    assertThat(problems(file("a ".repeat(1_000_000).getBytes(StandardCharsets.UTF_8))))
        .hasSize(1)
        .allSatisfy(problem -> assertThat(problem).hasSizeLessThan(600));
  }

  @Test
  void thatIsNoFileIsAProblem() {
    for (String path : List.of(folder.toString(), folder.resolve("missing.dat").toString())) {
      assertThat(problems(path)).hasSize(1).first().asString().contains("linkbench.degrees");
    }
    assertThat(problems("a\0b")).hasSize(1).first().asString().contains("linkbench.degrees");
  }
}
