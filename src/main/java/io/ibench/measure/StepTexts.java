package io.ibench.measure;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * What a step says in words, one line each. Immutable.
 *
 * @param facts remarks about the step
 * @param details remarks that few readers need
 * @param problems errors in the data or the step; any error fails the run
 */
@RecordBuilder
public record StepTexts(List<String> facts, List<String> details, List<String> problems) {

  public static final StepTexts NONE = new StepTexts(List.of(), List.of(), List.of());

  public StepTexts {
    facts = List.copyOf(facts);
    details = List.copyOf(details);
    problems = List.copyOf(problems);
  }
}
