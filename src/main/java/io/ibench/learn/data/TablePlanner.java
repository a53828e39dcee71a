package io.ibench.learn.data;

import io.ibench.learn.law.KeySpace;
import io.ibench.learn.law.Law;
import io.ibench.learn.law.Laws;
import io.ibench.learn.law.TextForm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides how the columns of a table are filled. */
final class TablePlanner {

  private static final long UNKNOWN_ROWS = 1000;
  private static final long UNKNOWN_VALUES = 1000;
  private static final int UNKNOWN_WIDTH = 30;
  private static final long MONTH = 30L * 24 * 3600;
  private static final double FEW_OF_ALL = 0.3;
  private static final double NEARLY_ALL = 0.9;
  private static final double IN_ORDER = 0.9;

  private final DataOptions options;
  private final Map<String, TablePlan> plans;
  private final Limits limits;

  TablePlanner(DataOptions options, Map<String, TablePlan> plans, Limits limits) {
    this.options = options;
    this.plans = plans;
    this.limits = limits;
  }

  /** Empty if a column can neither be made nor be NULL; the reason is a limit then. */
  Optional<TablePlan> plan(Table table) {
    long count = table.rows() >= 0 ? table.rows() : UNKNOWN_ROWS;
    if (table.rows() < 0) {
      limits.add(table.name(), "its rows are not known; taken as " + UNKNOWN_ROWS);
    }
    boolean isBig = count >= options.bigFrom();
    KeyPlan key = new KeyPlan(table, plans, count, options.factor(), isBig);
    List<KeyPlan> keys = new ArrayList<>(List.of(key));
    for (Index index : table.indexes()) {
      boolean other = index.isUnique() && index.columns().size() > 1 && !index.isPrimary();
      if (other
          && KeyPlan.key(table).filter(index::equals).isEmpty()
          && keys.stream().noneMatch(each -> index.columns().stream().anyMatch(each::contains))) {
        keys.add(new KeyPlan(table, plans, index, key.rows()));
      }
    }
    Map<String, String> variables = new LinkedHashMap<>();
    keys.forEach(each -> variables.putAll(each.variables()));
    List<ColumnRule> rules = new ArrayList<>();
    for (Column column : table.columns()) {
      if (column.isGenerated()) {
        continue;
      }
      KeyPlan of =
          keys.stream().filter(each -> each.contains(column.name())).findFirst().orElse(key);
      ColumnRule rule = rule(table, column, of);
      if (rule == null) {
        return Optional.empty();
      }
      rules.add(rule);
    }
    return Optional.of(
        new TablePlan(
            table,
            key.rows(),
            variables,
            rules,
            key.levels(),
            key.isDense(),
            keys.stream().map(each -> each.levels().keySet()).toList()));
  }

  private @Nullable ColumnRule rule(Table table, Column column, KeyPlan key) {
    boolean alone =
        table.indexes().stream()
            .anyMatch(index -> index.isUnique() && index.columns().equals(List.of(column.name())));
    Limits others = column.statistics().nullShare() > 0.9995 ? new Limits() : limits;
    Fill fill = new Fill(table, column, key, alone, others);
    ColumnRule rule = fill.rule();
    if (rule == null || key.contains(column.name()) || alone) {
      return rule;
    }
    double nulls = column.statistics().nullShare();
    if (column.isNullable() && nulls > 0.9995) {
      return new ColumnRule(table.name(), column, "NULL", null, null, rule.rows(), false);
    }
    if (!column.isNullable() || nulls < 0.0005 || rule.loadExpression().equals("NULL")) {
      return rule;
    }
    String expression = Laws.withNulls(nulls, rule.loadExpression());
    return new ColumnRule(
        table.name(), column, expression, rule.keys(), rule.texts(), rule.rows(), false);
  }

  /** The texts of a column with as many values as one likes. */
  private static TextForm unlimited(Column column) {
    Statistics known = column.statistics();
    int longest = column.type().length() > 0 ? column.type().length() : Integer.MAX_VALUE;
    String type = column.type().name();
    boolean fixed =
        type.startsWith("char") && !type.contains("varying") && longest < Integer.MAX_VALUE;
    if (known.longest() > 0) {
      int most = Math.min(longest, known.longest());
      return new TextForm(
          column.name(), Math.min(most, Math.max(1, known.shortest())), most, Long.MAX_VALUE);
    }
    int most = fixed ? longest : Math.min(longest, UNKNOWN_WIDTH);
    return new TextForm(column.name(), fixed ? most : (most + 1) / 2, most, Long.MAX_VALUE);
  }

  /** The values of one column. */
  private final class Fill {
    private final Table table;
    private final Column column;
    private final KeyPlan key;
    private final boolean isUnique;
    private final Statistics known;
    private final String name;
    private final Limits limits;

    Fill(Table table, Column column, KeyPlan key, boolean isUnique, Limits limits) {
      this.limits = limits;
      this.table = table;
      this.column = column;
      this.key = key;
      this.isUnique = isUnique;
      this.known = column.statistics();
      this.name = table.name() + "." + column.name();
    }

