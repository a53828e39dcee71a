package io.ibench.contract;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Comparisons that throw a {@link Violation}. Stateless. */
final class Expect {

  private static final int MAX_ROWS = 6;
  private static final int MAX_BYTES = 16;

  private Expect() {}

  /** A call on the database. */
  interface Call {
    void run() throws DatabaseException;
  }

  static void equal(String what, Object expected, Object actual) {
    if (!expected.equals(actual)) {
      throw new Violation(what + ": " + text(expected), text(actual));
    }
  }

  /**
   * For a condition that is not equality.
   *
   * @param expected the condition in words
   */
  static void that(boolean holds, String expected, Object actual) {
    if (!holds) {
      throw new Violation(expected, text(actual));
    }
  }

  /** Compares rows or values in order; of many, names the first that differs. */
  static void list(String what, List<?> expected, List<?> actual) {
    if (expected.equals(actual)) {
      return;
    }
    if (expected.size() <= MAX_ROWS && actual.size() <= MAX_ROWS) {
      throw new Violation(what + ": " + text(expected), text(actual));
    }
    int first = 0;
    while (first < Math.min(expected.size(), actual.size())
        && expected.get(first).equals(actual.get(first))) {
      first++;
    }
    throw new Violation(
        what + ": " + element(expected, first) + " as " + position(first, expected),
        element(actual, first) + " as " + position(first, actual));
  }

  private static String element(List<?> all, int index) {
    return index < all.size() ? text(all.get(index)) : "none";
  }

  private static String position(int index, List<?> all) {
    return String.format(Locale.ROOT, "number %,d of %,d", index + 1, all.size());
  }

  static void bytes(String what, byte[] expected, byte[] actual) {
    int different = Arrays.mismatch(expected, actual);
    if (different >= 0) {
      throw new Violation(what + ": " + bytes(expected, different), bytes(actual, different));
    }
  }

  private static String bytes(byte[] all, int from) {
    int first = Math.max(0, Math.min(from, all.length) - 2);
    byte[] part = Arrays.copyOfRange(all, first, Math.min(all.length, first + MAX_BYTES));
    return String.format(
        Locale.ROOT, "%,d bytes, from byte %,d on %s", all.length, first, Arrays.toString(part));
  }

  static void fails(FailureKind kind, String what, Call call) {
    String expected = what + ": a failure of kind " + kind;
    try {
      call.run();
    } catch (DatabaseException e) {
      if (e.kind() != kind) {
        throw new Violation(expected, e.kind() + " (" + e.getMessage() + ")");
      }
      return;
    }
    throw new Violation(expected, "no failure");
  }

  /** For a mistake of the caller. */
  static void refuses(Class<? extends RuntimeException> type, String what, Call call) {
    String expected = what + ": " + type.getSimpleName();
    try {
      call.run();
    } catch (DatabaseException e) {
      throw new Violation(expected, e.kind() + " (" + e.getMessage() + ")");
    } catch (RuntimeException e) {
      if (!type.isInstance(e)) {
        throw new Violation(expected, e.toString());
      }
      return;
    }
    throw new Violation(expected, "no exception");
  }

  private static String text(Object value) {
    return value instanceof List<?> list && list.isEmpty() ? "none" : String.valueOf(value);
  }
}
