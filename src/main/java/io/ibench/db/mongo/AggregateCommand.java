package io.ibench.db.mongo;

import com.mongodb.client.AggregateIterable;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** A sum, a count, or the distinct values of one field, as an aggregation. Not thread-safe. */
final class AggregateCommand extends RowsCommand {

  private static final String VALUE = "value";
  private final DocumentLayout layout;
  private final Command.Select select;
  private final DocumentFilter filter;
  private final @Nullable String hint;

  AggregateCommand(
      MongoCollection<BsonDocument> collection,
      DocumentLayout layout,
      Command.Select select,
      Execution execution) {
    super(collection, select, rows(layout, select), execution);
    this.layout = layout;
    this.select = select;
    boolean byKey = select.by().isEmpty();
    filter = new DocumentFilter(layout, select.where(), 0, byKey);
    hint = FindCommand.hint(select, filter.isKeyRange());
  }

  private static DocumentRows rows(DocumentLayout layout, Command.Select select) {
    boolean aggregate = select.result().isAggregate();
    return new DocumentRows(
        layout,
        aggregate ? VALUE : DocumentLayout.ID,
        aggregate ? ColumnType.LONG : requireOneColumn(layout, select),
        !select.orderBy().isEmpty());
  }

  private static ColumnType requireOneColumn(DocumentLayout layout, Command.Select select) {
    if (select.columns().size() > 1) {
      throw new IllegalArgumentException(
          layout.table().name() + ": MongoDB reads distinct values of one column");
    }
    return layout.table().column(select.columns().get(0)).type();
  }

  /** The stages for the bound values. */
  static List<BsonDocument> pipeline(
      DocumentLayout layout, Command.Select select, BsonDocument match) {
    List<BsonDocument> stages = new ArrayList<>();
    stages.add(new BsonDocument("$match", match));
    switch (select.result()) {
      case SUM ->
          stages.add(group(BsonNull.VALUE, new BsonDocument("$sum", field(layout, select))));
      case COUNT -> stages.add(group(BsonNull.VALUE, new BsonDocument("$sum", new BsonInt32(1))));
      default -> {
        stages.add(group(field(layout, select)));
        if (!select.orderBy().isEmpty()) {
          int direction = select.descending() ? -1 : 1;
          stages.add(new BsonDocument("$sort", DocumentLayout.keyOrder(direction)));
        }
      }
    }
    return stages;
  }

  private static BsonString field(DocumentLayout layout, Command.Select select) {
    return new BsonString("$" + layout.field(select.columns().get(0)));
  }

  private static BsonDocument group(BsonValue by) {
    return new BsonDocument("$group", new BsonDocument(DocumentLayout.ID, by));
  }

  private static BsonDocument group(BsonValue by, BsonDocument value) {
    return new BsonDocument("$group", new BsonDocument(DocumentLayout.ID, by).append(VALUE, value));
  }

  @Override
  int run(ClientSession session) {
    rows.clear();
    AggregateIterable<DocumentRows> found =
        collection
            .aggregate(session, pipeline(layout, select, filter.with(values)), DocumentRows.class)
            .hintString(hint)
            .batchSize(ROWS_PER_TRIP);
    readAll(found);
    if (select.result().isAggregate() && rows.rows() == 0) {
      rows.add(0); // No document matches: no group.
    }
    return rows.rows();
  }
}
