package io.ibench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.config.Config;
import io.ibench.workload.Profile.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a text means as a load profile. */
class ProfileParserTest {

  private static final long SECOND = 1_000_000_000;

  @TempDir private Path folder;

  private Profile parse(String text) {
    return ProfileParser.parse(text, folder);
  }

  @Test
  void aProfileHasLevelsRampsAndPauses() {
    Profile profile = parse("1000/s 60s, ..5000/s 10m, 5000/s 5m, 0/s 30s");
    long unit = profile.perNanos();
    assertThat(profile.segments())
        .containsExactly(
            new Segment(unit / 1_000_000, unit / 1_000_000, 60 * SECOND),
            new Segment(unit / 1_000_000, unit / 200_000, 600 * SECOND),
            new Segment(unit / 200_000, unit / 200_000, 300 * SECOND),
            new Segment(0, 0, 30 * SECOND));
    assertThat(profile.meanRate().perSecond())
        .isEqualTo(Math.floor(1000.0 * (60_000 + 1_800_000 + 1_500_000) / 990) / 1000);
  }

  @Test
  void stepsRiseToTheLastLevel() {
    Profile profile = parse("steps 1000/s..4000/s by 1500/s every 60s");
    assertThat(profile.segments().stream().map(profile::meanPerSecond))
        .containsExactly(1000.0, 2500.0, 4000.0);
    assertThat(profile.nanos()).isEqualTo(180 * SECOND);
  }

  @Test
  void ratesWithDifferentUnitsAreExact() {
    Profile profile = parse("2.5/s 1s, 7/m 1s, 11/h 1s");
    assertThat(profile.doubledUnitsUntil(3 * SECOND).longValueExact() / 2.0 / profile.perNanos())
        .isEqualTo(2.5 + 7.0 / 60 + 11.0 / 3600);
  }

  @Test
  void aWaveIsRoundTheMeanAndBeginsThere() {
    Profile profile = parse("wave 2000/s +-1000/s every 24h for 7d");
    assertThat(profile.segments()).hasSize(7 * 24);
    assertThat(profile.perSecond(profile.segments().get(0).from())).isEqualTo(2000);
    assertThat(profile.perSecond(profile.segments().get(5).to())).isEqualTo(3000);
    assertThat(profile.perSecond(profile.segments().get(17).to())).isEqualTo(1000);
    assertThat(profile.meanRate().perSecond()).isEqualTo(2000);
  }

  @Test
  void aFilesRateHoldsUntilItsNextLineAndTheLastLineIsTheEnd() throws IOException {
    Files.writeString(folder.resolve("load.csv"), "seconds,rate\n0,100\n10,0\n12.5,300\n20,0\n");
    Profile profile = parse("load.csv");
    assertThat(profile.segments().stream().map(Segment::nanos))
        .containsExactly(10 * SECOND, 2_500_000_000L, 7_500_000_000L);
    assertThat(profile.segments().stream().map(profile::meanPerSecond))
        .containsExactly(100.0, 0.0, 300.0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1000/s | is not a load profile",
        "1000 60s | contains 1000, which has no unit",
        "..1000/s 60s | begins with a ramp",
        "unlimited 60s | contains unlimited",
        "0/s 60s | has no rate above 0",
        "steps 2000/s..1000/s by 100/s every 1s | goes nowhere",
        "steps 1/s..1000/s by 0/s every 1s | goes nowhere",
        "steps 1/s..100000/s by 1/s every 1s | has more than 10000 segments",
        "wave 1000/s +-2000/s every 1h | has a wave below 0/s",
        "wave 1000/s +-500/s every 24h for 90m | ends between the points",
        "none.csv | names a file that cannot be read",
        "0.1/s 1s, ..900000000/s 365d | too large for exact times"
      })
  void aMistakeSaysWhatIsWrong(String text, String message) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void theSegmentsOfAStepAreItsRepeatsAndReplaceItsRateAndEnd() {
    Config config =
        Config.of(
            Map.of(
                "steps", "request",
                "request.profile", "1000/s 60s, 2000/s 30s",
                "request.until", "20s",
                "request.threads", "3"));
    Step.Work step =
        (Step.Work) new StepReader(config, Map.of("request", StepKind.requests())).read().get(0);
    assertThat(step.repeat()).isEqualTo(2);
    assertThat(step.lengthNanos()).hasValue(90 * SECOND);
    assertThat(step.nanosBefore(2)).isEqualTo(60 * SECOND);
    assertThat(step.repeatNanos(2)).hasValue(30 * SECOND);
    assertThat(step.isPaced()).isTrue();
    assertThat(config.problems()).isEmpty();
  }
}
