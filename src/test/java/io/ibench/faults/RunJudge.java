package io.ibench.faults;

import com.fasterxml.jackson.databind.JsonNode;
import io.ibench.faults.Judgement.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares what became of a run that met a fault with what is documented of it. */
final class RunJudge {

  private static final double MICROS = 1e6;
  private static final double WAIT_SECONDS = 5;
  private static final double DELAY_SECONDS = 1;

  private final Expectation expected;
  private final Evidence evidence;
  private final JsonNode step;
  private final List<String> complaints = new ArrayList<>();

  /**
   * What a run has left behind.
   *
   * @param exitCode of the run
   * @param out what the run printed
   * @param summary its summary.json
   * @param verification the exit code of a later {@code verify}; empty if none was made
   * @param rows of the tables
   */
  record Evidence(
      int exitCode,
      String out,
      JsonNode summary,
      Optional<Integer> verification,
      List<RowBalance> rows) {}

  private RunJudge(Expectation expected, String step, Evidence evidence) {
    this.expected = expected;
    this.evidence = evidence;
    this.step = lastOf(evidence.summary, step);
  }

  /**
   * Judges a run.
   *
   * @param step the name of the step in whose middle the fault was made
   */
  static Judgement judge(Expectation expected, String step, Evidence evidence) {
    return new RunJudge(expected, step, evidence).judgement();
  }

  /** The last repeat of this step, or nothing. */
  private static JsonNode lastOf(JsonNode summary, String name) {
    JsonNode last = summary.path("no step");
    for (JsonNode each : summary.path("steps")) {
      if (each.path("name").asText().equals(name)) {
        last = each;
      }
    }
    return last;
  }

  private Judgement judgement() {
    boolean isDone = step.path("state").asText().equals("done");
    Outcome outcome;
    if (isDone && (!expected.survives() || !shows(expected.sign()))) {
      outcome = Outcome.MISSED;
    } else {
      if (expected.survives()) {
        checkSurvival(expected.sign());
      } else {
        checkEnding(expected.ending().orElseThrow());
      }
      checkRows(expected.survives());
      Outcome asDocumented = expected.survives() ? Outcome.SURVIVED : Outcome.ENDED;
      Outcome otherwise =
          isDone && lostRows() == 0 && endedLater() ? Outcome.MISSED : Outcome.FAILED;
      outcome = complaints.isEmpty() ? asDocumented : otherwise;
    }
    return new Judgement(
        outcome,
        List.copyOf(complaints),
        step.path("outages").path("seconds").asDouble(),
        lostRows(),
        evidence.summary.path("database").path("version").asText());
  }

  private long lostRows() {
    return evidence.rows.stream().mapToLong(RowBalance::lost).sum();
  }

  /**
   * Whether a step failed that has no outages: the fault may have gone on when its own was over.
   */
  private boolean endedLater() {
    for (JsonNode each : evidence.summary.path("steps")) {
      boolean failed = each.path("state").asText().equals("failed");
      if (failed && each.path("failure").asText().startsWith("connection_lost")) {
        return true;
      }
    }
    return false;
  }

  private boolean shows(Expectation.Sign sign) {
    return switch (sign) {
      case OUTAGE -> showsOutage();
      case WAIT -> longestSeconds() >= WAIT_SECONDS;
      case DELAY -> longestSeconds() >= DELAY_SECONDS;
      case NONE -> true;
    };
  }

  private boolean showsOutage() {
    JsonNode outages = step.path("outages");
    boolean ofKind = expected.kind().isEmpty();
    for (JsonNode outage : outages.path("first")) {
      ofKind |= expected.kind().equals(Optional.of(outage.path("kind").asText()));
    }
    return outages.path("count").asLong() > 0 && ofKind;
  }

  private double longestSeconds() {
    double longest = 0;
    for (JsonNode operation : step.path("operations")) {
      longest = Math.max(longest, operation.path("service").path("max_us").asDouble() / MICROS);
    }
    return longest;
  }

  private void checkSurvival(Expectation.Sign sign) {
    equal("exit code", "0", Integer.toString(evidence.exitCode));
    equal("state of the run", "done", evidence.summary.path("run").path("state").asText());
    for (JsonNode each : evidence.summary.path("steps")) {
      String name = each.path("name").asText();
      if (!each.path("state").asText().equals("done")) {
        complaints.add(
            name + " " + each.path("state").asText() + ": " + each.path("failure").asText());
      }
      each.path("problems").forEach(problem -> complaints.add(name + ": " + problem.asText()));
    }
    if (!lastOf(evidence.summary, "verify").path("state").asText().equals("done")) {
      complaints.add("verify did not run");
    }
    if (sign == Expectation.Sign.OUTAGE && step.path("verdict").asText().equals("valid")) {
      complaints.add("the verdict of a step with an outage is valid");
    }
    evidence.verification.ifPresent(
        code -> equal("exit code of a later verify", "0", Integer.toString(code)));
  }

  private void checkEnding(String reason) {
    equal("exit code", "1", Integer.toString(evidence.exitCode));
    equal("state of the run", "failed", evidence.summary.path("run").path("state").asText());
    equal("state of the step", "failed", step.path("state").asText());
    String failure = step.path("failure").asText();
    if (!failure.startsWith(reason)) {
      complaints.add("it ended with: " + failure + "; expected: " + reason);
    }
    // The report wraps its lines.
    if (!evidence.out.replaceAll("\\s+", " ").contains(reason)) {
      complaints.add("the report does not say: " + reason);
    }
  }

  private void checkRows(boolean exactly) {
    for (RowBalance balance : evidence.rows) {
      if (balance.lost() > 0) {
        complaints.add(balance.tables() + ": lost " + balance.lost() + " of " + balance);
      }
      if (exactly && balance.tooMany() > 0) {
        complaints.add(balance.tables() + ": " + balance.tooMany() + " too many of " + balance);
      }
    }
  }

  private void equal(String what, String expected, String found) {
    if (!expected.equals(found)) {
      complaints.add(what + ": " + found + ", expected " + expected);
    }
  }
}
