package io.ibench.measure;

import java.util.List;
import java.util.Optional;

/**
 * A step, or a repeat of it, that has ended. Immutable.
 *
 * @param rows rows indexed or checked by a step without workers; 0 otherwise
 * @param periods its report periods, in order
 * @param facts remarks about the step, one line each
 * @param details remarks that few readers need, one line each
 * @param problems errors in the data or the step, one line each; any error fails the run
 * @param failure the reason why the step ended early, if it did
 * @param workersLost workers that ended early without being stopped
 * @param firstFailures the first failed operation of each kind of failure, in the order of time
 * @param answers what its operations answered; empty without workers and before the step's end
 * @param events the user's commands that ran in the middle of it
 * @param parts the times of the parts of its operations
 * @param driver how it began and ended beside the run's other drivers; empty in a run of one
 *     process
 * @param operationsLeft operations of its goal that were not begun when its time was over
 */
public record StepResult(
    StepStart step,
    PeriodResult whole,
    long rows,
    List<PeriodResult> periods,
    List<String> facts,
    List<String> details,
    List<String> problems,
    boolean interrupted,
    Optional<String> failure,
    long workersLost,
    List<FirstFailure> firstFailures,
    Optional<StepAnswers> answers,
    List<TimedEvent> events,
    List<PartSummary> parts,
    Optional<DriverStep> driver,
    long operationsLeft) {

  public StepResult {
    parts = List.copyOf(parts);
    events = List.copyOf(events);
    firstFailures = List.copyOf(firstFailures);
    periods = List.copyOf(periods);
    facts = List.copyOf(facts);
    details = List.copyOf(details);
    problems = List.copyOf(problems);
  }

  /** A step that has had its time, without what the methods {@code with...} add. */
  public StepResult(
      StepStart step,
      PeriodResult whole,
      long rows,
      List<PeriodResult> periods,
      List<String> facts,
      List<String> details,
      List<String> problems,
      boolean interrupted,
      Optional<String> failure,
      long workersLost,
      List<FirstFailure> firstFailures,
      Optional<StepAnswers> answers) {
    this(
        step,
        whole,
        rows,
        periods,
        facts,
        details,
        problems,
        interrupted,
        failure,
        workersLost,
        firstFailures,
        answers,
        List.of(),
        List.of(),
        Optional.empty(),
        0);
  }

  /** A step whose details, first failures and answers are not known. */
  public StepResult(
      StepStart step,
      PeriodResult whole,
      long rows,
      List<PeriodResult> periods,
      List<String> facts,
      List<String> problems,
      boolean interrupted,
      Optional<String> failure,
      long workersLost) {
    this(
        step,
        whole,
        rows,
        periods,
        facts,
        List.of(),
        problems,
        interrupted,
        failure,
        workersLost,
        List.of(),
        Optional.empty());
  }

  /** The same with other facts. */
  public StepResult withFacts(List<String> others) {
    return with(others, interrupted, failure, events, parts, driver, operationsLeft);
  }

  /** The same with these events. */
  public StepResult withEvents(List<TimedEvent> these) {
    return with(facts, interrupted, failure, these, parts, driver, operationsLeft);
  }

  /** The same with the times of the parts of its operations. */
  public StepResult withParts(List<PartSummary> timed) {
    return with(facts, interrupted, failure, events, timed, driver, operationsLeft);
  }

  /** The same with its times beside the run's other drivers. */
  public StepResult withDriver(Optional<DriverStep> beside) {
    return with(facts, interrupted, failure, events, parts, beside, operationsLeft);
  }

  /** The same with so many operations that were not begun when its time was over. */
  public StepResult withOperationsLeft(long left) {
    return with(facts, interrupted, failure, events, parts, driver, left);
  }

  /** The same, ended by a failure; an earlier failure is kept. */
  public StepResult failedBy(String reason) {
    return with(
        facts, false, failure.or(() -> Optional.of(reason)), events, parts, driver, operationsLeft);
  }

  private StepResult with(
      List<String> otherFacts,
      boolean otherInterrupted,
      Optional<String> otherFailure,
      List<TimedEvent> otherEvents,
      List<PartSummary> otherParts,
      Optional<DriverStep> otherDriver,
      long otherOperationsLeft) {
    return new StepResult(
        step,
        whole,
        rows,
        periods,
        otherFacts,
        details,
        problems,
        otherInterrupted,
        otherFailure,
        workersLost,
        firstFailures,
        answers,
        otherEvents,
        otherParts,
        otherDriver,
        otherOperationsLeft);
  }

  public boolean succeeded() {
    return problems.isEmpty() && failure.isEmpty() && !interrupted;
  }
}
