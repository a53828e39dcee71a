package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.run.MaxCommand;
import io.ibench.testing.StartsProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@StartsProcess
class MainTest {

  @Test
  void helpAndVersionAreResults() {
    for (String[] arguments :
        new String[][] {
          {"--help"},
          {"run", "--help"},
          {"report", "-h"},
          {"compare", "-h"},
          {"verify", "-h"},
          {"check", "-h"},
          {"list", "--help"},
          {"help"},
          {"help", "run"},
          {"test-adapter", "--help"}
        }) {
      Cli help = ibench((Object[]) arguments);

      assertThat(help.code()).isZero();
      assertThat(help.err()).isEmpty();
      assertThat(help.out()).startsWith("Usage: ibench");
      assertThat(help.out().lines()).allMatch(line -> line.length() <= 80);
    }
    assertThat(ibench("--version").out())
        .matches("ibench \\d+\\.\\S+( \\([0-9a-f]+(-dirty)?\\))?\\n");
    assertThat(ibench("help").out()).isEqualTo(ibench("--help").out());
    assertThat(ibench("help", "run").out()).isEqualTo(ibench("run", "--help").out());
    assertThat(ibench("--help").out()).containsPattern("Exit codes: 0 (?s).*\\s130\\s");
  }

  /** By this name a suite starts its cells, and finds the suites of other users. */
  @Test
  void theClassThatIsStartedHasTheNameThatCommandsKnow() {
    assertThat(Main.class.getName()).isEqualTo(Ibench.MAIN_CLASS);
  }

  @Test
  void withoutACommandTheUsageIsAnError() {
    for (Object[] arguments :
        new Object[][] {
          {},
          {"runn"},
          {"help", "runn"},
          {"run"},
          {"report"},
          {"compare", "only-one"},
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
  void anArgumentThatBeginsWithAtIsAValueOfEveryCommand(@TempDir Path folder) throws Exception {
    Path options = Files.writeString(folder.resolve("options"), "--label=evil --version");
    Path help = Files.writeString(folder.resolve("help"), "--help");
    for (String command : List.of("run", "suite", "check", "report", "list", "help", "man")) {
      Cli printed = ibench(command, "@" + help);

      assertThat(printed.code()).as(command).isNotZero();
      assertThat(printed.out()).as(command).isEmpty();
    }

    Cli plan = ibench("check", Cli.LINKBENCH, "-d", Cli.NOOP, "-s", "steps=@" + options);
    assertThat(plan.code()).isEqualTo(ExitCode.USAGE);
    assertThat(plan.err()).contains("@" + options);
    for (Path path : List.of(options, folder)) {
      Cli unknown = ibench("@" + path);
      assertThat(unknown.code()).isEqualTo(ExitCode.USAGE);
      assertThat(unknown.err()).contains("there is no such command");

      Cli wrong = ibench("check", "@" + path);
      assertThat(wrong.code()).isEqualTo(ExitCode.USAGE);
      assertThat(wrong.err()).contains("@" + path);
    }
    assertThatThrownBy(() -> MaxCommand.ofSuite(List.of("--p99", "@" + options)))
        .hasMessageContaining("@" + options);
  }

  @Test
  void aResultThatIsNotInItsFileIsAFailure(@TempDir Path folder) throws Exception {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();

    assertThat(list(full, folder)).isEqualTo(1);
    assertThat(Files.readString(folder.resolve("err")))
        .isEqualTo("ibench: not everything could be written to stdout: is its disk full?\n");
    assertThat(list(Path.of("/dev/null"), folder)).isZero();
    assertThat(folder.resolve("err")).isEmptyFile();
  }

  private static int list(Path out, Path folder) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = System.getProperty("java.class.path");
    return new ProcessBuilder(java, "-cp", classes, Main.class.getName(), "list", "databases")
        .redirectOutput(out.toFile())
        .redirectError(folder.resolve("err").toFile())
        .start()
        .waitFor();
  }
}
