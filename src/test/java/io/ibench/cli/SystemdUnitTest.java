package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.ground.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The unit that resumes a run after a reboot. */
class SystemdUnitTest {

  private static final String UNIT = "conf/systemd/ibench@.service";

  @TempDir private Path folder;

  private final Map<String, String> values = new TreeMap<>();

  @BeforeEach
  void read() throws IOException {
    for (String line : Files.readAllLines(Path.of(UNIT))) {
      int equals = line.indexOf('=');
      if (equals > 0 && !line.startsWith("#")) {
        values.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
  }

  @Test
  void itsCommandIsOneThatIbenchUnderstands() {
    List<String> words = List.of(values.get("ExecStart").split(" "));
    assertThat(words.get(0)).endsWith("/bin/ibench");
    assertThat(words.get(2)).isEqualTo(values.get("WorkingDirectory") + "/%i");
    Path results = folder.resolve("week");
    Cli resume =
        ibench(
            words.stream()
                .skip(1)
                .map(word -> word.equals(words.get(2)) ? results.toString() : word)
                .toArray());

    assertThat(resume.code()).isEqualTo(ExitCode.USAGE);
    assertThat(resume.err()).isEqualTo("ibench: cannot resume: " + results + " does not exist\n");
  }

  @Test
  void itDoesNotRepeatWhatCannotSucceed() {
    assertThat(values.get("SuccessExitStatus").split(" "))
        .contains("" + ExitCode.NOTHING_TO_DO, "" + ExitCode.INTERRUPTED);
    assertThat(values.get("RestartPreventExitStatus")).isEqualTo("" + ExitCode.USAGE);
  }

  @Test
  void theDistributionHasIt() throws IOException {
    assertThat(Path.of("src/distribution/assembly.xml")).content().contains("conf/**");
  }
}
