package io.ibench.db.mongo;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.DiagnosticText;
import io.ibench.db.FailureKind;
import io.ibench.db.Index;
import io.ibench.db.MainCounter;
import io.ibench.db.Quiescence;
import io.ibench.db.ServerCounter;
import io.ibench.db.ServerLocation;
import io.ibench.db.Session;
import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.db.WaitStates;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** An open MongoDB database, with one client that all sessions share. Thread-safe. */
final class MongodbDatabase implements Database {

  private final MongodbTarget target;
  private final MongoClient client;
  private final ServerCommands commands;
  private final com.mongodb.client.MongoDatabase database;
  private final Description description;
  private final ServerLocation place;
  private final MongodbAccess access;

  /**
   * @param client owned by this object from now on
   */
  MongodbDatabase(
      MongodbTarget target, MongoClient client, MongodbServerInfo facts, Checkouts checkouts) {
    this.target = target;
    this.client = client;
    this.commands = new ServerCommands(client);
    this.database = client.getDatabase(target.url().database());
    this.description = facts.description();
    this.place = facts.location();
    this.access =
        new MongodbAccess(
            client,
            database,
            facts.transactions(),
            target.transactions() == Transactions.OFF,
            target.names(),
            checkouts,
            new GeneratedKeys(database));
  }

  static DocumentLayout layout(Table table, FieldNames names) {
    return new DocumentLayout(table, names);
  }

  MongoCollection<BsonDocument> collection(String table) {
    return database.getCollection(table, BsonDocument.class);
  }

  private BsonDocument run(BsonDocument command) throws DatabaseException {
    return MongodbFailures.call(() -> database.runCommand(command, BsonDocument.class));
  }

  @Override
  public Description description() {
    return description;
  }

  @Override
  public Session session() {
    return new MongodbSession(access);
  }

  @Override
  public boolean exists(String table) throws DatabaseException {
    return listed(table).isPresent();
  }

  /** The collection's entry in the server's list. */
  private Optional<BsonDocument> listed(String table) throws DatabaseException {
    BsonDocument onlyThis = new BsonDocument("name", new BsonString(table));
    return MongodbFailures.call(
        () ->
            database
                .listCollections(BsonDocument.class)
                .filter(onlyThis)
                .into(new ArrayList<>())
                .stream()
                .filter(entry -> Bson.text(entry, "name").equals(Optional.of(table)))
                .findFirst());
  }

  private BsonDocument requireListed(String table) throws DatabaseException {
    return listed(table)
        .orElseThrow(() -> new DatabaseException(FailureKind.NOT_FOUND, "no collection " + table));
  }

  @Override
  public List<String> differences(Table table) throws DatabaseException {
    BsonDocument listed = requireListed(table.name());
    boolean isView = Bson.text(listed, "type").equals(Optional.of("view"));
    var collection = collection(table.name());
    List<BsonDocument> indexes =
        isView
            ? List.of()
            : MongodbFailures.call(
                () -> collection.listIndexes(BsonDocument.class).into(new ArrayList<>()));
    Optional<BsonDocument> document =
        isView
            ? Optional.empty()
            : Optional.ofNullable(MongodbFailures.call(() -> collection.find().first()));
    return new MongodbTables(table, target.names(), MongodbDatabase::layout)
        .differences(listed, indexes, document);
  }

  /** Checks first: FerretDB reports no error for an existing collection. */
  @Override
  public void create(Table table) throws DatabaseException {
    table.requireOnePiece("mongodb");
    if (exists(table.name())) {
      throw new DatabaseException(
          FailureKind.FATAL, "there is a collection " + table.name() + " already");
    }
    run(MongodbTables.create(table, target.compression()));
  }

  @Override
  public void createIndex(Table table, Index index) throws DatabaseException {
    createIndexes(table, List.of(index));
  }

