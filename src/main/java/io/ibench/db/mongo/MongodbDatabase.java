package io.ibench.db.mongo;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.Index;
import io.ibench.db.Kind;
import io.ibench.db.Place;
import io.ibench.db.Session;
import io.ibench.db.Size;
import io.ibench.db.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Collections of one database. */
final class MongodbDatabase implements Database {

  private final MongoClient client;
  private final com.mongodb.client.MongoDatabase database;
  private final BsonDocument status;
  private final MongodbAccess access;

  private MongodbDatabase(MongoClient client, String name) {
    this.client = client;
    this.database = client.getDatabase(name);
    this.access =
        new MongodbAccess(
            client,
            database,
            Optional.empty(),
            FieldNames.LONG,
            new Checkouts(),
            new GeneratedKeys(database));
    this.status = command("serverStatus", new BsonInt32(1));
  }

  /** Takes over the client and closes it in the end, or now when the server does not answer. */
  static MongodbDatabase open(MongoClient client, String name) throws DatabaseException {
    try {
      return new MongodbDatabase(client, name);
    } catch (MongoException e) {
      client.close();
      throw MongodbFailures.of(e);
    }
  }

  private BsonDocument command(String name, BsonValue argument) {
    return database.runCommand(new BsonDocument(name, argument), BsonDocument.class);
  }

  MongoCollection<BsonDocument> collection(String table) {
    return database.getCollection(table, BsonDocument.class);
  }

  @Override
  public Description description() {
    return new Description(
        "mongodb",
        "MongoDB",
        status.getString("version").getValue(),
        "not asked for",
        "mongodb-driver-sync",
        "insertMany, unordered",
        database.getWriteConcern().toString(),
        "none: each command by itself");
  }

  @Override
  public Session session() {
    return new MongodbSession(access);
  }

  @Override
  public boolean exists(String table) throws DatabaseException {
    return MongodbFailures.call(
        () -> database.listCollectionNames().into(new ArrayList<>()).contains(table));
  }

  private void requireExisting(String table) throws DatabaseException {
    if (!exists(table)) {
      throw new DatabaseException(Kind.NOT_FOUND, "no collection " + table);
    }
  }

  @Override
  public List<String> differences(Table table) {
    return List.of();
  }

  @Override
  public void create(Table table) throws DatabaseException {
    table.requireOnePiece("mongo");
    MongodbFailures.run(() -> database.createCollection(table.name()));
  }

  @Override
  public void createIndex(Table table, Index index) throws DatabaseException {
    BsonDocument fields = new DocumentLayout(table, access.names()).fieldOrder(index.columns(), 1);
    MongodbFailures.run(
        () -> collection(table.name()).createIndex(fields, new IndexOptions().name(index.name())));
  }

  @Override
  public void drop(String table) throws DatabaseException {
    requireExisting(table);
    MongodbFailures.run(() -> collection(table).drop());
    access.keys().forget(table);
  }

  @Override
  public Size size(List<Table> tables) throws DatabaseException {
    long bytes = 0;
    for (Table table : tables) {
      BsonDocument statistics =
          MongodbFailures.call(() -> command("collStats", new BsonString(table.name())));
      if (!statistics.containsKey("totalIndexSize")) {
        return Size.unknown("collStats does not tell the size of the indexes");
      }
      bytes += statistics.getNumber("storageSize").longValue();
      bytes += statistics.getNumber("totalIndexSize").longValue();
    }
    return Size.of(bytes, "collStats storageSize + totalIndexSize");
  }

  @Override
  public boolean keepsData() {
    return true;
  }

  @Override
  public Place place() {
    long pid = status.getNumber("pid").longValue();
    String host =
        client.getClusterDescription().getServerDescriptions().get(0).getAddress().getHost();
    return new Place(host, OptionalLong.of(pid), List.of("mongod"), List.of(), false);
  }

  @Override
  public void close() {
    client.close();
  }
}
