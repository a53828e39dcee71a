package io.ibench.verdict;

import java.util.ArrayList;
import java.util.List;

/** Collects the reasons against a step. Not thread-safe. */
final class Findings {

  private final List<String> invalid = new ArrayList<>();
  private final List<String> degraded = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();

  void invalid(String reason) {
    invalid.add(reason);
  }

  void degraded(String reason) {
    degraded.add(reason);
  }

  void remark(String remark) {
    remarks.add(remark);
  }

  Judgement judgement() {
    Verdict verdict =
        !invalid.isEmpty()
            ? Verdict.INVALID
            : degraded.isEmpty() ? Verdict.VALID : Verdict.DEGRADED;
    List<String> reasons = new ArrayList<>(invalid);
    reasons.addAll(degraded);
    return new Judgement(verdict, reasons, remarks);
  }
}
