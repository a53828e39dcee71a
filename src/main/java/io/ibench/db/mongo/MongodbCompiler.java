package io.ibench.db.mongo;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateOptions;
import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Column;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Table;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * Turns commands on one collection into calls of the driver.
 *
 * <p>Without transactions a batch with a duplicate key adds its other rows, and a limited delete
 * may find its rows gone; the real adapter makes each of the two a transaction.
 */
final class MongodbCompiler implements Command.Compiler<MongodbPrepared> {

  /** Above the most rows of a select without a limit, so that the first batch holds them all. */
  private static final int ROWS_PER_TRIP = 10_000;

  private final MongoCollection<BsonDocument> collection;
  private final DocumentLayout layout;
  private final Table table;
  private final AtomicLong nextKey;

  /**
   * @param nextKey shared by all sessions; used when the table has a generated key
   */
  MongodbCompiler(
      MongoCollection<BsonDocument> collection, DocumentLayout layout, AtomicLong nextKey) {
    this.collection = collection;
    this.layout = layout;
    this.table = layout.table();
    this.nextKey = nextKey;
  }

  private List<Column> columns(Stream<String> names) {
    return names.map(table::column).toList();
  }

  private static Stream<String> parameters(List<Condition> where) {
    return where.stream().filter(Condition::takesParameter).map(Condition::column);
  }

  @Override
  public MongodbPrepared insert(Command.Insert insert) {
    return new MongodbPrepared(
        columns(insert.columns().stream()),
        insert.maxBatch(),
        (prepared, batch) -> {
          List<BsonDocument> rows =
              batch.stream().map(values -> row(insert.columns(), values)).toList();
          if (rows.size() == 1) {
            collection.insertOne(rows.get(0));
          } else {
            collection.insertMany(rows, new InsertManyOptions().ordered(false));
          }
          return rows.size();
        });
  }

  private BsonDocument row(List<String> columns, BsonValue[] values) {
    BsonDocument row = new BsonDocument(DocumentLayout.ID, id(columns, values));
    layout.addFields(row, columns, values);
    return row;
  }

  private BsonValue id(List<String> columns, BsonValue[] values) {
    if (!table.generatedKey()) {
      return layout.id(columns, values);
    }
    if (!columns.containsAll(table.primaryKey())) {
      return new BsonInt64(nextKey.getAndIncrement());
    }
    BsonValue given = layout.id(columns, values);
    nextKey.accumulateAndGet(given.asInt64().getValue() + 1, Math::max);
    return given;
  }

  @Override
  public MongodbPrepared upsert(Command.Upsert upsert) {
    List<String> columns = upsert.columns();
    if (upsert.add().stream().map(Add::column).anyMatch(columns::contains)) {
      throw new IllegalArgumentException("a column is given or added to, not both");
    }
    return new MongodbPrepared(
        columns(columns.stream()),
        1,
        (prepared, batch) -> {
          BsonValue[] values = batch.get(0);
          BsonDocument key = new BsonDocument(DocumentLayout.ID, layout.id(columns, values));
          BsonDocument changes = upsertChanges(upsert, values);
          if (upsert.old().isPresent()) {
            updateWithOld(prepared, key, changes, upsert.old().get(), true);
          } else {
            collection.updateOne(key, changes, new UpdateOptions().upsert(true));
          }
          return 1;
        });
  }

  private BsonDocument upsertChanges(Command.Upsert upsert, BsonValue[] values) {
    BsonDocument given = new BsonDocument();
    layout.addFields(given, upsert.columns(), values);
    BsonDocument set = new BsonDocument();
    for (String column : upsert.set()) {
      set.put(column, given.remove(column));
    }
    return changes(given, set, upsert.add());
  }

  /** An update document; the server refuses operators without a field. */
  private static BsonDocument changes(BsonDocument onInsert, BsonDocument set, List<Add> adds) {
    BsonDocument increments = new BsonDocument();
    adds.forEach(add -> increments.put(add.column(), new BsonInt64(add.delta())));
    BsonDocument changes = new BsonDocument();
    changes.put("$setOnInsert", onInsert);
    changes.put("$set", set);
    changes.put("$inc", increments);
    changes.values().removeIf(fields -> fields.asDocument().isEmpty());
    return changes;
  }

