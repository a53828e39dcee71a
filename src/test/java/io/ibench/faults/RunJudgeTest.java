package io.ibench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.faults.Judgement.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RunJudgeTest {

  private static final Expectation SURVIVES = Expectation.outage();
  private static final String GONE = "connection_lost: the server did not come back in 3 s";
  private static final Expectation ENDS = Expectation.ends(GONE);

  private static final String OUTAGE = "\"outages\": {\"count\": 1, \"seconds\": 1.5}";
  private static final String VERIFY =
      "{\"name\": \"verify\", \"state\": \"done\", \"problems\": []}";

  private static JsonNode summary(String state, String step, String verify) throws Exception {
    return new ObjectMapper()
        .readTree(
            """
            {"database": {"version": "11"}, "run": {"state": "%s"}, "steps": [
              {"name": "l.i1", "verdict": "degraded", "problems": [],
               "tallies": {"rows_inserted": 100, "rows_deleted": 40, "rows_deleted_unknown": 10},
               %s}, %s]}
            """
                .formatted(state, step, verify));
  }

  private static JsonNode survivor() throws Exception {
    return summary("done", "\"state\": \"done\", " + OUTAGE, VERIFY);
  }

  private static Judgement judge(
      Expectation expected, int code, String out, JsonNode summary, long found) throws Exception {
    List<RowBalance> rows =
        RowBalance.of(TestedStep.INSERT, summary, 0, table -> OptionalLong.of(found / 4));
    return RunJudge.judge(
        expected, "l.i1", new RunJudge.Evidence(code, out, summary, Optional.of(0), rows));
  }

  @Test
  void aRunThatGoesOnWithAnOutageAndAllRowsHasSurvived() throws Exception {
    Judgement result = judge(SURVIVES, 0, "", survivor(), 60);
    assertThat(result.complaints()).isEmpty();
    assertThat(result.outcome()).isEqualTo(Outcome.SURVIVED);
    assertThat(result.outageSeconds()).isEqualTo(1.5);
  }

  @Test
  void onlyRowsBeyondTheUncertainOnesAreLostOrTooMany() throws Exception {
    assertThat(judge(SURVIVES, 0, "", survivor(), 52).outcome()).isEqualTo(Outcome.SURVIVED);
    Judgement lost = judge(SURVIVES, 0, "", survivor(), 48);
    assertThat(lost.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(lost.lostRows()).isEqualTo(2);
    assertThat(lost.complaints().get(0)).startsWith("pi1 to pi4: lost 2 of ");
    Judgement tooMany = judge(SURVIVES, 0, "", survivor(), 72);
    assertThat(tooMany.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(tooMany.complaints().get(0)).startsWith("pi1 to pi4: 2 too many of ");
  }

  @Test
  void aStepWithoutTraceOfTheFaultSaysNothing() throws Exception {
    JsonNode untouched = summary("done", "\"state\": \"done\", \"outages\": null", VERIFY);
    assertThat(judge(SURVIVES, 0, "", untouched, 60).outcome()).isEqualTo(Outcome.MISSED);
    assertThat(judge(ENDS, 0, "", survivor(), 60).outcome()).isEqualTo(Outcome.MISSED);
  }

  @Test
  void aFaultThatEndsALaterStepSaysNothingUnlessRowsAreLost() throws Exception {
    String later =
        "{\"name\": \"index\", \"state\": \"failed\", \"failure\": \"connection_lost: x\"}";
    JsonNode ended = summary("failed", "\"state\": \"done\", " + OUTAGE, later);
    Judgement result = judge(SURVIVES, 1, "", ended, 60);
    assertThat(result.outcome()).isEqualTo(Outcome.MISSED);
    assertThat(result.complaints()).contains("index failed: connection_lost: x");
    assertThat(judge(SURVIVES, 1, "", ended, 48).outcome()).isEqualTo(Outcome.FAILED);
  }

  @Test
  void everyDifferenceFromSurvivalIsNamed() throws Exception {
    String wrong = "{\"name\": \"verify\", \"state\": \"done\", \"problems\": [\"pi1: 3 rows\"]}";
    Judgement result =
        judge(SURVIVES, 1, "", summary("failed", "\"state\": \"done\", " + OUTAGE, wrong), 60);
    assertThat(result.complaints())
        .containsExactly(
            "exit code: 1, expected 0",
            "state of the run: failed, expected done",
            "verify: pi1: 3 rows");
  }

  @Test
  void aRunThatEndsMustSayTheDocumentedReasonInItsReport() throws Exception {
    JsonNode ended =
        summary("failed", "\"state\": \"failed\", \"failure\": \"" + GONE + ": refused\"", "{}");
    assertThat(judge(ENDS, 1, "FAILED: " + GONE, ended, 60).outcome()).isEqualTo(Outcome.ENDED);
    assertThat(judge(ENDS, 1, "", ended, 60).complaints())
        .containsExactly("the report does not say: " + GONE);
    JsonNode otherwise =
        summary("failed", "\"state\": \"failed\", \"failure\": \"fatal: x\"", "{}");
    assertThat(judge(ENDS, 1, GONE, otherwise, 60).complaints())
        .containsExactly("it ended with: fatal: x; expected: " + GONE);
  }
}
