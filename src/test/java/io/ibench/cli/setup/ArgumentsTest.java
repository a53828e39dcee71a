package io.ibench.cli.setup;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.Cli;
import io.ibench.cli.setup.Arguments.Given;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArgumentsTest {

  @TempDir private Path folder;

  @Test
  void aFileOfStatementsIsTheWorkloadScript() throws IOException {
    Path file = Files.writeString(folder.resolve("my.sql"), "SELECT 1;\n");

    Given given = new Given(file, Optional.empty(), List.of("seed=7"));

    assertThat(given.workload()).isEqualTo(Path.of("script"));
    assertThat(given.settings()).containsExactly("script.files=" + file, "seed=7");
    assertThat(given.withSteps(List.of("request")).settings())
        .containsExactly("script.files=" + file, "seed=7", "steps=request");
    Cli check = ibench("check", file, "-d", Cli.SQLITE);
    assertThat(check.code()).as(check.err()).isZero();
    assertThat(check.out()).contains("script on sqlite");
  }

  @Test
  void aFileOfStatementsThatIsMissingIsNamed() {
    Cli missing = ibench("check", "none-here.sql", "-d", Cli.SQLITE);
    assertThat(missing.code()).isEqualTo(2);
    assertThat(missing.err())
        .isEqualTo("ibench: -s: script.files = none-here.sql: there is no file none-here.sql\n");
  }
}
