package io.ibench.workload.insert;

import io.ibench.workload.Plan.Example;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** The statements of the insert benchmark with typical values. */
final class Examples {

  private static final long EXAMPLE_KEY = 1;

  private Examples() {}

  static List<Example> of(InsertSettings settings, PurchaseTable table) {
    List<Example> examples = new ArrayList<>();
    for (InsertOperation query : InsertOperation.RANGE_QUERIES.subList(0, settings.indexes())) {
      examples.add(
          new Example(query.label(), table.rangeQuery(query), List.of(from(settings, query))));
    }
    List<Long> keys = LongStream.rangeClosed(EXAMPLE_KEY, settings.rowsPerQuery()).boxed().toList();
    examples.add(new Example(InsertOperation.POINT.label(), table.pointQuery(), keys));
    switch (settings.deletes()) {
      case OLDEST ->
          examples.add(
              new Example(
                  InsertOperation.DELETE.label(), table.deleteOldest(50), List.of(EXAMPLE_KEY)));
      case RANGE ->
          examples.add(
              new Example(
                  InsertOperation.DELETE.label(),
                  table.deleteRange(),
                  List.of(EXAMPLE_KEY, EXAMPLE_KEY + 50)));
      case NONE -> {}
    }
    examples.add(new Example(InsertOperation.GET_MIN.label(), table.extremeKey(false), List.of()));
    examples.add(new Example(InsertOperation.GET_MAX.label(), table.extremeKey(true), List.of()));
    return examples;
  }

  /** A value in the middle of the column's range. */
  private static long from(InsertSettings settings, InsertOperation query) {
    PurchaseColumns columns = settings.columns();
    long price = columns.hasOldPrices() ? columns.customers() / 2 : columns.maxPrice() / 2;
    return switch (query) {
      case REGISTER -> columns.cashregisters() / 2;
      case MARKET -> columns.hasOldPrices() ? price : columns.products() / 2;
      default -> price;
    };
  }
}
