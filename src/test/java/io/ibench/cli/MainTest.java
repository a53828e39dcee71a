package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {

  @Test
  void helpAndVersionAreResults() {
    for (String[] arguments :
        new String[][] {
          {"--help"},
          {"run", "--help"},
          {"report", "-h"},
          {"verify", "-h"},
          {"check", "-h"},
          {"list", "--help"}
        }) {
      Cli help = ibench((Object[]) arguments);

      assertThat(help.code()).isZero();
      assertThat(help.err()).isEmpty();
      assertThat(help.out()).startsWith("Usage: ibench");
      assertThat(help.out().lines()).allMatch(line -> line.length() <= 80);
    }
    assertThat(ibench("--version").out()).matches("ibench \\d+\\.\\S+\\n");
    assertThat(ibench("--help").out()).contains("Exit codes: 0 ").contains("130 ");
  }

  @Test
  void withoutACommandTheUsageIsAnError() {
    for (Object[] arguments :
        new Object[][] {
          {},
          {"runn"},
          {"run"},
          {"report"},
          {"check", Cli.LINKBENCH, "--colour"},
          {"list", "colours"}
        }) {
      Cli wrong = ibench(arguments);

      assertThat(wrong.code()).isEqualTo(2);
      assertThat(wrong.out()).isEmpty();
      assertThat(wrong.err()).isNotBlank().doesNotContain("\tat ");
    }
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
    boolean terminal = Surroundings.isTerminal(link);
    Files.delete(link);
    return terminal;
  }
}
