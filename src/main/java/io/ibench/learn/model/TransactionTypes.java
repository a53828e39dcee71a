package io.ibench.learn.model;

import io.ibench.learn.model.Transaction.End;
import io.ibench.random.Random64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Sorts transactions by their type. Keeps samples in bounded memory. Not thread-safe. */
final class TransactionTypes implements TransactionSink {

  private static final int MOST_SAMPLES = 20_000;
  private static final long MOST_SIZE = 4_000_000;
  private static final int MOST_TYPES = 20_000;

  /** Of so many frequent types a rarer one may be a part. */
  private static final int MOST_WHOLES = 200;

  private static final long EXPLICIT = 0xff51afd7ed558ccdL;
  private static final long SINGLE = 0x9e3779b97f4a7c15L;

  private final Collapse collapse = new Collapse();
  private final Arrivals arrivals = new Arrivals();
  private final Random64 random;
  private final LongMap<TransactionType> committed = new LongMap<>();
  private final LongMap<TransactionType> rolledBack = new LongMap<>();
  private final List<TransactionType> order = new ArrayList<>();
  private final List<TransactionType> orderRolledBack = new ArrayList<>();
  private int mostSamples = MOST_SAMPLES;
  private long size;
  private long beyond;
  private long beyondStatements;

  TransactionTypes(Random64 random) {
    this.random = random;
  }

  @Override
  public void transaction(Transaction transaction) {
    arrivals.add(transaction.startMicros);
    collapse.read(transaction.forms, transaction.count);
    boolean undone = transaction.end == End.ROLLED_BACK;
    boolean explicit = transaction.end != End.SINGLE;
    LongMap<TransactionType> types = undone ? rolledBack : committed;
    long hash = hash(explicit);
    TransactionType type = types.get(hash);
    while (type != null && !isSame(type, explicit)) {
      type = types.get(++hash);
    }
    if (type == null) {
      if (order.size() + orderRolledBack.size() >= MOST_TYPES) {
        beyond++;
        beyondStatements += transaction.count;
        return;
      }
      type = new TransactionType(Arrays.copyOf(collapse.forms, collapse.count), explicit);
      types.put(hash, type);
      (undone ? orderRolledBack : order).add(type);
    }
    size += type.add(transaction, collapse, mostSamples, random);
    if (size > MOST_SIZE) {
      mostSamples /= 2;
      order.forEach(each -> size -= each.shrink(mostSamples, random));
      orderRolledBack.forEach(each -> size -= each.shrink(mostSamples, random));
    }
  }

  private long hash(boolean explicit) {
    long hash = explicit ? EXPLICIT : SINGLE;
    for (int i = 0; i < collapse.count; i++) {
      hash = (hash ^ (collapse.forms[i] + 1) * SINGLE) * EXPLICIT;
      hash ^= hash >>> 33;
    }
    return hash;
  }

  private boolean isSame(TransactionType type, boolean explicit) {
    if (type.isExplicit() != explicit || type.places() != collapse.count) {
      return false;
    }
    for (int i = 0; i < collapse.count; i++) {
      if (type.form(i) != collapse.forms[i]) {
        return false;
      }
    }
    return true;
  }

  Arrivals arrivals() {
    return arrivals;
  }

  /** Transactions of types beyond the first {@value #MOST_TYPES}. */
  long beyond() {
    return beyond;
  }

  long beyondStatements() {
    return beyondStatements;
  }

  /** All types, the most frequent first. One that is rolled back joins the type that it begins. */
  List<TransactionType> types() {
    List<TransactionType> all = new ArrayList<>(order);
    for (TransactionType undone : orderRolledBack) {
      TransactionType whole = null;
      for (TransactionType each : order) {
        boolean better = whole == null || each.count() > whole.count();
        if (better && each.isExplicit() && begins(undone, each)) {
          whole = each;
        }
      }
      if (whole == null) {
        undone.markRolledBack();
        all.add(undone);
      } else {
        whole.addRolledBack(undone.count(), undone.statements(), undone.micros());
      }
    }
    List<TransactionType> whole = withVariants(all);
    whole.sort(Comparator.comparingLong(TransactionType::count).reversed());
    return whole;
  }

  /** Transactions that leave statements of another type out belong to that type. */
  private static List<TransactionType> withVariants(List<TransactionType> all) {
    List<TransactionType> longest = new ArrayList<>(all);
    longest.sort(
        Comparator.comparingInt(TransactionType::places)
            .thenComparingLong(TransactionType::count)
            .reversed());
    List<TransactionType> whole = new ArrayList<>();
    for (TransactionType each : longest) {
      boolean rare = each.count() < Learner.LEAST_TRANSACTIONS;
      if (!each.isExplicit() || rare || !isPart(each, whole)) {
        whole.add(each);
      }
    }
    return whole;
  }

  /** Joins the most frequent type of which it is a part. */
  private static boolean isPart(TransactionType part, List<TransactionType> whole) {
    return whole.stream()
        .filter(each -> each.isExplicit() && each.places() > part.places())
        .filter(each -> each.count() >= Learner.LEAST_TRANSACTIONS)
        .sorted(Comparator.comparingLong(TransactionType::count).reversed())
        .limit(MOST_WHOLES)
        .anyMatch(each -> each.absorb(part));
  }

  private static boolean begins(TransactionType part, TransactionType whole) {
    return part.places() <= whole.places()
        && Arrays.equals(part.forms(), 0, part.places(), whole.forms(), 0, part.places());
  }
}
