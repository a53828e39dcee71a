package io.ibench.learn.model;

import io.ibench.learn.sql.Values;
import java.util.Arrays;

/**
 * The statements of one transaction with their values, or a single statement. Filled again and
 * again. Not thread-safe.
 */
final class Transaction {

  /** How it ended. */
  enum End {
    /** A statement without BEGIN. */
    SINGLE,
    COMMITTED,
    ROLLED_BACK,
    /** Its end is not in the log. */
    UNKNOWN
  }

  long session;
  long startMicros;
  long endMicros;
  long durationMicros;
  boolean failed;
  End end = End.UNKNOWN;

  int count;
  int[] forms = new int[8];

  /** Where the values of a statement begin; those of the last end at {@link #values}. */
  int[] firstValue = new int[9];

  int values;
  byte[] kinds = new byte[16];
  long[] bits = new long[16];
  int[] slots = new int[16];

  void clear() {
    count = 0;
    values = 0;
    durationMicros = 0;
    failed = false;
    end = End.UNKNOWN;
  }

  void add(int form, Values from) {
    begin(form);
    for (int i = 0; i < from.count(); i++) {
      value(from.kind(i), from.bits(i), from.slot(i));
    }
    firstValue[count] = values;
  }

  private void begin(int form) {
    if (count == forms.length) {
      forms = Arrays.copyOf(forms, 2 * count);
      firstValue = Arrays.copyOf(firstValue, 2 * count + 1);
    }
    forms[count] = form;
    firstValue[count] = values;
    count++;
  }

  private void value(byte kind, long value, int slot) {
    if (values == bits.length) {
      kinds = Arrays.copyOf(kinds, 2 * values);
      bits = Arrays.copyOf(bits, 2 * values);
      slots = Arrays.copyOf(slots, 2 * values);
    }
    kinds[values] = kind;
    bits[values] = value;
    slots[values] = slot;
    values++;
  }

  /** Appends the statements of another one, which follows it in its session. */
  void append(Transaction next) {
    for (int i = 0; i < next.count; i++) {
      begin(next.forms[i]);
      for (int v = next.firstValue[i]; v < next.firstValue[i + 1]; v++) {
        value(next.kinds[v], next.bits[v], next.slots[v]);
      }
      firstValue[count] = values;
    }
    durationMicros += next.durationMicros;
    endMicros = next.endMicros;
    failed |= next.failed;
  }

  Transaction copy() {
    Transaction copy = new Transaction();
    copy.session = session;
    copy.startMicros = startMicros;
    copy.endMicros = endMicros;
    copy.durationMicros = durationMicros;
    copy.failed = failed;
    copy.end = end;
    copy.count = count;
    copy.forms = Arrays.copyOf(forms, Math.max(1, count));
    copy.firstValue = Arrays.copyOf(firstValue, count + 2);
    copy.values = values;
    copy.kinds = Arrays.copyOf(kinds, Math.max(1, values));
    copy.bits = Arrays.copyOf(bits, Math.max(1, values));
    copy.slots = Arrays.copyOf(slots, Math.max(1, values));
    return copy;
  }
}
