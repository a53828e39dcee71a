package io.ibench.cli;

import io.ibench.engine.RunControl;
import io.ibench.engine.StepInterceptor;
import io.ibench.measure.StepResult;
import io.ibench.report.store.Resumption;
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

  private final Hooks hooks;
  private final ServerTextFiles texts;
  private final RunControl control;
  private final Consumer<String> warn;
  private final Consumer<String> addFact;
  private final List<String> facts = new ArrayList<>();
  private final String suffix;
  private int steps;
  private String numbered = "";

  /**
   * @param warn shows a warning to the user immediately
   * @param addFact stores a fact with the step that has just ended
   */
  StepHooks(
      Hooks hooks,
      ServerTextFiles texts,
      RunControl control,
      Consumer<String> warn,
      Consumer<String> addFact) {
    this(hooks, texts, control, warn, addFact, Resumption.NONE);
  }

  /**
   * The same in a run that may be resumed.
   *
   * @param resumption its files get names of their own
   */
  StepHooks(
      Hooks hooks,
      ServerTextFiles texts,
      RunControl control,
      Consumer<String> warn,
      Consumer<String> addFact,
      Resumption resumption) {
    this.steps = Math.toIntExact(resumption.stepsDone());
    this.suffix = resumption.segment() == 0 ? "" : "-resumed-" + resumption.segment();
    this.hooks = hooks;
    this.texts = texts;
    this.control = control;
    this.warn = warn;
    this.addFact = addFact;
  }

  @Override
  public Optional<String> before(Step step) throws InterruptedException {
    numbered = StepFiles.name(++steps, step.name()) + suffix;
    Optional<String> failure = hooks.before(step, numbered);
    if (failure.isEmpty() && !control.isInterrupted()) {
      texts.store(numbered, "before").ifPresent(this::complain);
    }
    return failure;
  }

  @Override
  public void after(Step step, List<StepResult> results) throws InterruptedException {
    texts.store(numbered, "after").ifPresent(this::complain);
    hooks.after(step, numbered).ifPresent(this::complain);
    facts.forEach(addFact);
    facts.clear();
  }

  private void complain(String trouble) {
    warn.accept("ibench: warning: " + trouble);
    facts.add(trouble);
  }
}
