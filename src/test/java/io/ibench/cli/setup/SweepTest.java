package io.ibench.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.config.OptionSetting;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The steps that a sweep makes. */
class SweepTest {

  @Test
  void aRangeDoublesAndEndsWithItsLastValue() {
    assertThat(Sweep.parse("request.threads=1,2,4..64").values())
        .containsExactly("1", "2", "4", "8", "16", "32", "64");
    assertThat(Sweep.parse("request.rate = 500/s..3000/s").values())
        .containsExactly("500/s", "1000/s", "2000/s", "3000/s");
  }

  @Test
  void itsStepsTakeThePlaceOfTheStep() {
    assertThat(Sweep.parse("request.threads=1,8").settings(List.of("load", "request", "verify")))
        .containsExactly(
            new OptionSetting(
                "--sweep", "steps", "load, request.threads_1, request.threads_8, verify"),
            new OptionSetting("--sweep", "request.threads_1.like", "request"),
            new OptionSetting("--sweep", "request.threads_1.threads", "1"),
            new OptionSetting("--sweep", "request.threads_8.like", "request"),
            new OptionSetting("--sweep", "request.threads_8.threads", "8"));
  }

  @Test
  void itRefusesAStepThatDoesNotRun() {
    Sweep sweep = Sweep.parse("l.i1.threads=1,8");
    assertThatThrownBy(() -> sweep.settings(List.of("load", "request")))
        .hasMessage("names step l.i1, which does not run; steps: load, request");
  }

  @ParameterizedTest
  @ValueSource(strings = {"request", "threads=1,2", "request.threads=4", "a.b=1,,2", "a.b=8..4"})
  void aMistakeIsRefused(String text) {
    assertThatThrownBy(() -> Sweep.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
