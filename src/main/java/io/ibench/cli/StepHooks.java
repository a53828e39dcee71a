package io.ibench.cli;

import io.ibench.engine.RunControl;
import io.ibench.engine.StepInterceptor;
import io.ibench.measure.StepResult;
import io.ibench.workload.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A run's hooks and the server's texts around each step. The texts are asked for between the hooks
 * and the step: hooks may restart the server or reset what it counts.
 */
final class StepHooks implements StepInterceptor {

  private final Hooks hooks;
  private final ServerTextFiles texts;
  private final RunControl control;
  private final Consumer<String> warn;
  private final Consumer<String> addFact;
  private final List<String> facts = new ArrayList<>();
  private int steps;
  private String numbered = "";

  /**
   * @param warn tells a person at once
   * @param addFact keeps a fact with the step that has just ended
   */
  StepHooks(
      Hooks hooks,
      ServerTextFiles texts,
      RunControl control,
      Consumer<String> warn,
      Consumer<String> addFact) {
    this.hooks = hooks;
    this.texts = texts;
    this.control = control;
    this.warn = warn;
    this.addFact = addFact;
  }

  @Override
  public Optional<String> before(Step step) throws InterruptedException {
    numbered = StepFiles.name(++steps, step.name());
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
