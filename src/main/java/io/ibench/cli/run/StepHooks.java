package io.ibench.cli.run;

import io.ibench.duet.PairedPlan;
import io.ibench.engine.RunControl;
import io.ibench.engine.StepInterceptor;
import io.ibench.measure.StepResult;
import io.ibench.measure.TimedEvent;
import io.ibench.workload.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs hooks and stores the server's texts around each step. The texts are read between the hooks
 * and the step, as hooks may restart the server or reset its counters.
 */
final class StepHooks implements StepInterceptor {

  private final StepNumber numbered;
  private final Hooks hooks;
  private final ServerTextFiles texts;
  private final StallEvidence stalls;
  private final TimedEvents events;
  private final RunControl control;
  private final Consumer<String> warn;
  private final Consumer<String> addFact;
  private final Consumer<List<TimedEvent>> addEvents;
  private final List<String> facts = new ArrayList<>();

  /**
   * @param numbered counts the steps; all others that name files read it
   * @param warn shows a warning to the user immediately
   * @param addFact stores a fact with the step that has just ended
   * @param addEvents stores the events of that step
   */
  StepHooks(
      StepNumber numbered,
      Hooks hooks,
      ServerTextFiles texts,
      StallEvidence stalls,
      TimedEvents events,
      RunControl control,
      Consumer<String> warn,
      Consumer<String> addFact,
      Consumer<List<TimedEvent>> addEvents) {
    this.numbered = numbered;
    this.hooks = hooks;
    this.texts = texts;
    this.stalls = stalls;
    this.events = events;
    this.control = control;
    this.warn = warn;
    this.addFact = addFact;
    this.addEvents = addEvents;
  }

  @Override
  public Optional<String> before(Step step) throws InterruptedException {
    numbered.begins(step.name());
    Optional<String> failure = hooks.before(step, numbered.name());
    if (failure.isEmpty() && !control.isInterrupted() && !isBlock(step)) {
      texts.store(numbered.name(), "before").ifPresent(this::complain);
    }
    return failure;
  }

  @Override
  public void after(Step step, List<StepResult> results) throws InterruptedException {
    addEvents.accept(events.take());
    facts.addAll(events.facts());
    facts.addAll(stalls.takeFacts());
    if (!isBlock(step)) {
      texts.store(numbered.name(), "after").ifPresent(this::complain);
    }
    hooks.after(step, numbered.name()).ifPresent(this::complain);
    facts.forEach(addFact);
    facts.clear();
  }

  /** A duet has hundreds of blocks, of a second each; the step before them has its texts. */
  private static boolean isBlock(Step step) {
    return PairedPlan.number(step).isPresent();
  }

  private void complain(String trouble) {
    warn.accept("ibench: warning: " + trouble);
    facts.add(trouble);
  }
}
