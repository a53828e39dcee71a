package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names that it refuses; {@link DistributionIT} builds and runs what it writes. */
class NewCommandTest {

  @ParameterizedTest
  @CsvSource({
    "workload, class, a word of Java",
    "workload, '', not a name",
    "workload, a/b, not a name",
    "workload, Shop, not a name",
    "workload, linkbench, there is one of this name",
    "database, sqlite, there is one of this name",
    "database, docs, docs exists already in this folder",
  })
  void aNameThatCannotBeIsOneLine(String kind, String name, String reason) {
    Cli refused = ibench("new", kind, name);

    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err().lines())
        .singleElement()
        .asString()
        .startsWith("ibench: new " + kind + " " + name + ": ")
        .contains(reason);
  }
}
