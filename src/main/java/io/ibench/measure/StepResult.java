package io.ibench.measure;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A step, or a repeat of it, that has ended. Immutable.
 *
 * <p>Without texts it has {@link StepTexts#NONE}, without an ending {@link StepEnding#NORMAL}.
 *
 * @param rows rows indexed or checked by a step without workers; 0 otherwise
 * @param periods its report periods, in order
 * @param answers what its operations answered; empty without workers and before the step's end
 * @param events the user's commands that ran in the middle of it
 * @param parts the times of the parts of its operations
 * @param agent how it began and ended beside the run's other agents; empty in a run of one process
 */
@RecordBuilder
public record StepResult(
    StepStart step,
    PeriodResult whole,
    long rows,
    List<PeriodResult> periods,
    StepTexts texts,
    StepEnding ending,
    Optional<StepAnswers> answers,
    List<TimedEvent> events,
    List<PartSummary> parts,
    Optional<AgentStep> agent) {

  public StepResult {
    texts = texts == null ? StepTexts.NONE : texts;
    ending = ending == null ? StepEnding.NORMAL : ending;
    parts = List.copyOf(parts);
    events = List.copyOf(events);
    periods = List.copyOf(periods);
  }

  public List<String> facts() {
    return texts.facts();
  }

  public List<String> details() {
    return texts.details();
  }

  public List<String> problems() {
    return texts.problems();
  }

  public boolean interrupted() {
    return ending.interrupted();
  }

  public Optional<String> failure() {
    return ending.failure();
  }

  public long workersLost() {
    return ending.workersLost();
  }

  public List<FirstFailure> firstFailures() {
    return ending.firstFailures();
  }

  public long operationsLeft() {
    return ending.operationsLeft();
  }

  /** The same with another fact. */
  public StepResult plusFact(String fact) {
    List<String> facts = Stream.concat(facts().stream(), Stream.of(fact)).toList();
    return StepResultBuilder.builder(this)
        .texts(StepTextsBuilder.builder(texts).facts(facts).build())
        .build();
  }

  /** The same, ended by a failure; an earlier failure is kept. */
  public StepResult failedBy(String reason) {
    return StepResultBuilder.builder(this)
        .ending(
            StepEndingBuilder.builder(ending)
                .interrupted(false)
                .failure(failure().or(() -> Optional.of(reason)))
                .build())
        .build();
  }

  public boolean succeeded() {
    return problems().isEmpty() && failure().isEmpty() && !interrupted();
  }
}
