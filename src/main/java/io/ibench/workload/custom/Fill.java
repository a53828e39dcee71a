package io.ibench.workload.custom;

import io.ibench.workload.simple.Binder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a load fills a table. Immutable.
 *
 * @param sources by column
 * @param counted the uses of {@code count}
 */
record Fill(Schema.Entry entry, Map<String, Source> sources, List<Counting> counted) {

  Fill {
    sources = new LinkedHashMap<>(sources);
    counted = List.copyOf(counted);
  }

  /** Without any column, for a table that no load fills, or that has its key only. */
  static Fill empty(Schema.Entry entry) {
    return new Fill(entry, Map.of(), List.of());
  }

  /** Binds the rows; their values are drawn in the order of the fill. */
  Binder.OfRow binder() {
    int[] positions = sources.keySet().stream().mapToInt(entry.table()::position).toArray();
    Source[] inOrder = sources.values().toArray(Source[]::new);
    NumberSource[] numbers = new NumberSource[inOrder.length];
    for (int i = 0; i < inOrder.length; i++) {
      numbers[i] = inOrder[i] instanceof NumberSource number ? number : null;
    }
    return (row, number, values) -> {
      for (int i = 0; i < inOrder.length; i++) {
        if (numbers[i] != null) {
          row.setLong(positions[i], numbers[i].next(values, number));
        } else {
          inOrder[i].bind(row, positions[i], values, number);
        }
      }
    };
  }
}
