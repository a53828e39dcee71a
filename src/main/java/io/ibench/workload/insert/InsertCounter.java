package io.ibench.workload.insert;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The counters of workers; the ordinal is the counter's number. */
enum InsertCounter {
  ROWS_INSERTED,
  ROWS_DELETED,
  /** Rows of inserts with an unknown outcome. */
  ROWS_INSERTED_UNKNOWN,
  /** Rows of deletes with an unknown outcome. */
  ROWS_DELETED_UNKNOWN,
  /** Rows that deletes should have removed and did not find. */
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

  private static final List<InsertOperation> QUERIES =
      List.of(
          InsertOperation.MARKET,
          InsertOperation.REGISTER,
          InsertOperation.PDC,
          InsertOperation.POINT);

  /** The counter of the queries of a kind. */
  static InsertCounter queries(InsertOperation query) {
    return values()[MARKET_QUERIES.ordinal() + 2 * offset(query)];
  }

  /** The counter of the rows that queries of a kind have read. */
  static InsertCounter rows(InsertOperation query) {
    return values()[MARKET_ROWS.ordinal() + 2 * offset(query)];
  }

  private static int offset(InsertOperation query) {
    return query.ordinal() - InsertOperation.MARKET.ordinal();
  }

  static List<String> labels() {
    return Arrays.stream(values()).map(tally -> tally.name().toLowerCase(Locale.ROOT)).toList();
  }

  /**
   * Whether queries and deletes found the rows that they should, one line each.
   *
   * @param tallies the counters of a step or of one repeat
   */
  static List<String> facts(long[] tallies, int rowsPerQuery) {
    List<String> facts = new ArrayList<>();
    List<String> found = new ArrayList<>();
    for (InsertOperation query : QUERIES) {
      long queries = tallies[queries(query).ordinal()];
      if (queries > 0) {
        double rows = (double) tallies[rows(query).ordinal()] / queries;
        found.add(String.format(Locale.ROOT, "%s %.3f", query.label(), rows));
      }
    }
    if (!found.isEmpty()) {
      facts.add("rows per query, expected " + rowsPerQuery + ": " + String.join(", ", found));
    }
    long missed = tallies[ROWS_NOT_FOUND.ordinal()];
    if (missed > 0) {
      facts.add(
          String.format(Locale.ROOT, "deletes found %,d rows less than they were to", missed));
    }
    return facts;
  }
}
