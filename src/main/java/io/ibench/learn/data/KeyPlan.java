package io.ibench.learn.data;

import io.ibench.learn.law.KeySpace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the columns of a primary key follow from the number of a row: row 1 has the first value of
 * each, and the last column counts fastest. So the chains are complete: each order of each district
 * of each warehouse.
 */
final class KeyPlan {

  /** Numbers that fill a range up to so much are taken as all of it, as estimates err. */
  private static final double DENSE = 0.7;

  private static final long FEW = 10;
  private static final long SPREAD = 50;
  private static final double FRACTION = 0.02;

  private final Table table;
  private final Map<String, TablePlan> plans;
  private final double factor;
  private final boolean isBig;
  private final Map<String, String> variables = new LinkedHashMap<>();
  private final Map<String, String> indexes = new LinkedHashMap<>();
  private final Map<String, KeySpace> keys = new LinkedHashMap<>();
  private final Map<String, Size> levels = new LinkedHashMap<>();
  private final boolean isFixed;
  private Size rows;
  private boolean isDense = true;

  /**
   * @param count of the production's rows
   * @param factor of rows of big tables
   */
  KeyPlan(Table table, Map<String, TablePlan> plans, long count, double factor, boolean isBig) {
    this.table = table;
    this.plans = plans;
    this.factor = factor;
    this.isBig = isBig;
    this.rows = sized(count, isBig);
    this.isFixed = false;
    key(table).ifPresent(key -> plan(key, count));
  }

  /** For another unique index of the table, whose rows are given. */
  KeyPlan(Table table, Map<String, TablePlan> plans, Index index, Size rows) {
    this.table = table;
    this.plans = plans;
    this.factor = 1;
    this.isBig = rows.isScaled();
    this.rows = rows;
    this.isFixed = true;
    plan(index, rows.count());
  }

  /** The primary key, or another unique one if there is none. */
  static Optional<Index> key(Table table) {
    Optional<Index> primary = table.primaryKey();
    return primary.isPresent()
        ? primary
        : table.indexes().stream()
            .filter(index -> index.isUnique() && index.columns().size() > 1)
            .findFirst();
  }

  private Size sized(long count, boolean scaled) {
    return scaled ? new Size(Math.max(1, Math.round(count * factor)), true) : Size.fixed(count);
  }

  private void plan(Index key, long count) {
    List<String> columns = key.columns();
    if (columns.isEmpty()) {
      return;
    }
    if (columns.size() == 1) {
      single(columns.get(0), count);
      return;
    }
    boolean whole = fillsItsRanges(columns, count);
    List<Long> counts = new ArrayList<>();
    List<Size> aligned = new ArrayList<>();
    long prefix = 1;
    boolean scaledByParent = false;
    for (int i = 0; i < columns.size(); i++) {
      Size parent = parentLevel(columns, i);
      long level =
          parent != null
              ? parent.count()
              : whole
                  ? range(columns.get(i))
                  : level(columns.get(i), key, i, prefix, count, i == columns.size() - 1);
      aligned.add(parent == null ? Size.ONE : parent);
      scaledByParent |= parent != null && parent.isScaled();
      counts.add(level);
      prefix = Math.max(1, prefix * level);
    }
    fitLast(columns, counts, count);
    int widest = 0;
    for (int i = 0; i < counts.size(); i++) {
      widest = counts.get(i) >= counts.get(widest) ? i : widest;
    }
    List<Size> sizes = new ArrayList<>();
    for (int i = 0; i < counts.size(); i++) {
      boolean isParents = parentLevel(columns, i) != null;
      boolean scales = isBig && !scaledByParent && i == widest && !isParents;
      sizes.add(isParents ? aligned.get(i) : sized(counts.get(i), scales));
    }
    if (isFixed) {
      int last = sizes.size() - 1;
      long above = 1;
      for (Size size : sizes.subList(0, last)) {
        above *= size.count();
      }
      long needed = (count + above - 1) / above;
      sizes.set(last, new Size(Math.max(needed, counts.get(last)), sizes.get(last).isScaled()));
    }
    chain(columns, sizes, key.name(), count);
  }

