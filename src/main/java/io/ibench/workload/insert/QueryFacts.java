package io.ibench.workload.insert;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a step's tallies say that its tables do not: whether queries found what they should. */
final class QueryFacts {

  private static final List<InsertOperation> QUERIES =
      List.of(
          InsertOperation.MARKET,
          InsertOperation.REGISTER,
          InsertOperation.PDC,
          InsertOperation.POINT);

  private QueryFacts() {}

  static List<String> of(InsertSettings settings, long[] tallies) {
    List<String> facts = new ArrayList<>();
    List<String> found = new ArrayList<>();
    for (InsertOperation query : QUERIES) {
      long queries = tallies[InsertCounter.queries(query).ordinal()];
      if (queries > 0) {
        double rows = (double) tallies[InsertCounter.rows(query).ordinal()] / queries;
        found.add(String.format(Locale.ROOT, "%s %.3f", query.label(), rows));
      }
    }
    if (!found.isEmpty()) {
      facts.add(
          "rows per query, expected " + settings.rowsPerQuery() + ": " + String.join(", ", found));
    }
    long missed = tallies[InsertCounter.ROWS_NOT_FOUND.ordinal()];
    if (missed > 0) {
      facts.add(
          String.format(Locale.ROOT, "deletes found %,d rows less than they were to", missed));
    }
    return facts;
  }
}