    @Nullable ColumnRule rule() {
      return switch (column.type().kind()) {
        case INTEGER -> integer();
        case DECIMAL -> decimal();
        case TEXT -> text();
        case BOOLEAN ->
            of(
                "random(1, 1000) <= "
                    + (known.parts().size() == 1 ? Math.round(1000 * known.parts().get(0)) : 500));
        case BYTES -> bytes();
        case TIME -> time();
        case LABEL -> label();
        case UUID -> uuid();
        case OTHER -> other();
      };
    }

    private ColumnRule of(String expression) {
      return made(expression, null, null);
    }

    private ColumnRule made(String expression, @Nullable KeySpace keys, @Nullable TextForm texts) {
      return new ColumnRule(
          table.name(), column, expression, keys, texts, key.rows().count(), isUnique);
    }

    private ColumnRule integer() {
      if (key.contains(column.name())) {
        KeySpace keys = key.keys(column.name());
        return made(value(keys, key.index(column.name())), keys, null);
      }
      Optional<ColumnRule> parent = KeyPlan.parentRule(table, plans, column.name());
      KeySpace parents = parent.map(ColumnRule::keys).orElse(ownKeys());
      if (parents != null && !isUnique) {
        return made(drawn(used(parents)), parents, null);
      }
      if (isUnique || isInOrder()) {
        Long min = known.min();
        KeySpace keys = new KeySpace(min == null ? 1 : min, step(), key.rows().count(), rowsText());
        return made(value(keys, ":n - 1"), keys, null);
      }
      KeySpace keys = range();
      if (keys == null) {
        return seenOr("random(0, " + guessedLimit() + ")", "0 to " + guessedLimit());
      }
      return made(drawn(keys), keys, null);
    }

    /** Of a column that refers to the key of its own table. */
    private @Nullable KeySpace ownKeys() {
      Column parent = parentOfOwn();
      return parent == column ? null : key.keys(parent.name());
    }

    /** The column of the same table that this one refers to; itself if there is none. */
    private Column parentOfOwn() {
      for (ForeignKey each : table.foreignKeys()) {
        int place = each.columns().indexOf(column.name());
        if (place >= 0
            && each.parent().equals(table.name())
            && key.contains(each.parentColumns().get(place))) {
          return table.column(each.parentColumns().get(place)).orElseThrow();
        }
      }
      return column;
    }

    private long guessedLimit() {
      return column.type().text().startsWith("tinyint(1)") ? 1 : 100;
    }

    private String value(KeySpace keys, String index) {
      return keys.valueAt(index);
    }

    private boolean isInOrder() {
      return known.min() != null
          && known.correlation() > IN_ORDER
          && known.distinct() >= NEARLY_ALL * table.rows()
          && known.nullShare() == 0
          && table.rows() > 1;
    }

    private long step() {
      Long min = known.min();
      Long max = known.max();
      return min == null || max == null ? 1 : KeySpace.step(max - min + 1, table.rows());
    }

    private @Nullable String rowsText() {
      return key.rows().isScaled() ? key.rows().text() : null;
    }

    /** Of a column that is no key: its range, with as many values as it has. */
    private @Nullable KeySpace range() {
      Long min = known.min();
      Long max = known.max();
      if (min == null || max == null) {
        return null;
      }
      KeySpace plain =
          KeySpace.of(
              new ColumnRule(table.name(), column, "", null, null, table.rows(), false)
                  .facts(io.ibench.learn.law.Use.COMPARED));
      return plain;
    }

    /** A draw from the values of a column, as skewed as its frequencies say. */
    private String drawn(KeySpace keys) {
      return Draw.from(keys, known, table.rows());
    }

    /** The keys of the other table that are referred to, if these are much fewer than chance. */
    private KeySpace used(KeySpace parents) {
      double keys = parents.count();
      double expected = keys * -Math.expm1(-table.rows() / keys);
      long distinct = known.distinct();
      boolean all = known.frequencies().size() >= NEARLY_ALL * distinct;
      if (distinct <= 0
          || distinct > FEW_OF_ALL * expected
          || !all && Draw.isSkewed(known, keys, table.rows())) {
        return parents;
      }
      return new KeySpace(
          parents.low(), parents.step() * (parents.count() / distinct), distinct, null);
    }

    private ColumnRule seenOr(String expression, String guess) {
      Law law = options.seen().get(name);
      if (law != null) {
        return of(law.expression());
      }
      limits.add(
          table.name(), "the range of " + column.name() + " is not known; taken as " + guess);
      return of(expression);
    }

    private ColumnRule decimal() {
      int digits = column.type().digits();
      KeySpace keys = range();
      if (keys == null) {
        return seenOr(Laws.overPower("random(0, 9999)", digits), "small numbers");
      }
      return made(Laws.overPower(drawn(keys), digits), keys, null);
    }

