package io.ibench.cli.ground;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.console.Screen;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessEnvironmentTest {

  /** The screen of a terminal with the given width, so that the terminal is not asked. */
  private static Screen screen(String... variables) {
    Map<String, String> environment = new HashMap<>(Map.of("COLUMNS", "97"));
    for (String variable : variables) {
      environment.put(variable.split("=")[0], variable.substring(variable.indexOf('=') + 1));
    }
    return new ProcessEnvironment(environment, true).screen();
  }

  @Test
  void anInterruptedRunLeavesHalfASecondOfItsFiveToTheProcess() {
    assertThat(ProcessEnvironment.ofProcess().patienceMillis()).isBetween(1_000L, 4_500L);
  }

  @Test
  void withoutATerminalNothingIsColouredOrWrittenOver() {
    Screen screen =
        new ProcessEnvironment(Map.of("CLICOLOR_FORCE", "1", "COLUMNS", "40"), false).screen();

    assertThat(screen.live()).isFalse();
    assertThat(screen.colour()).isFalse();
    assertThat(screen.columns().getAsInt()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void aTerminalIsColouredUnlessSomebodyMinds() {
    assertThat(screen().colour()).isTrue();
    assertThat(screen("NO_COLOR=").colour()).isTrue();
    assertThat(screen("CLICOLOR=1").colour()).isTrue();
    assertThat(screen("NO_COLOR=1").colour()).isFalse();
    assertThat(screen("NO_COLOR=0").colour()).isFalse();
    assertThat(screen("CLICOLOR=0").colour()).isFalse();
    assertThat(screen("NO_COLOR=1").live()).isTrue();
  }

  @Test
  void theLocaleTellsWhetherMoreThanAsciiCanBeShown() {
    assertThat(screen("LANG=en_GB.UTF-8").unicode()).isTrue();
    assertThat(screen("LC_CTYPE=C.utf8").unicode()).isTrue();
    assertThat(screen("LANG=de_AT.UTF-8@euro").unicode()).isTrue();
    assertThat(screen().unicode()).isFalse();
    assertThat(screen("LANG=C").unicode()).isFalse();
    assertThat(screen("LANG=en_GB.UTF-8", "LC_ALL=C").unicode()).isFalse();
    assertThat(screen("LANG=C", "LC_ALL=", "LC_CTYPE=C.UTF-8").unicode()).isTrue();
  }

  @Test
  void columnsThatTheUserGivesAreTaken() {
    assertThat(screen().columns().getAsInt()).isEqualTo(97);
  }

  @ParameterizedTest
  @CsvSource({"24 80, 80", "50 200, 200", "' 10 40 ', 40", "1 99999, 99999"})
  void sttyTellsRowsAndColumns(String size, int columns) {
    assertThat(TerminalColumns.columns(size)).isEqualTo(columns);
  }

  /** A terminal on a serial line reports 0 0. */
  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "0 0", "24", "24 -1", "24 eighty", "24 80 1", "1 99999999999"})
  void anAnswerThatMakesNoSenseMeansTheUsualWidth(String size) {
    assertThat(TerminalColumns.columns(size)).isEqualTo(80);
  }

  @Test
  void resultsAreAsWideAsTheTerminalAndOfAnyWidthInFiles() {
    Map<String, String> narrow = Map.of("COLUMNS", "40");

    assertThat(new ProcessEnvironment(narrow, true, true).resultColumns()).isEqualTo(40);
    assertThat(new ProcessEnvironment(narrow, true, false).resultColumns())
        .isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void stderrIsATerminalWhenItsLinkLeadsToOne(@TempDir Path folder) throws Exception {
    assertThat(isTerminal(folder, "/dev/pts/3")).isTrue();
    assertThat(isTerminal(folder, "/dev/tty1")).isTrue();
    assertThat(isTerminal(folder, "/dev/console")).isTrue();
    assertThat(isTerminal(folder, "pipe:[4711]")).isFalse();
    assertThat(isTerminal(folder, "/dev/null")).isFalse();
    assertThat(isTerminal(folder, "/home/me/dev/pts/log")).isFalse();
  }

  private static boolean isTerminal(Path folder, String target) throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("2"), Path.of(target));
    boolean terminal = ProcessEnvironment.isTerminal(link);
    Files.delete(link);
    return terminal;
  }

  @Test
  void whoReadsAPipeMayStopBeforeItsEnd(@TempDir Path folder) throws Exception {
    assertThat(isPipe(folder, "pipe:[4711]")).isTrue();
    assertThat(isPipe(folder, "socket:[4711]")).isTrue();
    assertThat(isPipe(folder, "/dev/full")).isFalse();
    assertThat(ProcessEnvironment.isPipe(folder.resolve("closed"))).isFalse();
  }

  private static boolean isPipe(Path folder, String target) throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("1"), Path.of(target));
    boolean pipe = ProcessEnvironment.isPipe(link);
    Files.delete(link);
    return pipe;
  }
}
