package io.ibench.verdict;

import java.util.List;

/**
 * A verdict with what led to it.
 *
 * @param reasons why it is not {@link Verdict#VALID}, the gravest first, each with the figure and
 *     the threshold
 * @param remarks what is named and not judged, such as a load that became slower
 */
public record Judgement(Verdict verdict, List<String> reasons, List<String> remarks) {

  public Judgement {
    reasons = List.copyOf(reasons);
    remarks = List.copyOf(remarks);
  }
}
