package io.ibench.learn.write;

import io.ibench.learn.data.Column;
import io.ibench.learn.data.ForeignKey;
import io.ibench.learn.data.Index;
import io.ibench.learn.data.Schema;
import io.ibench.learn.data.Table;
import io.ibench.learn.model.LearnedLoad;
import io.ibench.learn.sql.Form;
import io.ibench.learn.sql.Form.Piece;
import io.ibench.learn.sql.Slot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gives tables, columns and indexes names that say nothing: {@code t1}, {@code c1}, {@code i1}. The
 * schema says what a name is; names of functions stay. Not thread-safe.
 */
final class Renaming {

  /** A text in quotes, a name in quotes, or a word. */
  private static final Pattern WORD =
      Pattern.compile("'(?:[^'\\\\]|''|\\\\.)*'|`[^`]*`|\"[^\"]*\"|[\\p{L}_][\\p{L}\\p{N}_$]*");

  private static final Pattern NUMBERED = Pattern.compile("(.*\\D)([1-9]\\d{0,8}|0)");

  private final Map<String, String> names = new HashMap<>();
  private final Map<String, String> stems = new HashMap<>();
  private final Map<String, Integer> counts = new HashMap<>();

  private Renaming(LearnedLoad load, Schema schema) {
    for (Table table : schema.tables()) {
      add("t", table.name());
      table.columns().forEach(column -> add("c", column.name()));
      table.indexes().forEach(index -> add("i", index.name()));
    }
    for (Form form : load.forms()) {
      form.tables().forEach(table -> add("t", table.table()));
      form.tables().forEach(table -> add("a", table.alias()));
      form.results().forEach(result -> add("c", result.column()));
      form.results().forEach(result -> add("r", result.name()));
      for (Slot slot : form.slots()) {
        add("c", slot.column());
        if (slot.stem() != null) {
          stem(slot.stem());
        }
      }
    }
  }

  static Renaming of(LearnedLoad load, Schema schema) {
    return new Renaming(load, schema);
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private void add(String kind, @Nullable String name) {
    if (name == null || name.isEmpty() || name.startsWith("#") || names.containsKey(key(name))) {
      return;
    }
    Matcher numbered = NUMBERED.matcher(name);
    String made =
        numbered.matches()
            ? stem(numbered.group(1)) + numbered.group(2)
            : kind + counts.merge(kind, 1, Integer::sum);
    names.put(key(name), made);
  }

  /** What takes the place of a name before its number. */
  private String stem(String name) {
    return stems.computeIfAbsent(key(name), any -> "n" + counts.merge("n", 1, Integer::sum) + "_");
  }

  private String name(String name) {
    String other = names.get(key(name));
    return other == null ? name : other;
  }

  private @Nullable String nameOrNull(@Nullable String name) {
    return name == null ? null : name(name);
  }

  LearnedLoad load(LearnedLoad load) {
    List<Form> forms = load.forms().stream().map(this::form).toList();
    return load.with(forms);
  }

  private Form form(Form form) {
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < form.pieces().size(); i++) {
      Piece piece = form.pieces().get(i);
      boolean beforeNumber =
          i + 1 < form.pieces().size()
              && form.pieces().get(i + 1).slot() >= 0
              && form.slots().get(form.pieces().get(i + 1).slot()).use() == Slot.Use.NAME;
      pieces.add(
          piece.slot() >= 0 ? piece : new Piece(text(piece.text(), beforeNumber), piece.slot()));
    }
    List<Slot> slots = new ArrayList<>();
    for (Slot slot : form.slots()) {
      String stem = slot.stem();
      slots.add(
          new Slot(
              slot.number(),
              slot.use(),
              nameOrNull(slot.table()),
              nameOrNull(slot.column()),
              slot.inRows(),
              stem == null ? null : stem(stem),
              slot.text(),
              slot.textBits()));
    }
    return new Form(
        form.id(),
        form.verb(),
        pieces,
        slots,
        form.tables().stream()
            .map(each -> new Form.TableName(name(each.table()), name(each.alias())))
            .toList(),
        form.results().stream()
            .map(each -> new Form.Result(name(each.name()), name(each.column()), each.aggregate()))
            .toList(),
        form.commits());
  }

  /** A text with other names. */
  private String text(String text, boolean beforeNumber) {
    Matcher words = WORD.matcher(text);
    StringBuilder made = new StringBuilder();
    while (words.find()) {
      String word = words.group();
      boolean last = beforeNumber && words.end() == text.length();
      words.appendReplacement(made, Matcher.quoteReplacement(word(word, text, words.end(), last)));
    }
    return words.appendTail(made).toString();
  }

  private String word(String word, String text, int end, boolean beforeNumber) {
    char first = word.charAt(0);
    if (first == '\'') {
      return word;
    }
    boolean quoted = first == '`' || first == '"';
    String bare = quoted ? word.substring(1, word.length() - 1) : word;
    String stem = beforeNumber ? stems.get(key(bare)) : null;
    String found = stem == null ? name(bare) : stem;
    boolean isTable = found.startsWith("t") || found.startsWith("n");
    boolean isFunction = !quoted && end < text.length() && text.charAt(end) == '(' && !isTable;
    String kept = isFunction ? bare : found;
    return quoted ? first + kept + first : kept;
  }

  Schema schema(Schema schema) {
    return new Schema(
        schema.isPostgres(),
        schema.tables().stream().map(this::table).toList(),
        schema.unknown().isEmpty()
            ? List.of()
            : List.of(schema.unknown().size() + " parts of the schema are not understood"));
  }

  private Table table(Table table) {
    return new Table(
        name(table.name()),
        table.columns().stream().map(this::column).toList(),
        table.indexes().stream().map(this::index).toList(),
        table.foreignKeys().stream().map(this::foreignKey).toList(),
        table.rows(),
        table.rowLength());
  }

  private Column column(Column column) {
    return new Column(
        name(column.name()),
        column.type(),
        column.isNullable(),
        column.defaultText(),
        column.counts(),
        column.isGenerated(),
        column.statistics());
  }

  private Index index(Index index) {
    return new Index(
        name(index.name()),
        index.columns().stream().map(this::name).toList(),
        index.prefixes(),
        index.isUnique(),
        index.isPrimary(),
        text(index.parts(), false));
  }

  private ForeignKey foreignKey(ForeignKey key) {
    return new ForeignKey(
        key.columns().stream().map(this::name).toList(),
        name(key.parent()),
        key.parentColumns().stream().map(this::name).toList(),
        key.isGuess());
  }
}
