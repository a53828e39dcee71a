package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.ConfigLoader;
import io.ibench.config.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a scale of a suite changes, and mistakes in relations and shared factors. */
class SuiteScalesTest {

  private static final Optional<String> SMALL = Optional.of("small");

  @TempDir private Path folder;

  private Config config(String text, String... overrides) throws IOException {
    Path file = Files.writeString(folder.resolve("x.properties"), "workload = insert\n" + text);
    return new ConfigLoader(Map.of()).load(file, Optional.empty(), List.of(overrides));
  }

  private Suite suite(Optional<String> scale, String text, String... overrides) throws IOException {
    Config config = config(text, overrides);
    Suite suite = SuiteReader.read(config, scale);
    assertThat(config.problems()).isEmpty();
    return suite;
  }

  private List<String> names(Optional<String> scale, String text, String... overrides)
      throws IOException {
    return suite(scale, text, overrides).variants().stream().map(Variant::name).toList();
  }

  private List<String> problems(Optional<String> scale, String text) throws IOException {
    Config config = config(text);
    SuiteReader.read(config, scale);
    return config.problems().stream().map(Problem::toString).toList();
  }

  @Test
  void theFilesOwnKeysDecideTheOrderOfTheFactors() throws IOException {
    String text =
        """
        scale.small.vary.b = b1, b2
        scale.small.vary.c = c1, c2
        vary.a             = a1, a2
        vary.b             = b3
        """;

    assertThat(names(SMALL, text)).startsWith("a1.b1.c1", "a1.b1.c2", "a1.b2.c1");
    assertThat(names(Optional.empty(), text)).containsExactly("a1", "a2");
  }

  @Test
  void aFactorOfTheCommandLineWinsOverThatOfTheScaleAndOtherScalesDoNotCount() throws IOException {
    String text =
        """
        vary.a             = a1, a2
        scale.small.vary.a = a3, a4
        scale.large.vary.a = a5, a6
        """;

    assertThat(names(SMALL, text)).containsExactly("a3", "a4");
    assertThat(names(SMALL, text, "vary.a=a7,a8")).containsExactly("a7", "a8");
    assertThat(names(Optional.empty(), text)).containsExactly("a1", "a2");
  }

  @Test
  void anOptionMayBeCalledLike() throws IOException {
    assertThat(
            suite(SMALL, "conf.like = 1\nscale.small.repeat = 2\n").variants().get(0).of(Area.CONF))
        .isEqualTo(Map.of("like", "1"));
  }

  @Test
  void anUnknownScaleIsToldWithTheKnownOnes() throws IOException {
    assertThat(problems(Optional.of("medium"), "vary.a = a1\n"))
        .singleElement()
        .asString()
        .endsWith("medium: is no scale of this suite; it has none");
    assertThat(
            problems(Optional.of("medium"), "scale.tiny.repeat = 1\nscale.published.repeat = 2\n"))
        .singleElement()
        .asString()
        .endsWith("medium: is no scale of this suite; there are: tiny, published");
  }

  @Test
  void aDuetWaitsForAnIdleMachineIfItsScaleSaysSo() throws IOException {
    String duets =
        "vary.a = a1, a2\norder = duet\nscale.small.idle = 7s\nscale.large.canary = true\n";

    assertThat(suite(SMALL, duets).conditions().idleNanos()).isEqualTo(7_000_000_000L);
    assertThat(suite(SMALL, duets).conditions().canary()).isFalse();
    assertThat(suite(Optional.of("large"), duets).conditions().idleNanos()).isZero();
    assertThat(suite(Optional.of("large"), duets).conditions().canary()).isTrue();
  }

  @Test
  void aScaleMayLeaveOutTheLevelsOfAPublishedRelationAndNotThoseOfItsOwn() throws IOException {
    String text = "vary.a = a1, a2\nscale.small.vary.a = a1\n";

    assertThat(problems(SMALL, text + "expect.x = a2 / a1 : qps < 2\n")).isEmpty();
    assertThat(problems(SMALL, text + "scale.small.expect.x = a2 / a1 : qps < 2\n"))
        .singleElement()
        .asString()
        .endsWith("no variant has the levels a2");
  }

  @Test
  void aWrongConditionOfARelationIsTold() throws IOException {
    assertThat(problems(Optional.empty(), "vary.a = a1, a2\nexpect.x = a1 / a2 : qps < 95\n"))
        .singleElement()
        .asString()
        .contains(":3: expect.x = a1 / a2 : qps < 95: qps < 95: '95' is no ratio to the base");
  }

  @Test
  void factorsThatShareDataMustBeThere() throws IOException {
    String text = "vary.size = a1, a2\nvary.flush = b1\ndata = copy\ndata.shared = ";

    assertThat(problems(Optional.empty(), text + "flash\n"))
        .singleElement()
        .asString()
        .endsWith("flash is no factor; did you mean flush?");
    assertThat(problems(Optional.empty(), text + "pool\n"))
        .singleElement()
        .asString()
        .contains("pool is no factor; there are: ", "size", "flush");
  }
}
