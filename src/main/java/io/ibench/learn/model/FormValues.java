package io.ibench.learn.model;

import io.ibench.learn.law.ValueSketch;
import io.ibench.learn.sql.Form;
import io.ibench.learn.sql.Literal;
import io.ibench.learn.sql.Slot;
import io.ibench.learn.sql.Values;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What is kept of the values of all statements of one form. Not thread-safe. */
public final class FormValues {

  /** Statements before this one are too few to say anything. */
  private static final long FIRST_KEPT = 3;

  private final int slots;
  private final boolean[] repeats;
  private final int[] turns;
  private final @Nullable ValueSketch[] values;
  private final @Nullable ValueSketch[] lengths;
  private final @Nullable TextKinds[] texts;
  private final int[] longest;
  private final long[] least;
  private final long[] most;
  private long statements;

  FormValues(Form form) {
    slots = form.slots().size();
    values = new ValueSketch[slots];
    lengths = new ValueSketch[slots];
    texts = new TextKinds[slots];
    repeats = new boolean[slots];
    turns = new int[slots];
    longest = new int[slots];
    least = new long[slots];
    most = new long[slots];
    Arrays.fill(least, Long.MAX_VALUE);
    Arrays.fill(most, Long.MIN_VALUE);
    for (Slot slot : form.slots()) {
      repeats[slot.number()] = slot.use() == Slot.Use.IN || slot.inRows();
    }
  }

  void add(Values from, long startMicros) {
    if (++statements < FIRST_KEPT && from.count() > 1_000) {
      return;
    }
    Arrays.fill(turns, 0);
    for (int i = 0; i < from.count(); i++) {
      int slot = from.slot(i);
      turns[slot]++;
      byte kind = from.kind(i);
      if (kind == Literal.LOST) {
        continue;
      } else if (kind == Literal.INTEGER) {
        least[slot] = Math.min(least[slot], from.bits(i));
        most[slot] = Math.max(most[slot], from.bits(i));
      }
      if (kind == Literal.TEXT) {
        text(slot, from.shape(i), from.length(i));
      }
      ValueSketch sketch = values[slot];
      if (sketch == null) {
        sketch = new ValueSketch(slot);
        values[slot] = sketch;
      }
      if (kind == Literal.TIME && startMicros >= 0) {
        sketch.addTime(from.bits(i), startMicros);
      } else {
        sketch.add(kind, from.bits(i), from.length(i), from.shape(i));
      }
    }
    for (int slot = 0; slot < slots; slot++) {
      if (repeats[slot]) {
        length(slot);
      }
    }
  }

  private void text(int slot, int shape, int length) {
    TextKinds of = texts[slot];
    if (of == null) {
      of = new TextKinds();
      texts[slot] = of;
    }
    of.add(shape, length);
  }

  private void length(int slot) {
    longest[slot] = Math.max(longest[slot], turns[slot]);
    ValueSketch sketch = lengths[slot];
    if (sketch == null) {
      sketch = new ValueSketch(slot);
      lengths[slot] = sketch;
    }
    sketch.add(Literal.INTEGER, turns[slot], 1, Literal.DIGITS);
  }

  /** The values of a slot; null if there were none. */
  public @Nullable ValueSketch values(int slot) {
    return values[slot];
  }

  /** The kinds of the texts of a slot; null if there were none. */
  public @Nullable TextKinds texts(int slot) {
    return texts[slot];
  }

  /** How many values a list has, or an INSERT rows; null for a slot that is neither. */
  public @Nullable ValueSketch lengths(int slot) {
    return lengths[slot];
  }

  /** The most values that a list had, or rows an INSERT. */
  public int longest(int slot) {
    return longest[slot];
  }

  /** The lowest whole number of a slot; above {@link #most} if there was none. */
  public long least(int slot) {
    return least[slot];
  }

  public long most(int slot) {
    return most[slot];
  }
}