  private void single(String name, long count) {
    Column column = table.column(name).orElseThrow();
    Statistics known = column.statistics();
    Optional<ColumnRule> parent = parentRule(name);
    Long min = known.min();
    Long max = known.max();
    long low = min == null ? 1 : min;
    long range = min == null || max == null ? count : max - min + 1;
    boolean dense = range <= 0 || count >= 0.85 * range;
    rows = sized(dense && range > 0 && count <= 1.2 * range ? range : count, isBig);
    long step = dense ? 1 : KeySpace.step(range, count);
    KeySpace parents = parent.map(ColumnRule::keys).orElse(null);
    if (parents != null) {
      long every = Math.max(1, parents.count() / Math.max(1, rows.count()));
      low = parents.low();
      step = parents.step() * every;
    }
    levels.put(name, rows);
    indexes.put(name, ":n - 1");
    keys.put(name, new KeySpace(low, step, rows.count(), scaledText(rows)));
  }

  /** No more values of the last column than its range has; the column before it has more then. */
  private void fitLast(List<String> columns, List<Long> counts, long count) {
    int last = counts.size() - 1;
    long range = range(columns.get(last));
    if (range <= 0 || counts.get(last) <= range || parentLevel(columns, last - 1) != null) {
      return;
    }
    counts.set(last, range);
    double others = 1;
    for (int i = 0; i <= last; i++) {
      others *= i == last - 1 ? 1 : counts.get(i);
    }
    long needed = Math.max(1, Math.round(count / others));
    long before = range(columns.get(last - 1));
    counts.set(last - 1, before > 0 ? Math.min(before, needed) : needed);
  }

  /** Whether the rows are about as many as the combinations of all numbers of the ranges. */
  private boolean fillsItsRanges(List<String> columns, long count) {
    double all = 1;
    for (String name : columns) {
      long range = range(name);
      if (range <= 0) {
        return false;
      }
      all *= range;
    }
    return count >= DENSE * all && count <= all / DENSE;
  }

  /** How many values a column of the key has below one of those before it. */
  private long level(String name, Index key, int place, long prefix, long count, boolean isLast) {
    long range = range(name);
    if (isLast) {
      long level = Math.max(1, Math.round((double) count / prefix));
      boolean whole = range > 0 && level >= DENSE * range && level <= range / DENSE;
      return whole ? range : level;
    }
    long distinct = table.column(name).orElseThrow().statistics().distinct();
    if (range > 0 && prefix * (double) range <= 1.2 * count) {
      // Estimates of values are wrong by factors, ends of indexes are not.
      return distinct > FEW && distinct < range / 2 ? distinct : range;
    }
    long ofPrefix = key.prefixes().get(place);
    if (ofPrefix <= 0) {
      ofPrefix = Math.min(count, prefix * Math.max(1, distinct));
    }
    long level = Math.max(1, Math.round((double) ofPrefix / prefix));
    KeySpace parents = parentRule(name).map(ColumnRule::keys).orElse(null);
    level = parents == null ? level : Math.min(level, parents.count());
    return range > 0 ? Math.min(range, level) : level;
  }

  private long range(String name) {
    return range(table.column(name).orElseThrow().statistics());
  }

  private static long range(Statistics known) {
    Long min = known.min();
    Long max = known.max();
    return min == null || max == null ? -1 : max - min + 1;
  }

  private void chain(List<String> columns, List<Size> sizes, String name, long count) {
    Size all = Size.ONE;
    for (Size size : sizes) {
      all = all.times(size);
    }
    if (!isFixed) {
      rows = all;
    }
    int last = columns.size() - 1;
    Size below = Size.ONE;
    String number = "(:n - 1)";
    Size fanOut = sizes.get(last);
    long above = Math.max(1, all.count() / Math.max(1, fanOut.count()));
    double exact = (double) count / above;
    boolean uneven =
        fanOut.count() < SPREAD
            && factor == 1
            && exact > 1
            && Math.abs(fanOut.count() / exact - 1) > FRACTION
            && isSparse(columns.get(last), Size.fixed((long) Math.ceil(exact)));
    if (uneven) {
      // Some have one more than others: row n belongs to n * above / count.
      rows = new Size(count, rows.isScaled());
      String owner = Names.variable("of_" + (name.equals("PRIMARY") ? table.name() : name));
      variables.put(owner, "(:n - 1) * " + above + " / " + count);
      number = ":" + owner;
      String first = "(:" + owner + " * " + count + " + " + (above - 1) + ") / " + above;
      lastOf(columns.get(last), ":n - 1 - " + first, number, (long) Math.ceil(exact));
    } else {
      below = fanOut;
      boolean sparse = isSparse(columns.get(last), fanOut);
      if (sparse) {
        lastOf(
            columns.get(last),
            "(:n - 1) % " + fanOut.part(),
            fanOut.count() == 1 ? ":n - 1" : "(:n - 1) / " + fanOut.part(),
            fanOut.count());
      } else {
        put(columns.get(last), "(:n - 1) % " + fanOut.part(), fanOut);
      }
    }
    levels.put(columns.get(last), fanOut);
    for (int i = last - 1; i >= 0; i--) {
      Size size = sizes.get(i);
      String index = below.count() == 1 ? number : number + " / " + below.part();
      put(columns.get(i), i == 0 ? index : index + " % " + size.part(), size);
      levels.put(columns.get(i), size);
      below = below.times(size);
    }
  }

