package io.ibench.db.mongo;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Index;
import io.ibench.db.Kind;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * One thread's share; it takes connections from the client's pool as it needs them.
 *
 * <p>The server in process has no sessions, so there are no transactions: {@code begin} and {@code
 * commit} do nothing and {@code rollback} cannot undo. The real adapter keeps two sessions of the
 * driver, one for transactions and one for commands on their own.
 */
final class MongodbSession implements Session, Transaction {

  private static final int SCAN_ROWS_PER_TRIP = 10_000;

  /** The name that the server gives to every collection's index on {@code _id}. */
  private static final String KEY_INDEX = "_id_";

  private final MongodbAccess access;

  MongodbSession(MongodbAccess access) {
    this.access = access;
  }

  private MongoCollection<BsonDocument> collection(String table) {
    return access.database().getCollection(table, BsonDocument.class);
  }

  private void requireExisting(String table) throws DatabaseException {
    boolean exists =
        MongodbFailures.call(
            () -> access.database().listCollectionNames().into(new ArrayList<>()).contains(table));
    if (!exists) {
      throw new DatabaseException(Kind.NOT_FOUND, "no collection " + table);
    }
  }

  /** The server would take a missing collection for an empty one, and create it on a write. */
  @Override
  public Prepared prepare(Command command) throws DatabaseException {
    requireExisting(command.table().name());
    DocumentLayout layout = new DocumentLayout(command.table());
    return command.compile(
        new MongodbCompiler(
            collection(command.table().name()),
            layout,
            command.table().generatedKey() ? access.keys().of(command.table()) : new AtomicLong()));
  }

  /** The same as {@link #prepare}: a commit would be a command of its own. */
  @Override
  public Prepared prepareLast(Command command) throws DatabaseException {
    return prepare(command);
  }

  @Override
  public Transaction transaction() {
    return this;
  }

  @Override
  public void begin() {}

  @Override
  public void commit() {}

  /** Undoes nothing. */
  @Override
  public void rollback() {}

  @Override
  public Cursor scan(Scan scan, long... parameters) throws DatabaseException {
    requireExisting(scan.table().name());
    DocumentLayout layout = new DocumentLayout(scan.table());
    boolean byKey = layout.leadKey(scan.orderBy());
    DocumentFilter filter = new DocumentFilter(layout, scan.where(), 0, byKey);
    BsonValue[] values = new BsonValue[parameters.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = new BsonInt64(parameters[i]);
    }
    MongoCollection<BsonDocument> collection = collection(scan.table().name());
    FindIterable<BsonDocument> found =
        collection
            .find(filter.with(values))
            .projection(layout.projection(scan.columns()))
            .sort(byKey ? DocumentLayout.keyOrder(1) : layout.fieldOrder(scan.orderBy(), 1))
            .hintString(byKey ? KEY_INDEX : indexFor(scan).name())
            .batchSize(SCAN_ROWS_PER_TRIP);
    return new MongodbCursor(layout, scan.columns(), MongodbFailures.call(found::iterator));
  }

  private static Index indexFor(Scan scan) {
    int columns = scan.orderBy().size();
    return scan.table().indexes().stream()
        .filter(index -> index.columns().size() >= columns)
        .filter(index -> index.columns().subList(0, columns).equals(scan.orderBy()))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("neither key nor index in this order: " + scan));
  }

  /** Nothing: neither an interrupt nor closing the client ends a wait in the driver. */
  @Override
  public void abort() {}

  @Override
  public void close() {}
}
