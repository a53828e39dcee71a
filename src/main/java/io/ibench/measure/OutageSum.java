package io.ibench.measure;

import java.util.ArrayList;
import java.util.List;

/** Adds outages up, in the order of their ends. Owned by the ticker's thread. */
final class OutageSum {

  private final List<Outage> first = new ArrayList<>();
  private long count;
  private long nanos;
  private long operationsLost;

  void add(Outage outage) {
    nanos += outage.nanos();
    operationsLost += outage.operationsLost();
    boolean rest = outage.continues() && count > 0;
    if (!rest) {
      count++;
    }
    if (rest && count == first.size()) {
      int last = first.size() - 1;
      first.set(last, first.get(last).with(outage));
    } else if (!rest && first.size() < Outages.MOST_KEPT) {
      first.add(outage);
    }
  }

  Outages sum() {
    return new Outages(count, nanos, operationsLost, first);
  }
}
