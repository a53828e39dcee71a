package io.ibench.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UntilTest {

  private static final Key<Until> UNTIL = Key.until("until", "the end").optional();
  private static final long SECOND = 1_000_000_000L;

  private static Until value(String text) {
    Config config = Config.of(Map.of("until", text));
    Until until = config.find(UNTIL).orElseThrow();
    assertThat(config.problems()).isEmpty();
    return until;
  }

  private static String mistake(String text) {
    Config config = Config.of(Map.of("until", text));
    config.find(UNTIL);
    List<Problem> problems = config.problems();
    assertThat(problems).hasSize(1);
    return problems.get(0).toString();
  }

  @Test
  void aDurationIsTheEnd() {
    assertThat(value("20s")).isEqualTo(new Until(20 * SECOND, false, OptionalDouble.empty()));
    assertThat(value("1h").nanos()).isEqualTo(3_600 * SECOND);
  }

  @Test
  void steadyAndAPercentageHaveALongestTimeOfTenMinutesUnlessOneIsGiven() {
    assertThat(value("steady")).isEqualTo(new Until(600 * SECOND, true, OptionalDouble.empty()));
    assertThat(value("steady or 20m"))
        .isEqualTo(new Until(1_200 * SECOND, true, OptionalDouble.empty()));
    assertThat(value("1 %")).isEqualTo(new Until(600 * SECOND, true, OptionalDouble.of(1)));
    assertThat(value("0.5%  or  5m"))
        .isEqualTo(new Until(300 * SECOND, true, OptionalDouble.of(0.5)));
    assertThat(value("steady or 30s").nanos()).isEqualTo(30 * SECOND);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stedy | is not an end of a step; allowed: a number with ms, s, m, h or d, such as 20s; or"
            + " steady, or a percentage such as 1 %, also with a longest time: steady or 20m",
        "20s or 5m | is not an end of a step",
        "steady 5m | is not an end of a step",
        "or 5m | is not an end of a step",
        "Steady | is not an end of a step",
        "20 | has no unit; allowed: a number with ms, s, m, h or d, such as 20s",
        "0 % | is out of range; allowed: 0.01 % .. 50 %",
        "150 % | is out of range; allowed: 0.01 % .. 50 %",
        "-1 % | is out of range",
        "% | is not a percentage",
        "one % | is not a percentage",
        "1 %% | is not a percentage",
        "steady or | names no time after \"or\"",
        "1 % or | names no time after \"or\"",
        "steady or 5m or 6m | names no time after \"or\"",
        "steady or 1 h | names no time after \"or\"",
        "steady or 5 | has no longest time after \"or\": 5 has no unit",
        "steady or off | has no longest time after \"or\": off is not a duration",
        "1 % or 29s | is too short: nothing is known of a rate before 30s",
      })
  void aMistakeSaysWhatIsAllowed(String text, String message) {
    assertThat(mistake(text)).startsWith("settings: until = " + text + ": " + message);
  }

  @Test
  void anEmptyTextIsAMistake() {
    assertThat(mistake("")).contains("is empty");
  }
}
