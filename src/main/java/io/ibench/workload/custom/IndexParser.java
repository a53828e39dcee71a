package io.ibench.workload.custom;

import io.ibench.db.Index;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads an index: {@code orders(customer, created) descending}. Stateless. */
final class IndexParser {

  private IndexParser() {}

  /** Adds the index to its table in the schema. */
  static void parse(String name, TokenReader tokens, Schema schema, Mistakes mistakes)
      throws SyntaxException {
    Token tableName = tokens.peek();
    Optional<Schema.Entry> entry = schema.table(tokens, mistakes);
    Token open = tokens.peek();
    tokens.expect("(", "before the columns, as in: orders(customer, created)");
    List<String> columns = new ArrayList<>();
    do {
      Token column = tokens.name("a column");
      if (columns.contains(column.text())) {
        mistakes.at(column, "this column is there already");
      }
      columns.add(column.text());
      entry
          .flatMap(found -> Schema.column(found.table(), column, mistakes))
          .filter(found -> !found.type().isNumber())
          .ifPresent(
              found -> mistakes.at(column, "bytes are not indexed; allowed: numbers and times"));
    } while (tokens.skip(","));
    tokens.close(open);
    boolean descending = tokens.skip("descending");
    tokens.end("descending");
    if (mistakes.isEmpty()) {
      schema.addIndex(tableName.text(), new Index(name, columns, descending));
    }
  }
}
