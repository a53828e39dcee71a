package io.ibench.verdict;

import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import java.util.List;

/** How a step's figures changed while it ran. */
public final class Drift {

  private Drift() {}

  /**
   * One sentence with numbers for each figure that changed; none where nothing did, or where there
   * is too little to tell.
   *
   * @param roles of the operations, by number
   */
  public static List<String> sentences(StepResult step, List<Role> roles) {
    return List.of();
  }
}
