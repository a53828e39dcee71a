package io.ibench.db.mongo;

import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.ClientSession;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import io.ibench.db.Aftermath;
import io.ibench.db.Column;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Native;
import io.ibench.db.NativePrepared;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.bson.BSONException;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * Two sessions of the driver, one for transactions and one for everything else. It has no own
 * connection: the driver borrows one for each command, and for each transaction. Confined to the
 * worker's thread, except {@link #abort}.
 *
 * <p>Every single command is atomic: one that changes several documents runs in a transaction, at
 * the cost of a round trip. Without transactions, {@link InsertCommand} makes an insert of several
 * rows complete in another way; other commands may be done in part when they fail, and a limited
 * delete returns the number of rows that it deleted.
 */
final class MongodbSession implements Session {

  private static final int SCAN_ROWS_PER_TRIP = 10_000;

  private final MongodbAccess access;
  private final DriverSession single;
  private final DriverSession transactional;
  private final DriverSession nativeSession;
  private final MongodbTransaction transaction;

  /** Batches that may be incomplete after a connection loss. */
  private final List<InsertCommand> inserts = new ArrayList<>();

  MongodbSession(MongodbAccess access) {
    this.access = access;
    single = new DriverSession(access.client(), access.transactions());
    transactional = new DriverSession(access.client(), access.transactions());
    nativeSession = new DriverSession(access.client(), access.transactions());
    transaction = new MongodbTransaction(this, transactional);
  }

  private MongoCollection<BsonDocument> collection(String table) {
    return access.database().getCollection(table, BsonDocument.class);
  }

  /** Checks first: the server treats a missing collection as empty, and creates it on a write. */
  private void requireExisting(String table) throws DatabaseException {
    ClientSession session = single.get();
    BsonDocument filter = new BsonDocument("name", new BsonString(table));
    List<String> found =
        MongodbFailures.call(
            () ->
                access
                    .database()
                    .listCollectionNames(session)
                    .filter(filter)
                    .into(new ArrayList<>()));
    if (!found.contains(table)) {
      throw new DatabaseException(FailureKind.NOT_FOUND, "no collection " + table);
    }
  }

  @Override
  public Prepared prepare(Command command) throws DatabaseException {
    boolean transactions = access.transactions().isPresent();
    return compile(
        command,
        several ->
            new Execution(
                single, several && transactions ? Execution.Part.WHOLE : Execution.Part.NONE));
  }

  /** Prepares a command of a transaction. */
  Prepared prepare(Command command, Execution execution) throws DatabaseException {
    return compile(command, several -> execution);
  }

  private Prepared compile(Command command, MongodbCompiler.Executions executions)
      throws DatabaseException {
    requireExisting(command.table().name());
    AtomicLong nextKey =
        command.table().generatedKey() ? access.keys().of(command.table()) : new AtomicLong();
    MongodbPrepared prepared =
        command.compile(
            new MongodbCompiler(
                collection(command.table().name()),
                new DocumentLayout(command.table(), access.names()),
                nextKey,
                executions));
    if (prepared instanceof InsertCommand insert) {
      inserts.add(insert);
    }
    return prepared;
  }

  /** In its own session of the driver, which has the transaction that such a command begins. */
  @Override
  public NativePrepared prepare(Native statement) throws DatabaseException {
    if (statement.control() == Native.Control.BEGIN
        && !statement.text().isEmpty()
        && !access.withoutTransactions()
        && access.transactions().isEmpty()) {
      throw DatabaseException.invalidSetting(
          "BEGIN needs transactions, and this deployment has none; with mongo.transactions = off"
              + " each command is permanent when it is executed");
    }
    return new MongodbNative(access.database(), nativeSession, statement);
  }

  @Override
  public void rollbackNative() {
    nativeSession.rollback();
  }

  @Override
  public Transaction transaction() {
    return transaction;
  }

  /** Always from the primary: other members may lag behind acknowledged writes. */
  @Override
  public Cursor scan(Scan scan, long... parameters) throws DatabaseException {
    requireExisting(scan.table().name());
    DocumentLayout layout = new DocumentLayout(scan.table(), access.names());
    boolean byKey = layout.isKeyOrder(scan.orderBy(), scan.where());
    BoundValues values = new BoundValues(boundColumns(layout, scan), 1);
    for (int i = 0; i < parameters.length; i++) {
      values.setLong(i, parameters[i]);
    }
    DocumentRows rows = new DocumentRows(layout, scan.columns(), true);
    MongoCollection<BsonDocument> collection =
        collection(scan.table().name()).withReadPreference(ReadPreference.primary());
    FindIterable<DocumentRows> found =
        collection
            .withCodecRegistry(rows.registry(collection.getCodecRegistry()))
            .find(
                single.get(),
                new DocumentFilter(layout, scan.where(), 0, byKey).with(values),
                DocumentRows.class)
            .projection(layout.projection(scan.columns()))
            .sort(byKey ? DocumentLayout.keyOrder(1) : layout.fieldOrder(scan.orderBy(), 1))
            .batchSize(SCAN_ROWS_PER_TRIP);
    if (byKey) {
      found.hintString(DocumentLayout.KEY_INDEX);
    } else {
      found.allowDiskUse(true); // Without a hint, which would fail without the index.
    }
    try {
      return new MongodbCursor(rows, found.cursor());
    } catch (MongoException e) {
      throw MongodbFailures.of(e);
    } catch (BSONException e) {
      throw MongodbFailures.of(e);
    }
  }

  private static List<Column> boundColumns(DocumentLayout layout, Scan scan) {
    return layout.columns(scan.where().stream().map(Condition::column).toList());
  }

  /**
   * Pings the primary, at most for the driver's server selection timeout, and replaces the driver's
   * sessions. Ends a transaction whose commit was lost, if it is still open: its locks would block
   * others up to the server's limit of a minute. Completes batches that were interrupted outside of
   * a transaction.
   */
  @Override
  public void renew() throws DatabaseException {
    single.mend();
    transactional.mend();
    BsonDocument ping = new BsonDocument("ping", new BsonInt32(1));
    MongodbFailures.run(() -> access.database().runCommand(ping, ReadPreference.primary()));
    for (DriverSession each : List.of(single, transactional, nativeSession)) {
      each.uncertain().ifPresent(known -> OldSessions.end(access.client(), List.of(known)));
    }
    close();
    for (InsertCommand insert : inserts) {
      insert.complete(single.get());
    }
  }

  @Override
  public Aftermath aftermath() {
    return new OldSessions(
        access.client(),
        Stream.of(single, transactional, nativeSession)
            .map(DriverSession::abandoned)
            .flatMap(Optional::stream)
            .toList());
  }

  /** The driver borrows a connection within each command. */
  @Override
  public boolean isBorrowing() {
    return true;
  }

  @Override
  public long takeCheckoutNanos() {
    return access.checkouts().takeNanos();
  }

  /**
   * Makes the next use fail until {@link #renew}, and asks the server to kill this session's
   * operations. The driver cannot end a wait: if the server does not answer, it lasts up to the
   * driver's time limits.
   */
  @Override
  public void abort() {
    List<BsonDocument> known =
        Stream.of(single, transactional, nativeSession)
            .map(DriverSession::breakOff)
            .flatMap(Optional::stream)
            .toList();
    if (known.isEmpty()) {
      return;
    }
    Thread killer =
        new Thread(() -> OldSessions.end(access.client(), known), "kill-mongodb-sessions");
    killer.setDaemon(true);
    killer.start();
  }

  @Override
  public void close() {
    single.close();
    transactional.close();
    nativeSession.close();
  }
}