  private void put(String name, String index, Size size) {
    Column column = table.column(name).orElseThrow();
    KeySpace parents = parentRule(name).map(ColumnRule::keys).orElse(null);
    Long min = column.statistics().min();
    indexes.put(name, index);
    if (parents != null) {
      long every = Math.max(1, parents.count() / Math.max(1, size.count()));
      keys.put(
          name,
          new KeySpace(parents.low(), parents.step() * every, size.count(), scaledText(size)));
    } else {
      long range = range(column.statistics());
      double values = size.isScaled() ? size.count() / factor : size.count();
      long step = range <= 0 ? 1 : KeySpace.step(range, values);
      keys.put(name, new KeySpace(min == null ? 1 : min, step, size.count(), scaledText(size)));
    }
  }

  /** Whether the last column has many more values than there are below one of those before it. */
  private boolean isSparse(String name, Size fanOut) {
    KeySpace parents = parentRule(name).map(ColumnRule::keys).orElse(null);
    double below = parents == null && fanOut.isScaled() ? fanOut.count() / factor : fanOut.count();
    double values = parents != null ? parents.count() : range(name);
    return values > 1.5 * below;
  }

  /**
   * Spreads the values below one prefix over all of the column, beginning at a place of its own.
   */
  private void lastOf(String name, String index, String prefix, long fanOut) {
    isDense = false;
    Column column = table.column(name).orElseThrow();
    KeySpace parents = parentRule(name).map(ColumnRule::keys).orElse(null);
    Long min = column.statistics().min();
    KeySpace space =
        parents != null
            ? parents
            : new KeySpace(min == null ? 1 : min, 1, Math.max(1, range(column.statistics())), null);
    keys.put(name, space);
    if (fanOut == 1) {
      indexes.put(name, "permute(" + prefix + ", " + space.size() + ")");
      return;
    }
    String all = space.countText() == null ? space.size() : "(" + space.size() + ")";
    indexes.put(
        name,
        "(permute("
            + prefix
            + ", "
            + space.size()
            + ") + ("
            + index
            + ") * ("
            + all
            + " / "
            + fanOut
            + ")) % "
            + all);
  }

  private static @Nullable String scaledText(Size size) {
    return size.isScaled() ? size.text() : null;
  }

  /** The level of the parent's key, if the columns up to here are a foreign key to it. */
  private @Nullable Size parentLevel(List<String> columns, int place) {
    for (ForeignKey key : table.foreignKeys()) {
      TablePlan parent = plans.get(key.parent());
      if (parent == null || key.isGuess() || key.columns().size() <= place) {
        continue;
      }
      boolean prefix =
          key.columns().size() <= columns.size()
              && key.columns().equals(columns.subList(0, key.columns().size()));
      Size level =
          parent
              .keyLevels()
              .get(key.parentColumns().get(Math.min(place, key.parentColumns().size() - 1)));
      if (prefix && level != null && parent.isDense() && key.columns().size() > 1) {
        return level;
      }
    }
    return null;
  }

  /** The rule of the column that this one refers to. */
  private Optional<ColumnRule> parentRule(String name) {
    return parentRule(table, plans, name);
  }

  static Optional<ColumnRule> parentRule(Table table, Map<String, TablePlan> plans, String name) {
    for (ForeignKey key : table.foreignKeys()) {
      int place = key.columns().indexOf(name);
      TablePlan parent = plans.get(key.parent());
      if (place >= 0 && parent != null && parent.has(key.parentColumns().get(place))) {
        return Optional.of(parent.rule(key.parentColumns().get(place)));
      }
    }
    return Optional.empty();
  }

  Size rows() {
    return rows;
  }

  Map<String, String> variables() {
    return variables;
  }

  Map<String, Size> levels() {
    return levels;
  }

  boolean isDense() {
    return isDense;
  }

  boolean contains(String column) {
    return indexes.containsKey(column);
  }

  /** From 0: which of its values the column has in row {@code :n}. */
  String index(String column) {
    return indexes.getOrDefault(column, ":n - 1");
  }

  KeySpace keys(String column) {
    KeySpace found = keys.get(column);
    if (found == null) {
      throw new IllegalArgumentException(column);
    }
    return found;
  }
}
