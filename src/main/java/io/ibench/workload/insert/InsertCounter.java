package io.ibench.workload.insert;

import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.table.CounterSet;
import io.ibench.workload.table.Lines;
import java.util.List;

/** The counters of workers; the ordinal is the counter's number. */
enum InsertCounter {
  ROWS_INSERTED("inserted rows"),
  ROWS_DELETED("deleted rows"),
  ROWS_INSERTED_UNKNOWN("rows of inserts with an unknown outcome"),
  ROWS_DELETED_UNKNOWN("rows of deletes with an unknown outcome"),
  ROWS_NOT_FOUND("rows that deletes should have removed and did not find"),
  MARKET_QUERIES("queries of the index marketsegment"),
  MARKET_ROWS("rows that these queries have read"),
  REGISTER_QUERIES("queries of the index registersegment"),
  REGISTER_ROWS("rows that these queries have read"),
  PDC_QUERIES("queries of the index pdc"),
  PDC_ROWS("rows that these queries have read"),
  POINT_QUERIES("queries by primary keys"),
  POINT_ROWS("rows that these queries have read"),
  ROWS_VERIFIED("rows that verification has counted"),
  ROW_BYTES_WRITTEN(WorkloadCounter.rowBytesWritten().definition());

  static final CounterSet SET = CounterSet.of(values(), each -> each.definition);

  private final String definition;

  InsertCounter(String definition) {
    this.definition = definition;
  }

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

  /**
   * Whether queries and deletes found the rows that they should, one line each.
   *
   * @param counters the counters of a step or of one repeat
   */
  static List<String> facts(long[] counters, int rowsPerQuery) {
    Lines facts = new Lines();
    Lines found = new Lines();
    for (InsertOperation query : QUERIES) {
      long queries = counters[queries(query).ordinal()];
      if (queries > 0) {
        double rows = (double) counters[rows(query).ordinal()] / queries;
        found.add("%s %.3f", query.label(), rows);
      }
    }
    if (!found.isEmpty()) {
      facts.add("rows per query, expected %d: %s", rowsPerQuery, String.join(", ", found.all()));
    }
    long missed = counters[ROWS_NOT_FOUND.ordinal()];
    if (missed > 0) {
      facts.add("deletes found %,d rows less than they were to", missed);
    }
    return facts.all();
  }
}
