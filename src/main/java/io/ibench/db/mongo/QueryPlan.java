package io.ibench.db.mongo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.json.JsonWriterSettings;

/**
 * Formats the winning plan of an answer to explain: one line per stage, each below the stage that
 * it feeds.
 */
final class QueryPlan {

  private static final Set<String> OF_INDEX =
      Set.of("IXSCAN", "COUNT_SCAN", "DISTINCT_SCAN", "EXPRESS_IXSCAN");
  private static final Set<String> OF_DOCUMENTS =
      Set.of(
          "FETCH",
          "COLLSCAN",
          "IDHACK",
          "EXPRESS_IXSCAN",
          "CLUSTERED_IXSCAN",
          "EXPRESS_CLUSTERED_IXSCAN");

  /** Names of a stage's inputs. */
  private static final List<String> INPUTS =
      List.of(
          "inputStage",
          "inputStages",
          "queryPlan",
          "shards",
          "winningPlan",
          "outerStage",
          "innerStage");

  private final List<String> lines = new ArrayList<>();
  private boolean readsIndex;
  private boolean readsDocuments;

  private QueryPlan() {}

  static List<String> lines(BsonDocument answer) {
    QueryPlan plan = new QueryPlan();
    Optional<BsonDocument> winning =
        Bson.document(answer, "queryPlanner", "winningPlan")
            .or(() -> Bson.document(answer, "stages"));
    if (winning.isEmpty()) {
      return List.of("the server returns no plan: " + json(answer));
    }
    plan.add(winning.get(), 0);
    if (plan.readsIndex && !plan.readsDocuments) {
      plan.lines.add("covered: the index holds all that is read");
    }
    return List.copyOf(plan.lines);
  }

  private void add(BsonDocument stage, int depth) {
    Optional<String> name = Bson.text(stage, "stage");
    if (name.isPresent()) {
      lines.add("  ".repeat(depth) + name.get() + details(stage));
      readsIndex |= OF_INDEX.contains(name.get());
      readsDocuments |= OF_DOCUMENTS.contains(name.get());
    }
    int below = depth + (name.isPresent() ? 1 : 0);
    for (String input : INPUTS) {
      BsonValue value = stage.get(input);
      if (value != null && value.isDocument()) {
        add(value.asDocument(), below);
      } else if (value != null && value.isArray()) {
        value.asArray().stream()
            .filter(BsonValue::isDocument)
            .forEach(one -> add(one.asDocument(), below));
      }
    }
  }

  /** An index's name, its bounds, and its direction if it is read backwards. */
  private static String details(BsonDocument stage) {
    StringBuilder text = new StringBuilder();
    Bson.text(stage, "indexName").ifPresent(name -> text.append(' ').append(name));
    Bson.text(stage, "direction")
        .filter(direction -> !direction.equals("forward"))
        .ifPresent(direction -> text.append(' ').append(direction));
    Bson.document(stage, "indexBounds")
        .ifPresent(
            bounds ->
                bounds.forEach((field, range) -> text.append(' ').append(bound(field, range))));
    Bson.number(stage, "limitAmount").ifPresent(rows -> text.append(' ').append(rows));
    Bson.number(stage, "skipAmount").ifPresent(rows -> text.append(' ').append(rows));
    Bson.document(stage, "filter")
        .ifPresent(filter -> text.append(" filter ").append(json(filter)));
    return text.toString();
  }

  private static String bound(String field, BsonValue range) {
    List<String> parts = new ArrayList<>();
    if (range.isArray()) {
      range
          .asArray()
          .forEach(
              part -> parts.add(part.isString() ? part.asString().getValue() : part.toString()));
    } else {
      parts.add(range.toString());
    }
    return field + ": " + String.join(" ", parts);
  }

  static String json(BsonDocument document) {
    return document.toJson(JsonWriterSettings.builder().build());
  }
}
