package io.ibench.host.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.host.ProcException;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@StartsProcess
class CommandSourceTest {

  private static final String BOOT = "b0dc07fa-5634-47a1-8db3-9690affc0087\n";
  private static final Path ONE = Path.of("/proc/1/cmdline");
  private static final Path TWO = Path.of("/proc/stat");

  @Test
  void wordsAreSplitAtBlanksOutsideQuotes() {
    assertThat(CommandSource.words("  ssh  -o 'A B'\tdb\"1 2\"x '' cat "))
        .containsExactly("ssh", "-o", "A B", "db1 2x", "", "cat");
    assertThat(CommandSource.words("cat ''")).containsExactly("cat", "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "ssh 'db1", "ssh db1 \"cat", "''"})
  void aCommandThatCannotBeSplitIsRefused(String line) {
    assertThatThrownBy(() -> CommandSource.words(line))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** A command line has no line feed at its end, and a login script may print a greeting. */
  @Test
  void filesAreWhatStandsBetweenTheBootIds() throws ProcException {
    String output = "Welcome!\n" + BOOT + "server\0--x\0" + BOOT + "cpu 1\nctxt 2\n" + BOOT;

    assertThat(CommandSource.split(output, List.of(ONE, TWO)))
        .containsEntry(ONE.toString(), "server\0--x\0")
        .containsEntry(TWO.toString(), "cpu 1\nctxt 2\n");
  }

  @Test
  void aFileThatIsNotThereIsEmpty() throws ProcException {
    assertThat(CommandSource.split(BOOT + BOOT + "x\n" + BOOT, List.of(ONE, TWO)))
        .containsEntry(ONE.toString(), "")
        .containsEntry(TWO.toString(), "x\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x\n", BOOT, BOOT + "x\n", BOOT + "x\n" + BOOT})
  void anOutputThatIsCutShortIsNotHalfBelieved(String output) {
    assertThatThrownBy(() -> CommandSource.split(output, List.of(ONE, TWO)))
        .isInstanceOf(ProcException.class);
  }

  /** Then it is unknown which text belongs to which file. */
  @Test
  void anOutputWithMoreFilesThanWereAskedForIsNotBelieved() {
    String output = BOOT + "x\n" + BOOT + "y\n" + BOOT + "z\n" + BOOT;

    assertThatThrownBy(() -> CommandSource.split(output, List.of(ONE, TWO)))
        .isInstanceOf(ProcException.class)
        .hasMessageContaining("more files than were asked for");
  }

  private static CommandSource shell(String script, long mostMillis) {
    return new CommandSource(List.of("sh", "-c", script, "sh"), mostMillis);
  }

  private static RemoteSample fetch(CommandSource source) throws ProcException {
    try {
      return source.fetch(7, List.of(TWO, Path.of("/proc/none")));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void catBringsThisMachinesFilesThoughItMissesOneOfThem() throws Exception {
    RemoteSample sample = fetch(new CommandSource(List.of("cat")));

    assertThat(sample.startNanos()).isEqualTo(7);
    assertThat(labels(sample.text(TWO))).contains("cpu", "ctxt").isEqualTo(labels(read(TWO)));
    assertThatThrownBy(() -> sample.text(Path.of("/proc/none")))
        .hasMessage("/proc/none is missing there, or may not be read");
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file);
  }

  private static List<String> labels(String text) {
    return text.lines().map(line -> line.substring(0, line.indexOf(' '))).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "echo >&2; echo 'db1: Permission denied (publickey).' >&2; exit 255"
            + "| host.command: db1: Permission denied (publickey). (exit status 255)",
        "echo 'jdbc://u:geheim@h' >&2; exit 1 | host.command: jdbc://u:***@h (exit status 1)",
        "exit 3                   | host.command: it wrote nothing (exit status 3)",
        "echo hello               | host.command: it did not write the files it was asked for",
        "head -c 17000000 /dev/zero | host.command: it answers with more than 16 MB",
      })
  @EnabledOnOs(OS.LINUX)
  void aCommandThatFailsIsAReason(String script, String reason) {
    assertThatThrownBy(() -> fetch(shell(script, 60_000))).hasMessage(reason);
  }

  @Test
  void aProgramThatIsNotThereIsAReason() {
    CommandSource source = new CommandSource(List.of("/none/program"));

    assertThatThrownBy(() -> fetch(source)).hasMessageContaining("/none/program");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aCommandThatDoesNotEndIsKilledWithWhatItStarted() throws Exception {
    assertThatThrownBy(() -> fetch(shell("sleep 61.7 & sleep 61.7", 300)))
        .hasMessageContaining("did not end within");

    for (ProcessHandle child : ProcessHandle.current().descendants().toList()) {
      if (child.info().commandLine().orElse("").contains("61.7")) {
        child.onExit().get(120, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void closingEndsWhatIsUnderWay() {
    CommandSource source = shell("sleep 62.7", 60_000);
    source.close();

    assertThatThrownBy(() -> fetch(source)).isInstanceOf(ProcException.class);
  }
}
