package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.cli.ground.ExitCode;
import io.ibench.report.figures.RunState;
import io.ibench.verdict.Verdict;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExitCodeTest {

  @ParameterizedTest
  @CsvSource({
    "DONE, , false, 0",
    "DONE, VALID, false, 0",
    "DONE, SHORT, false, 0",
    "DONE, DEGRADED, false, 0",
    "DONE, INVALID, false, 1",
    "DONE, INVALID, true, 0",
    "FAILED, VALID, true, 1",
    "FAILED, INVALID, false, 1",
    "INTERRUPTED, INVALID, true, 130",
    "INTERRUPTED, VALID, false, 130",
  })
  void anInvalidRunFailsUnlessTheUserIsLenient(
      RunState state, Verdict verdict, boolean lenient, int code) {
    assertThat(ExitCode.of(state, Optional.ofNullable(verdict), lenient, true)).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource({
    "DONE, VALID, false, 3",
    "DONE, INVALID, true, 3",
    "DONE, INVALID, false, 1",
    "FAILED, VALID, false, 1",
    "INTERRUPTED, VALID, false, 130",
  })
  void aBrokenExpectationCountsOnlyInARunThatIsASuccessOtherwise(
      RunState state, Verdict verdict, boolean lenient, int code) {
    assertThat(ExitCode.of(state, Optional.of(verdict), lenient, false)).isEqualTo(code);
  }

  @Test
  void aFailureCountsMoreThanABrokenExpectation() {
    assertThat(ExitCode.worse(ExitCode.CONDITION, ExitCode.FAILED)).isEqualTo(ExitCode.FAILED);
    assertThat(ExitCode.worse(ExitCode.FAILED, ExitCode.CONDITION)).isEqualTo(ExitCode.FAILED);
    assertThat(ExitCode.worse(ExitCode.DONE, ExitCode.CONDITION)).isEqualTo(ExitCode.CONDITION);
  }

  @Test
  void aRunThatGoesOnHasNone() {
    assertThatThrownBy(() -> ExitCode.of(RunState.RUNNING, Optional.empty(), true, true))
        .isInstanceOf(IllegalStateException.class);
  }
}
