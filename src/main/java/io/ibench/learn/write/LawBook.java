package io.ibench.learn.write;

import io.ibench.learn.law.ColumnFacts;
import io.ibench.learn.law.KeySpace;
import io.ibench.learn.law.Law;
import io.ibench.learn.law.Laws;
import io.ibench.learn.law.Use;
import io.ibench.learn.law.ValueSketch;
import io.ibench.learn.model.FormValues;
import io.ibench.learn.model.LearnedLoad;
import io.ibench.learn.model.LearnedType;
import io.ibench.learn.model.Origin;
import io.ibench.learn.model.Parameter;
import io.ibench.learn.model.TextKinds;
import io.ibench.learn.sql.Form;
import io.ibench.learn.sql.Literal;
import io.ibench.learn.sql.Slot;
import io.ibench.learn.sql.TextKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The laws of all values of a load; each is found once. Not thread-safe. */
final class LawBook {

  private static final Pattern RECENT = Pattern.compile("recent\\('([^']*)'");

  /** Draws from a range would meet some values twice, if they are at least this part of it. */
  private static final double DENSE = 0.1;

  private static final double NEVER_TWICE = 0.99;
  private static final int MANY = 100;

  /** The share of values that are the one before plus 1. */
  private static final double STEPS = 0.3;

  private final LearnedLoad load;
  private final Columns columns;
  private final Set<String> sequences;
  private final Map<Long, Law> laws = new HashMap<>();
  private final Map<Long, Law> lengths = new HashMap<>();

  LawBook(LearnedLoad load, Columns columns) {
    this.load = load;
    this.columns = columns;
    sequences = sequences(load, columns);
  }

  /** The sequences from which INSERTs of the script draw. */
  private static Set<String> sequences(LearnedLoad load, Columns columns) {
    Set<String> found = new HashSet<>();
    for (LearnedType type : load.types()) {
      for (int q = 0; q < type.parameters().count(); q++) {
        Parameter parameter = type.parameters().get(q);
        Form form = load.forms().get(type.type().form(parameter.place()));
        Slot slot = form.slots().get(parameter.slot());
        FormValues values = load.values().get(form.id());
        ColumnFacts facts = columns.facts(slot.table(), slot.column(), Use.WRITTEN);
        if (type.origins().get(q) instanceof Origin.Drawn
            && values != null
            && isSequence(form, slot, values, facts)) {
          found.add(Laws.sequence(facts));
        }
      }
    }
    return found;
  }

  /** Whether each INSERT must have a number of its own. */
  private static boolean isSequence(Form form, Slot slot, FormValues values, ColumnFacts facts) {
    ValueSketch sketch = values.values(slot.number());
    boolean inserts =
        form.verb() == Form.Verb.INSERT
            && slot.use() == Slot.Use.STORE
            && slot.column() != null
            && !form.replacesRows();
    if (!inserts || sketch == null || sketch.count(Literal.INTEGER) < 0.99 * sketch.count()) {
      return false;
    }
    boolean rising = sketch.isRising() && sketch.steps() >= STEPS;
    double count = sketch.count();
    double range = values.most(slot.number()) - values.least(slot.number()) + 1.0;
    boolean never =
        sketch.distinct() >= NEVER_TWICE * count && count > DENSE * range && count >= MANY;
    return facts.unique() || rising || never;
  }

