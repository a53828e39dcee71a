package io.ibench.workload.custom;

import io.ibench.config.Suggestion;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Table;
import io.ibench.workload.custom.Token.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the columns of one table: {@code id long key generated, note bytes(100)}. Used once; not
 * thread-safe.
 */
final class TableParser {

  /** A value of this size fits every product's row. */
  private static final int MOST_BYTES = 8_000_000;

  private static final int MOST_COLUMNS = 200;
  private static final String AFTER_TYPE = "a comma, or key after a column of whole numbers";

  private static final Map<String, ColumnType> TYPES = types();

  private final TokenReader tokens;
  private final Mistakes mistakes;
  private final List<Column> columns = new ArrayList<>();
  private final List<String> key = new ArrayList<>();
  private boolean generated;

  TableParser(TokenReader tokens, Mistakes mistakes) {
    this.tokens = tokens;
    this.mistakes = mistakes;
  }

  /** Those that values of settings can fill. */
  private static Map<String, ColumnType> types() {
    Map<String, ColumnType> types = new LinkedHashMap<>();
    for (ColumnType type : ColumnType.values()) {
      if (!type.isText() && type != ColumnType.SIGNED) {
        types.put(name(type), type);
      }
    }
    return types;
  }

  /** The name of a type in settings. */
  static String name(ColumnType type) {
    return type.name().toLowerCase(Locale.ROOT);
  }

  /** The table without indexes; meaningless when there are mistakes. */
  Optional<Table> parse(String name) throws SyntaxException {
    do {
      column();
    } while (tokens.skip(","));
    tokens.end(AFTER_TYPE);
    if (key.isEmpty() && mistakes.isEmpty()) {
      mistakes.add("no column is the key; write key after one, as in: id long key");
    }
    if (columns.size() > MOST_COLUMNS) {
      mistakes.add(columns.size() + " columns are too many; allowed: " + MOST_COLUMNS);
    }
    if (generated && key.size() > 1) {
      mistakes.add("only a key of one column can be generated");
    }
    return mistakes.isEmpty()
        ? Optional.of(new Table(name, columns, key, generated, List.of()))
        : Optional.empty();
  }

  private void column() throws SyntaxException {
    Token name = tokens.name("a column");
    Names.flaw(name.text()).ifPresent(flaw -> mistakes.at(name, flaw));
    if (columns.stream().anyMatch(column -> column.name().equals(name.text()))) {
      mistakes.at(name, "there is a column " + name.text() + " already");
    }
    Token typeName = tokens.take(Kind.NAME, "the type of " + name.text());
    Optional<ColumnType> type = Optional.ofNullable(TYPES.get(typeName.text()));
    if (type.isEmpty()) {
      mistakes.at(
          typeName,
          Suggestion.question(typeName.text(), TYPES.keySet())
              .map(question -> "this is no type; " + question)
              .orElse("this is no type; allowed: " + String.join(", ", TYPES.keySet())));
    }
    int bytes = bytes(typeName, type);
    columns.add(new Column(name.text(), type.orElse(ColumnType.LONG), bytes));
    key(name, type);
  }

  /** The length in brackets, which only bytes have. */
  private int bytes(Token typeName, Optional<ColumnType> type) throws SyntaxException {
    Token open = tokens.peek();
    boolean hasLength = tokens.skip("(");
    long length = 0;
    if (hasLength) {
      Token number = tokens.take(Kind.NUMBER, "the largest number of bytes");
      length = Amounts.whole(number);
      tokens.close(open);
      if (length < 1 || length > MOST_BYTES) {
        mistakes.at(number, "this length is out of range; allowed: 1 .. 8M bytes");
        length = 1;
      }
    }
    if (type.isPresent() && hasLength == type.get().isNumber()) {
      mistakes.at(
          typeName,
          hasLength
              ? "only bytes have a length"
              : "the largest length is missing, as in: bytes(100)");
    }
    return (int) length;
  }

  private void key(Token name, Optional<ColumnType> type) {
    Token word = tokens.peek();
    if (!tokens.skip("key")) {
      return;
    }
    key.add(name.text());
    if (type.isPresent() && (type.get() == ColumnType.BYTES || type.get() == ColumnType.FLOAT)) {
      mistakes.at(word, "a key has no " + name(type.get()) + "; allowed: long, int, byte, time");
    }
    Token next = tokens.peek();
    if (tokens.skip("generated")) {
      generated = true;
      if (type.isPresent() && type.get() != ColumnType.LONG) {
        mistakes.at(next, "only a long can be generated");
      }
    }
  }
}
