package io.ibench.engine;

import io.ibench.config.Secrets;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.measure.FirstFailure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;

/**
 * The database's message for the first failed operation of each kind: counts alone do not explain a
 * failure. Keeps one text for each kind. Thread-safe: workers add, the coordinator takes.
 */
final class FirstFailures {

  static final int MAX_TEXT = 500;

  private static final String CUT = "...";

  private final AtomicReferenceArray<FirstFailure> byKind =
      new AtomicReferenceArray<>(FailureKind.values().length);

  /** An operation has finally failed. Allocates only for the first one of its kind. */
  void add(int operation, DatabaseException failure, long nanos) {
    int kind = failure.kind().ordinal();
    if (byKind.get(kind) == null) {
      String text = text(String.valueOf(failure.getMessage()));
      byKind.compareAndSet(kind, null, new FirstFailure(operation, kind, nanos, text));
    }
  }

  private static String text(String message) {
    String masked = Secrets.mask(String.valueOf(message));
    if (masked.codePointCount(0, masked.length()) <= MAX_TEXT) {
      return masked;
    }
    return masked.substring(0, masked.offsetByCodePoints(0, MAX_TEXT)) + CUT;
  }

  /** Takes the failures up to this time, in the order of time. */
  List<FirstFailure> takeUntil(long nanos) {
    return take(failure -> failure.nanos() - nanos <= 0);
  }

  List<FirstFailure> takeAll() {
    return take(failure -> true);
  }

  private List<FirstFailure> take(Predicate<FirstFailure> wanted) {
    List<FirstFailure> taken = new ArrayList<>();
    for (int kind = 0; kind < byKind.length(); kind++) {
      FirstFailure failure = byKind.get(kind);
      if (failure != null && wanted.test(failure)) {
        taken.add(failure);
        byKind.set(kind, null);
      }
    }
    taken.sort(Comparator.comparingLong(FirstFailure::nanos));
    return List.copyOf(taken);
  }
}
