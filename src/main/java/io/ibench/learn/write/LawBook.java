package io.ibench.learn.write;

import io.ibench.learn.law.ColumnFacts;
import io.ibench.learn.law.Law;
import io.ibench.learn.law.Laws;
import io.ibench.learn.law.Use;
import io.ibench.learn.law.ValueSketch;
import io.ibench.learn.model.FormValues;
import io.ibench.learn.model.LearnedLoad;
import io.ibench.learn.sql.Slot;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The laws of all values of a load; each is found once. Not thread-safe. */
final class LawBook {

  private final LearnedLoad load;
  private final Columns columns;
  private final Map<Long, Law> laws = new HashMap<>();
  private final Map<Long, Law> lengths = new HashMap<>();

  LawBook(LearnedLoad load, Columns columns) {
    this.load = load;
    this.columns = columns;
  }

  /** The law of a slot's values. */
  Law law(int form, int slot) {
    return laws.computeIfAbsent(key(form, slot), any -> fit(form, slot));
  }

  /** The law of the number of values in a list, or of rows. */
  Law lengths(int form, int slot) {
    return lengths.computeIfAbsent(
        key(form, slot),
        any -> {
          FormValues values = load.values().get(form);
          ValueSketch sketch = values == null ? null : values.lengths(slot);
          return counts(sketch == null ? new ValueSketch(0) : sketch);
        });
  }

  /** The law of numbers that count something. */
  static Law counts(ValueSketch sketch) {
    return Laws.fit(sketch, ColumnFacts.named("count", Use.FREE));
  }

  boolean isQuoted(int form, int slot) {
    ValueSketch sketch = sketch(form, slot);
    return sketch != null && sketch.isQuoted();
  }

  private @Nullable ValueSketch sketch(int form, int slot) {
    FormValues values = load.values().get(form);
    return values == null ? null : values.values(slot);
  }

  private Law fit(int form, int slot) {
    Slot of = load.forms().get(form).slots().get(slot);
    ValueSketch sketch = sketch(form, slot);
    ColumnFacts facts = columns.facts(of.table(), of.column(), use(of));
    return Laws.fit(sketch == null ? new ValueSketch(0) : sketch, facts);
  }

  private static Use use(Slot slot) {
    return switch (slot.use()) {
      case EQUAL, FROM, TO, IN -> Use.COMPARED;
      case STORE -> Use.WRITTEN;
      case DELTA -> Use.DELTA;
      default -> Use.FREE;
    };
  }

  private static long key(int form, int slot) {
    return (long) form << 32 | slot;
  }
}
