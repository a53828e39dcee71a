package io.ibench.workload.custom;

import io.ibench.config.Key;
import io.ibench.workload.custom.CustomKeys.Part;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Reads how the load fills the tables. Used once; not thread-safe. */
final class FillReader {

  private final KeyReader keys;
  private final Schema schema;
  private final Map<String, Fill> fills = new LinkedHashMap<>();

  FillReader(KeyReader keys, Schema schema) {
    this.keys = keys;
    this.schema = schema;
  }

  /** The fill of each table without mistakes, by its name; without content after a mistake. */
  Map<String, Fill> read() {
    for (Schema.Entry entry : schema.all()) {
      fills.put(entry.table().name(), fill(entry));
    }
    fills.values().forEach(this::checkCounted);
    return fills;
  }

  private Fill fill(Schema.Entry entry) {
    Key<String> key = Part.FILL.key(entry.table().name());
    List<String> needed = FillParser.needed(entry);
    boolean given = keys.config().has(key.name());
    if (!given && entry.rows() > 0 && !needed.isEmpty()) {
      keys.problem(
          "is required but not set; columns without a value: " + String.join(", ", needed), key);
    }
    Optional<Fill> fill =
        keys.read(
            key,
            (tokens, mistakes) ->
                Optional.of(new FillParser(tokens, schema, mistakes, entry).parse()));
    return fill.orElseGet(() -> Fill.empty(entry));
  }

  /** A count is right after the load only if the other table takes the rows in turn. */
  private void checkCounted(Fill fill) {
    String parent = fill.entry().table().name();
    Mistakes mistakes = new Mistakes(Part.FILL.key(parent));
    for (Counting counting : fill.counted()) {
      Fill child = fills.get(counting.child());
      boolean known = child != null && !child.sources().isEmpty();
      if (known
          && !(Objects.requireNonNull(child).sources().get(counting.column())
                  instanceof NumberSource.InTurn turn
              && turn.table().equals(parent))) {
        mistakes.at(
            counting.place(),
            "the number is known only if fill."
                + counting.child()
                + " has "
                + counting.column()
                + ": in_turn("
                + parent
                + ")");
      }
    }
    keys.report(mistakes);
  }
}
