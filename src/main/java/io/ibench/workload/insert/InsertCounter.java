package io.ibench.workload.insert;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What workers count beside operations; the ordinal is the tally's number. */
enum InsertCounter {
  ROWS_INSERTED,
  ROWS_DELETED,
  /** Rows of inserts of which nobody knows whether they were committed. */
  ROWS_INSERTED_UNKNOWN,
  /** Rows of deletes of which nobody knows whether they were committed. */
  ROWS_DELETED_UNKNOWN,
  /** Rows that deletes were to remove and did not find. */
  ROWS_NOT_FOUND,
  MARKET_QUERIES,
  MARKET_ROWS,
  REGISTER_QUERIES,
  REGISTER_ROWS,
  PDC_QUERIES,
  PDC_ROWS,
  POINT_QUERIES,
  POINT_ROWS,
  /** Rows that verification has counted. */
  ROWS_VERIFIED;

  /** How many queries of a kind there were. */
  static InsertCounter queries(InsertOperation query) {
    return values()[MARKET_QUERIES.ordinal() + 2 * offset(query)];
  }

  /** How many rows queries of a kind have read. */
  static InsertCounter rows(InsertOperation query) {
    return values()[MARKET_ROWS.ordinal() + 2 * offset(query)];
  }

  private static int offset(InsertOperation query) {
    return query.ordinal() - InsertOperation.MARKET.ordinal();
  }

  static List<String> labels() {
    return Arrays.stream(values()).map(tally -> tally.name().toLowerCase(Locale.ROOT)).toList();
  }
}
