package io.ibench.workload.custom;

import io.ibench.db.Column;
import io.ibench.workload.custom.Statement.Parameter;
import java.util.List;
import java.util.Optional;

/**
 * What the parsers of one operation share. Not thread-safe.
 *
 * @param warnings gets a line for each statement that is slow by its definition
 */
record OperationContext(
    TokenReader tokens,
    Schema schema,
    Mistakes mistakes,
    List<String> warnings,
    Variables variables,
    ValueParser values) {

  static OperationContext of(
      TokenReader tokens, Schema schema, Mistakes mistakes, List<String> warnings) {
    Variables variables = new Variables();
    ValueParser values = ValueParser.ofOperation(tokens, schema, mistakes, variables);
    return new OperationContext(tokens, schema, mistakes, warnings, variables, values);
  }

  /** Takes the name of a table; empty when it is unknown or has a mistake. */
  Optional<Schema.Entry> table() throws SyntaxException {
    return schema.table(tokens, mistakes);
  }

  /** A column of a table; empty when one of them is unknown. */
  Optional<Column> column(Optional<Schema.Entry> entry, Token name) {
    return entry.flatMap(found -> Schema.column(found.table(), name, mistakes));
  }

  /**
   * A parameter that the source makes.
   *
   * @param list how many values of a list; 0: it is none
   */
  Parameter parameter(Source source, int list) {
    return new Parameter(source, list, variables.isRead(source));
  }

  /** A number of rows; 0 without one. */
  int rows() throws SyntaxException {
    Token token = tokens.peek();
    if (token.kind() != Token.Kind.NUMBER) {
      return 0;
    }
    long rows = Amounts.whole(tokens.take());
    if (rows < 1 || rows > 100_000) {
      mistakes.at(token, "this number of rows is out of range; allowed: 1 .. 100k");
      return 1;
    }
    return (int) rows;
  }
}
