package io.ibench.db.mongo;

import com.mongodb.client.ClientSession;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows, in one round trip if they fit into an answer of the server: 16 MB, and the requested
 * batch size. That is one more than the maximum number of rows, so that the server sees the end of
 * the result and leaves no open cursor. Not thread-safe.
 */
final class FindCommand extends RowsCommand {

  private final DocumentFilter filter;
  private final BsonDocument projection;

  /** Null without an order: the server would also sort by an empty document. */
  private final @Nullable BsonDocument order;

  /** Null: the server chooses the index. */
  private final @Nullable String hint;

  private final int offset;
  private final int limit;
  private final int rowsPerTrip;

  FindCommand(
      MongoCollection<BsonDocument> collection,
      DocumentLayout layout,
      Command.Select select,
      Execution execution) {
    super(
        collection,
        select,
        new DocumentRows(layout, select.columns(), !select.orderBy().isEmpty()),
        execution);
    boolean byKey = select.by().isEmpty();
    boolean keyOrder = byKey && layout.isKeyOrder(select.orderBy(), select.where());
    int direction = select.descending() ? -1 : 1;
    filter = new DocumentFilter(layout, select.where(), 0, byKey);
    projection = layout.projection(select.columns());
    if (select.orderBy().isEmpty()) {
      order = null;
    } else {
      order =
          keyOrder
              ? DocumentLayout.keyOrder(direction)
              : layout.fieldOrder(select.orderBy(), direction);
    }
    boolean walksKeys = filter.isKeyRange() || keyOrder && !filter.namesOneKey();
    hint = hint(select, walksKeys);
    offset = select.offset();
    limit = select.limit();
    rowsPerTrip = 1 + mostRows(select);
  }

  /** The index that the server must use; null: it chooses. */
  static @Nullable String hint(Command.Select select, boolean walksKeys) {
    if (select.by().isPresent()) {
      return select.hinted() ? select.by().get().name() : null;
    }
    return walksKeys ? DocumentLayout.KEY_INDEX : null;
  }

  private static int mostRows(Command.Select select) {
    int listed =
        select.where().stream()
            .filter(condition -> condition.op().takesList())
            .mapToInt(Condition::max)
            .reduce(0, Math::max);
    int most = Math.max(listed, ROWS_PER_TRIP - 1);
    return select.limit() > 0 ? Math.min(select.limit(), Integer.MAX_VALUE - 1) : most;
  }

  @Override
  int run(ClientSession session) {
    rows.clear();
    FindIterable<DocumentRows> found =
        collection
            .find(session, filter.with(values), DocumentRows.class)
            .projection(projection)
            .sort(order)
            .hintString(hint)
            .skip(offset)
            .limit(limit)
            .batchSize(rowsPerTrip);
    readAll(found);
    return rows.rows();
  }
}