    private ColumnRule text() {
      Optional<ColumnRule> parent = KeyPlan.parentRule(table, plans, column.name());
      TextForm parents = parent.map(ColumnRule::texts).orElse(null);
      KeySpace parentKeys = parent.map(ColumnRule::keys).orElse(null);
      if (key.contains(column.name())) {
        KeySpace numbers = key.keys(column.name());
        KeySpace from1 = new KeySpace(1, 1, numbers.count(), numbers.countText());
        TextForm form = parents == null ? unlimited(column) : parents;
        return made(form.of(from1.valueAt(key.index(column.name()))), from1, form);
      }
      if (parents != null && parentKeys != null && !isUnique) {
        return made(parents.of(drawn(used(parentKeys))), parentKeys, parents);
      }
      KeySpace own = ownKeys();
      if (own != null && !isUnique) {
        KeySpace numbers = new KeySpace(1, 1, own.count(), own.countText());
        TextForm form = unlimited(parentOfOwn());
        return made(form.of(drawn(used(numbers))), numbers, form);
      }
      long distinct = known.distinct();
      if (isUnique || distinct > 1 && distinct >= NEARLY_ALL * table.rows()) {
        KeySpace numbers = new KeySpace(1, 1, key.rows().count(), rowsText());
        TextForm form = unlimited(column);
        return made(form.of(":n"), numbers, form);
      }
      if (distinct <= 0) {
        Law law = options.seen().get(name);
        if (law != null && law.expression().startsWith("text(")) {
          return of(law.expression());
        }
        limits.add(
            table.name(),
            "how many values "
                + column.name()
                + " has is not known; taken as up to "
                + UNKNOWN_VALUES);
        distinct = Math.max(1, Math.min(UNKNOWN_VALUES, key.rows().count()));
      }
      TextForm lengths = unlimited(column);
      TextForm form = new TextForm(column.name(), lengths.shortest(), lengths.longest(), distinct);
      KeySpace numbers = new KeySpace(1, 1, distinct, null);
      if (form.hasTokens()) {
        return made(Draw.tokens(form, known.frequencies()), numbers, form);
      }
      return made(form.of(drawn(numbers)), numbers, form);
    }

    private ColumnRule bytes() {
      int longest = column.type().length() > 0 ? column.type().length() : Integer.MAX_VALUE;
      boolean fixed = column.type().name().equals("binary");
      int most =
          fixed || known.longest() <= 0
              ? Math.min(longest, fixed ? longest : UNKNOWN_WIDTH)
              : known.longest();
      int least =
          fixed ? longest : known.longest() <= 0 ? (most + 1) / 2 : Math.max(1, known.shortest());
      if (key.contains(column.name()) || isUnique) {
        limits.add(
            table.name(),
            column.name() + " is a key of random bytes: transactions do not find its rows");
      }
      return of("bytes(" + Math.min(least, most) + ", " + most + ")");
    }

    private ColumnRule time() {
      Long min = known.min();
      Long max = known.max();
      if (min == null || max == null) {
        Law law = options.seen().get(name);
        if (law != null) {
          return of(law.expression());
        }
        limits.add(
            table.name(),
            "the range of " + column.name() + " is not known; taken as the last 30 days");
        return of("timestamp(random(-" + MONTH + ", 0))");
      }
      if (key.contains(column.name()) || isUnique || isInOrder()) {
        String number = key.contains(column.name()) ? key.index(column.name()) : ":n - 1";
        Size values =
            key.contains(column.name())
                ? key.levels().getOrDefault(column.name(), key.rows())
                : key.rows();
        return of(
            "timestamp("
                + min
                + " + ("
                + number
                + ") * "
                + (max - min)
                + " / "
                + values.part()
                + ")");
      }
      return of(
          "timestamp("
              + Draw.from(new KeySpace(min, 1, max - min + 1, null), known, table.rows())
              + ")");
    }

    private @Nullable ColumnRule label() {
      List<String> labels = new ArrayList<>(column.type().labels());
      labels.removeIf(label -> label.contains("'") || label.contains("\\"));
      return labels.isEmpty() ? refused() : of(Draw.labels(labels, known.parts()));
    }

    private ColumnRule uuid() {
      limits.add(
          table.name(), column.name() + " is a random uuid: transactions do not find rows by it");
      return of("string('########-####-4###-8###-############')");
    }

    private @Nullable ColumnRule other() {
      String type = column.type().name();
      String text = column.type().text();
      String constant =
          text.endsWith("[]")
              ? "'{}'"
              : switch (type) {
                case "json", "jsonb" -> "'{}'";
                case "inet", "cidr" -> "'10.0.0.1'";
                case "time", "timetz" -> "'12:00:00'";
                case "interval" -> "'1 day'";
                case "set", "tsvector", "hstore" -> "''";
                case "point" -> options.isPostgres() ? "'(0,0)'" : "";
                default -> "";
              };
      if (constant.isEmpty()) {
        return refused();
      }
      limits.add(table.name(), column.name() + " (" + text + ") is always " + constant);
      return of(constant);
    }

    /** NULL where it may be. */
    private @Nullable ColumnRule refused() {
      if (column.isNullable()) {
        limits.add(
            table.name(),
            column.name() + " (" + column.type().text() + ") cannot be made; it is always NULL");
        return of("NULL");
      }
      limits.refuse(
          table.name(),
          column.name() + " (" + column.type().text() + ") cannot be made and must not be NULL");
      return null;
    }
  }
}
