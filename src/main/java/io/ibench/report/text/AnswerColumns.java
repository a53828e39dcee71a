package io.ibench.report.text;

import io.ibench.report.figures.Better;
import io.ibench.report.figures.Definition;
import java.util.List;

/** The columns of a run's answer that are no figures of docs/metrics.md. Stateless. */
public final class AnswerColumns {

  static final Definition RATE =
      new Definition(
          "answer.rate",
          "rate",
          "1/s",
          Better.HIGHER,
          "Queries, or inserted rows, per second, of all repeats together.");

  static final Definition SPREAD =
      new Definition(
          "answer.spread",
          "+- %",
          "%",
          Better.LOWER,
          "How the rates of the repeats differ: their standard deviation in percent of their"
              + " mean.");

  static final Definition LATENCY =
      new Definition(
          "answer.p99",
          "p99",
          "us or ms",
          Better.LOWER,
          "99 % of the operation with the largest planned share (of equal ones the first) took this"
              + " long or less, in the slowest repeat: from the time at which it was due if the step"
              + " has a target rate, else from its start.");

  private static final Definition STEP =
      new Definition(
          "answer",
          "answer",
          "",
          Better.NEITHER,
          "A main step, with all its repeats, or the load; the table's other columns are its"
              + " figures. Main steps have requests and do not warm up.");

  private static final Definition VERDICT =
      new Definition(
          "answer.verdict",
          "verdict",
          "",
          Better.NEITHER,
          "Whether the step's figures can be trusted; the lines above the table say why they"
              + " cannot. docs/verdicts.md has all verdicts and reasons.");

  private AnswerColumns() {}

  /** The definitions, in the order of the columns; the keys are in no result. */
  public static List<Definition> all() {
    return List.of(STEP, RATE, SPREAD, LATENCY, VERDICT);
  }
}