  /** One command, which reads the collection once. The server accepts existing indexes. */
  @Override
  public void createIndexes(Table table, List<Index> indexes) throws DatabaseException {
    if (indexes.isEmpty()) {
      return;
    }
    requireListed(table.name());
    List<String> there = new ArrayList<>();
    MongodbFailures.run(
        () ->
            collection(table.name())
                .listIndexes(BsonDocument.class)
                .forEach(index -> Bson.text(index, "name").ifPresent(there::add)));
    for (Index index : indexes) {
      if (there.contains(index.name())) {
        throw new DatabaseException(
            FailureKind.FATAL, table.name() + " has an index " + index.name() + " already");
      }
    }
    run(MongodbTables.createIndexes(table, indexes, layout(table, target.names())));
  }

  /** Checks first: the server reports no error for a missing collection. */
  @Override
  public void drop(String table) throws DatabaseException {
    requireListed(table);
    MongodbFailures.run(() -> collection(table).drop());
    access.keys().forget(table);
  }

  @Override
  public void execute(String statement) throws DatabaseException {
    run(MongodbNative.parse(statement));
  }

  @Override
  public Size size(List<Table> tables) throws DatabaseException {
    return MongodbFailures.call(() -> new MongodbSizes(database).of(tables));
  }

  @Override
  public List<ServerCounter> counters() throws DatabaseException {
    return MongodbFailures.call(
        () -> commands.ask("serverStatus").map(MongodbCounters::of).orElse(List.of()));
  }

  @Override
  public List<MainCounter> mainCounters() {
    return MongodbCounters.MAIN;
  }

  @Override
  public Optional<WaitStates> waitStates() throws DatabaseException {
    return MongodbWaits.of(commands, target.url().database());
  }

  /** The client's clock for a server that does not tell its time. */
  @Override
  public long serverMillis() throws DatabaseException {
    return localTime().orElseGet(System::currentTimeMillis);
  }

  private Optional<Long> localTime() throws DatabaseException {
    return MongodbFailures.call(
        () ->
            commands
                .ask("hello")
                .map(hello -> hello.get("localTime"))
                .filter(BsonValue::isDateTime)
                .map(time -> time.asDateTime().getValue()));
  }

  /** Whole milliseconds: no command of the server tells more. */
  @Override
  public OptionalLong serverMicros() throws DatabaseException {
    return localTime().stream().mapToLong(TimeUnit.MILLISECONDS::toMicros).findFirst();
  }

  /** A counter of this client for each collection. */
  @Override
  public boolean generatesKeys() {
    return false;
  }

  @Override
  public List<DiagnosticText> diagnostics(List<Table> tables) throws DatabaseException {
    return MongodbFailures.call(() -> MongodbDiagnostics.of(client, database, tables));
  }

  @Override
  public Quiescence quiesce(List<Table> tables) throws DatabaseException {
    return MongodbQuiescence.begin(
        () -> commands.run(new BsonDocument("fsync", new BsonInt32(1))),
        () -> commands.ask("serverStatus"));
  }

  @Override
  public List<String> explain(Command command, List<Long> values) throws DatabaseException {
    Table table = command.table();
    BsonDocument sent = CommandDocuments.of(command, layout(table, target.names()), values);
    requireListed(table.name());
    List<String> lines = new ArrayList<>(List.of(QueryPlan.json(sent)));
    if (command instanceof Command.Insert) {
      lines.add("it looks nothing up but the row's own key");
      return lines;
    }
    BsonDocument question =
        new BsonDocument("explain", sent).append("verbosity", new BsonString("queryPlanner"));
    lines.addAll(MongodbFailures.call(() -> plan(question)));
    return lines;
  }

  private List<String> plan(BsonDocument question) {
    try {
      return QueryPlan.lines(database.runCommand(question, BsonDocument.class));
    } catch (MongoCommandException e) {
      return List.of("the server does not explain it: " + e.getErrorMessage());
    }
  }

  @Override
  public boolean keepsData() {
    return true;
  }

  @Override
  public boolean hasTransactions() {
    return access.transactions().isPresent();
  }

  @Override
  public ServerLocation location() {
    return place;
  }

  @Override
  public void close() {
    client.close();
  }
}
