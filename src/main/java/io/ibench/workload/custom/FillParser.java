package io.ibench.workload.custom;

import io.ibench.db.Column;
import io.ibench.workload.custom.NumberSource.InTurn;
import io.ibench.workload.custom.NumberSource.LastInOrder;
import io.ibench.workload.custom.NumberSource.Round;
import io.ibench.workload.custom.NumberSource.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads how a load fills the columns of a table: {@code customer: in_turn(customers), status:
 * 0..4}. Used once; not thread-safe.
 */
final class FillParser {

  private final TokenReader tokens;
  private final Schema.Entry entry;
  private final Mistakes mistakes;
  private final ValueParser values;

  FillParser(TokenReader tokens, Schema schema, Mistakes mistakes, Schema.Entry entry) {
    this.tokens = tokens;
    this.mistakes = mistakes;
    this.entry = entry;
    this.values = ValueParser.ofFill(tokens, schema, mistakes, entry);
  }

  /** The columns of a table that a fill gives values to. */
  static List<String> needed(Schema.Entry entry) {
    List<String> needed = new ArrayList<>(entry.table().columnNames());
    if (entry.isNumbered()) {
      needed.removeAll(entry.table().primaryKey());
    }
    return needed;
  }

  /** The source of each column; meaningless when there are mistakes. */
  Fill parse() throws SyntaxException {
    Map<String, Source> sources = new LinkedHashMap<>();
    List<String> named = new ArrayList<>();
    do {
      Token name = tokens.name("a column");
      tokens.expect(":", "after " + name.text() + ", as in: " + name.text() + ": 0..4");
      Optional<Column> column = Schema.column(entry.table(), name, mistakes);
      if (column.isEmpty()) {
        values.anything();
        continue;
      }
      if (entry.isNumbered() && entry.isKey(name.text())) {
        mistakes.at(
            name, name.text() + " is the key: the load numbers the rows from 1; leave it out");
      } else if (named.contains(name.text())) {
        mistakes.at(name, "this column has a value already");
      }
      named.add(name.text());
      values.value(column.get()).ifPresent(source -> sources.put(name.text(), source));
    } while (tokens.skip(","));
    tokens.end("a comma before the next column");
    List<String> missing = new ArrayList<>(needed(entry));
    missing.removeAll(named);
    if (!missing.isEmpty()) {
      mistakes.add("columns without a value: " + String.join(", ", missing));
    }
    if (mistakes.isEmpty() && !entry.isNumbered() && !isUnique(sources)) {
      mistakes.add(
          "rows may get the same key ("
              + String.join(", ", entry.table().primaryKey())
              + "); fill one of its columns with row, or two with in_turn(TABLE) and round(TABLE)");
    }
    return new Fill(entry, sources, values.counted());
  }

  private boolean isUnique(Map<String, Source> sources) {
    List<Source> keys = entry.table().primaryKey().stream().map(sources::get).toList();
    for (Source source : keys) {
      if (source instanceof Row
          || source instanceof LastInOrder last && last.seconds() >= entry.rows()
          || source instanceof InTurn turn && turn.most() >= entry.rows()) {
        return true;
      }
      if (source instanceof InTurn turn
          && keys.stream()
              .anyMatch(
                  other -> other instanceof Round round && round.table().equals(turn.table()))) {
        return true;
      }
    }
    return false;
  }
}