  /** One trip; whether there was such a row. */
  private boolean updateWithOld(
      MongodbPrepared prepared,
      BsonDocument filter,
      BsonDocument changes,
      String old,
      boolean upsert) {
    BsonDocument before =
        collection.findOneAndUpdate(
            filter,
            changes,
            new FindOneAndUpdateOptions()
                .upsert(upsert)
                .returnDocument(ReturnDocument.BEFORE)
                .projection(layout.projection(List.of(old))));
    if (before == null) {
      return false;
    }
    prepared.setOld(layout.number(before, old));
    return true;
  }

  @Override
  public MongodbPrepared update(Command.Update update) {
    if (update.set().stream().map(Assign::column).anyMatch(table.primaryKey()::contains)) {
      throw new IllegalArgumentException("a primary key is not updated");
    }
    List<String> assigned =
        update.set().stream().filter(set -> set.constant().isEmpty()).map(Assign::column).toList();
    DocumentFilter filter = new DocumentFilter(layout, update.where(), assigned.size(), true);
    return new MongodbPrepared(
        columns(Stream.concat(assigned.stream(), parameters(update.where()))),
        1,
        (prepared, batch) -> updateRows(update, filter, prepared, batch.get(0)));
  }

  private int updateRows(
      Command.Update update, DocumentFilter filter, MongodbPrepared prepared, BsonValue[] values) {
    BsonDocument set = new BsonDocument();
    int parameter = 0;
    for (Assign assign : update.set()) {
      set.put(
          assign.column(),
          assign.constant().isPresent()
              ? new BsonInt64(assign.constant().get())
              : values[parameter++]);
    }
    BsonDocument changes = changes(new BsonDocument(), set, update.add());
    BsonDocument query = filter.with(values);
    if (update.old().isPresent()) {
      return updateWithOld(prepared, query, changes, update.old().get(), false) ? 1 : 0;
    }
    return Math.toIntExact(
        filter.namesOneKey()
            ? collection.updateOne(query, changes).getMatchedCount()
            : collection.updateMany(query, changes).getMatchedCount());
  }

  @Override
  public MongodbPrepared delete(Command.Delete delete) {
    DocumentFilter filter = new DocumentFilter(layout, delete.where(), 0, true);
    return new MongodbPrepared(
        columns(parameters(delete.where())),
        1,
        (prepared, batch) -> {
          BsonDocument query = filter.with(batch.get(0));
          BsonDocument doomed = delete.limit() > 0 ? first(query, delete.limit()) : query;
          return Math.toIntExact(collection.deleteMany(doomed).getDeletedCount());
        });
  }

  /** A filter on the keys of the first rows, in a trip of its own. */
  private BsonDocument first(BsonDocument query, int limit) {
    BsonArray ids = new BsonArray();
    collection
        .find(query)
        .projection(DocumentLayout.keyOrder(1))
        .sort(DocumentLayout.keyOrder(1))
        .limit(limit)
        .batchSize(limit)
        .forEach(row -> ids.add(row.get(DocumentLayout.ID)));
    return new BsonDocument(DocumentLayout.ID, new BsonDocument("$in", ids));
  }

  @Override
  public MongodbPrepared select(Command.Select select) {
    boolean byKey = select.by().isEmpty();
    DocumentFilter filter = new DocumentFilter(layout, select.where(), 0, byKey);
    BsonDocument projection = layout.projection(select.columns());
    int direction = select.descending() ? -1 : 1;
    BsonDocument order =
        byKey && !select.orderBy().isEmpty() && layout.leadKey(select.orderBy())
            ? DocumentLayout.keyOrder(direction)
            : layout.fieldOrder(select.orderBy(), direction);
    return new MongodbPrepared(
            columns(parameters(select.where())),
            1,
            (prepared, batch) -> {
              FindIterable<BsonDocument> found =
                  collection
                      .find(filter.with(batch.get(0)))
                      .projection(projection)
                      .sort(order)
                      .skip(select.offset())
                      .limit(select.limit())
                      .batchSize(select.limit() > 0 ? select.limit() : ROWS_PER_TRIP);
              select.by().ifPresent(index -> found.hintString(index.name()));
              return found.into(prepared.read()).size();
            })
        .reading(layout, select.columns(), !select.orderBy().isEmpty());
  }
}
