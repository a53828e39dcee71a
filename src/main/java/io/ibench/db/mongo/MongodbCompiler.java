package io.ibench.db.mongo;

import com.mongodb.client.MongoCollection;
import io.ibench.db.Command;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;

/** Compiles commands on one collection into calls of the driver. */
final class MongodbCompiler implements Command.Compiler<MongodbPrepared> {

  /** Chooses how commands are executed. */
  interface Executions {

    /**
     * @param several whether the command may change more than one document
     */
    Execution of(boolean several);
  }

  private final MongoCollection<BsonDocument> collection;
  private final DocumentLayout layout;
  private final AtomicLong nextKey;
  private final Executions executions;

  /**
   * @param nextKey shared by all sessions; used when the table has a generated key
   */
  MongodbCompiler(
      MongoCollection<BsonDocument> collection,
      DocumentLayout layout,
      AtomicLong nextKey,
      Executions executions) {
    this.collection = collection;
    this.layout = layout;
    this.nextKey = nextKey;
    this.executions = executions;
  }

  @Override
  public InsertCommand insert(Command.Insert insert) {
    return new InsertCommand(
        collection, layout, insert, nextKey, executions.of(insert.maxBatch() > 1));
  }

  @Override
  public UpsertCommand upsert(Command.Upsert upsert) {
    return new UpsertCommand(collection, layout, upsert, nextKey, executions.of(false));
  }

  @Override
  public UpdateCommand update(Command.Update update) {
    DocumentFilter filter =
        new DocumentFilter(layout, update.where(), update.firstOfConditions(), true);
    boolean several = update.old().isEmpty() && !filter.namesOneKey();
    return new UpdateCommand(collection, layout, update, filter, executions.of(several));
  }

  @Override
  public DeleteCommand delete(Command.Delete delete) {
    DocumentFilter filter = new DocumentFilter(layout, delete.where(), 0, true);
    boolean several = delete.limit() > 0 || !filter.namesOneKey();
    return new DeleteCommand(collection, delete, filter, executions.of(several));
  }

  @Override
  public MongodbPrepared select(Command.Select select) {
    if (select.result() != Command.Select.Result.ROWS) {
      return new AggregateCommand(collection, layout, select, executions.of(false));
    }
    return new FindCommand(collection, layout, select, executions.of(false));
  }
}
