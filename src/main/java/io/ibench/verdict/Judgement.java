package io.ibench.verdict;

import java.util.List;

/**
 * A verdict and its reasons. Immutable.
 *
 * @param reasons why it is not {@link Verdict#VALID}, the worst first, each with figure and
 *     threshold
 * @param remarks observations that are not judged, such as a load that became slower
 */
public record Judgement(Verdict verdict, List<String> reasons, List<String> remarks) {

  public Judgement {
    reasons = List.copyOf(reasons);
    remarks = List.copyOf(remarks);
  }
}
