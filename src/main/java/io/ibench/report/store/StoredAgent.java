package io.ibench.report.store;

import com.fasterxml.jackson.annotation.JsonGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.Nulls;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.Figures;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport.Step;
import java.util.List;
import java.util.Optional;

/**
 * What one agent did, in a result that was merged from those of several. Immutable.
 *
 * @param host the name of its machine
 * @param run the id of its own result
 * @param steps those that it began, in order
 */
public record StoredAgent(
    @JsonSetter(nulls = Nulls.FAIL) long rank, String host, String run, List<Share> steps) {

  /**
   * Its part of a step, or of one repeat of it.
   *
   * @param state {@code running}: its process ended before the step did, and its part is in no
   *     figure of the step
   * @param figures {@code seconds}, {@code threads}, its rates, the p99 of its slowest operation,
   *     and those that say whether its machine was the limit; an unknown one is missing
   * @param clock its times beside the other agents; empty in a step without a common start
   */
  @JsonPropertyOrder({"step", "repeat", "state", "threads"})
  public record Share(
      String step,
      @JsonSetter(nulls = Nulls.FAIL) long repeat,
      RunState state,
      @JsonUnwrapped Figures figures,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<StoredAgentStep> clock) {

    /** Unwrapped figures leave it out, because a step has it in a place of its own. */
    @JsonGetter(Step.THREADS)
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    Optional<Number> threads() {
      return figures.number(Figure.THREADS);
    }
  }
}