  /**
   * The sequence from which a value is drawn, if it is.
   *
   * @return an expression
   */
  Optional<String> sequence(Form form, Slot slot) {
    FormValues values = load.values().get(form.id());
    ColumnFacts facts = columns.facts(slot.table(), slot.column(), Use.WRITTEN);
    if (values == null || !isSequence(form, slot, values, facts)) {
      return Optional.empty();
    }
    String next = "sequence('" + Laws.sequence(facts) + "')";
    KeySpace keys = facts.keys();
    if (keys != null) {
      return Optional.of(keys.last() + " + " + next);
    }
    long above = above(form.id(), slot.number());
    return Optional.of(above == 0 ? next : above + " + " + next);
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
          return counts(orEmpty(values == null ? null : values.lengths(slot)));
        });
  }

  /** The law of the numbers at the ends of names, which are schema and no data. */
  Law numbers(int form, int slot, long least, long most) {
    return Laws.fit(
        orEmpty(sketch(form, slot)),
        ColumnFacts.integers("number", least, most, most - least + 1, Use.COMPARED));
  }

  /** The law of numbers that count something. */
  static Law counts(ValueSketch sketch) {
    return Laws.fit(sketch, ColumnFacts.named("count", Use.FREE));
  }

  boolean isQuoted(int form, int slot) {
    ValueSketch sketch = sketch(form, slot);
    return sketch != null && sketch.isQuoted();
  }

  private static ValueSketch orEmpty(@Nullable ValueSketch sketch) {
    return sketch == null ? new ValueSketch(0) : sketch;
  }

  private @Nullable ValueSketch sketch(int form, int slot) {
    FormValues values = load.values().get(form);
    return values == null ? null : values.values(slot);
  }

  private Law fit(int form, int slot) {
    Slot of = load.forms().get(form).slots().get(slot);
    ValueSketch sketch = sketch(form, slot);
    if (sketch == null) {
      sketch = sameColumn(of);
    }
    ColumnFacts facts = columns.facts(of.table(), of.column(), use(of));
    ValueSketch values = orEmpty(sketch);
    TextKinds texts = texts(form, slot);
    Optional<String> labels = columns.labels(of.table(), of.column());
    if (texts != null && labels.isPresent()) {
      return new TemplateLaw(labels.get(), "labels of the schema, as often as in its table");
    }
    if (texts != null && needsTemplate(texts.kind(), of, facts)) {
      return TemplateLaw.of(texts, values);
    }
    Law law = Laws.fit(values, facts);
    if (sketch == null && law.expression().equals("NULL")) {
      return new UnseenLaw();
    }
    Matcher recent = RECENT.matcher(law.expression());
    if (!recent.find()) {
      return law;
    }
    if (!sequences.contains(recent.group(1))) {
      return Laws.fit(values, facts.as(Use.WRITTEN));
    }
    boolean moved = facts.keys() == null;
    return moved ? new MovedLaw(law, above(form, slot)) : law;
  }

  private @Nullable TextKinds texts(int form, int slot) {
    FormValues values = load.values().get(form);
    return values == null ? null : values.texts(slot);
  }

  /** Whether the server would refuse another text, or find other rows by it. */
  private static boolean needsTemplate(TextKind kind, Slot slot, ColumnFacts facts) {
    if (kind == TextKind.PLAIN || kind.isPattern()) {
      return kind.isPattern() && slot.use() == Slot.Use.LIKE;
    }
    return facts.texts() == null && facts.keys() == null;
  }

  /** What stands between the numbers of a sequence and the column: the highest value in the log. */
  private long above(int form, int slot) {
    FormValues values = load.values().get(form);
    return values == null ? 0 : Laws.above(values.most(slot));
  }

  /** The values of the same column in another statement, for those that the log does not have. */
  private @Nullable ValueSketch sameColumn(Slot slot) {
    ValueSketch found = null;
    for (Form form : load.forms()) {
      FormValues values = load.values().get(form.id());
      if (values == null || slot.column() == null) {
        continue;
      }
      for (Slot each : form.slots()) {
        ValueSketch other = values.values(each.number());
        boolean same =
            slot.column().equalsIgnoreCase(each.column())
                && slot.table() != null
                && slot.table().equalsIgnoreCase(each.table())
                && each.use() != Slot.Use.DELTA;
        if (same && other != null && (found == null || other.count() > found.count())) {
          found = other;
        }
      }
    }
    return found;
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
