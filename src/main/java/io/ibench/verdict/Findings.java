package io.ibench.verdict;

import java.util.ArrayList;
import java.util.List;

/** Collects the reasons against a step. Not thread-safe. */
final class Findings {

  private final List<String> invalid = new ArrayList<>();
  private final List<String> degraded = new ArrayList<>();
  private final List<String> brief = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();

  void invalid(String reason) {
    invalid.add(reason);
  }

  void degraded(String reason) {
    degraded.add(reason);
  }

  /** The step is short by design; no reason beside worse ones. */
  void brief(String reason) {
    brief.add(reason);
  }

  void remark(String remark) {
    remarks.add(remark);
  }

  Judgement judgement() {
    List<String> reasons = new ArrayList<>(invalid);
    reasons.addAll(degraded);
    if (reasons.isEmpty()) {
      reasons.addAll(brief);
    }
    return new Judgement(verdict(), reasons, remarks);
  }

  private Verdict verdict() {
    if (!invalid.isEmpty()) {
      return Verdict.INVALID;
    }
    if (!degraded.isEmpty()) {
      return Verdict.DEGRADED;
    }
    return brief.isEmpty() ? Verdict.VALID : Verdict.SHORT;
  }
}
