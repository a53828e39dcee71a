package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ManCommandTest {

  private final String page = ibench("man").out();

  @Test
  void containsEachCommandWithItsOptions() {
    assertThat(page).startsWith(".TH IBENCH 1 ").contains("\n.SS ibench run\n");
    assertThat(page).contains("\n.B \\-d, \\-\\-database DATABASE\n");
    for (String line : ibench("help").out().lines().toList()) {
      if (line.matches("  [a-z-]+ {2,}.*")) {
        String command = line.strip().split(" ")[0];
        assertThat(page).contains("\n.SS ibench " + command.replace("-", "\\-") + "\n");
      }
    }
  }

  /** A line of text that begins with a dot or an apostrophe would be taken for a request. */
  @Test
  void hasNoRequestThatIsNotItsOwn() {
    assertThat(page.lines().filter(line -> line.matches("[.'].*")))
        .allMatch(line -> line.matches("\\.(TH|SH|SS|TP|PP|br|B|I)( .*)?"));
  }
}
