package io.ibench.bench;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
import com.mongodb.client.ClientSession;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateOptions;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;

/**
 * LinkBench's ten requests with MongoDB's driver alone, on documents as it makes and reads them:
 * the same commands, one session, every field of every row is read. Draws nothing, measures
 * nothing, recovers from nothing. One thread's.
 */
final class BareMongo implements RequestLoop {

  private static final int ROWS_PER_TRIP = 10_000;
  private static final BsonInt32 YES = new BsonInt32(1);
  private static final BsonInt32 NO = new BsonInt32(0);
  private static final BsonDocument LINK_FIELDS =
      fields("id1", "id2", "link_type", "visibility", "data", "time", "version");
  private static final BsonDocument COUNT_FIELDS = fields("count");
  private static final BsonDocument NODE_FIELDS = fields("_id", "type", "version", "time", "data");
  private static final BsonDocument NEWEST_FIRST =
      new BsonDocument("time", new BsonInt32(-1)).append("id2", new BsonInt32(-1));

  private static final TransactionOptions TRANSACTION =
      TransactionOptions.builder()
          .readConcern(ReadConcern.SNAPSHOT)
          .readPreference(ReadPreference.primary())
          .build();
  private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);
  private static final FindOneAndUpdateOptions OLD =
      new FindOneAndUpdateOptions()
          .returnDocument(ReturnDocument.BEFORE)
          .projection(fields("visibility"));
  private static final FindOneAndUpdateOptions UPSERT_OLD =
      new FindOneAndUpdateOptions()
          .upsert(true)
          .returnDocument(ReturnDocument.BEFORE)
          .projection(fields("visibility"));

  private final ClientSession session;
  private final MongoCollection<BsonDocument> links;
  private final MongoCollection<BsonDocument> counts;
  private final MongoCollection<BsonDocument> nodes;
  private final AtomicLong nextNode;
  private long read;
  private byte[] lastBytes;

  /**
   * @param session closed by this
   * @param nextNode shared by all threads
   */
  BareMongo(MongoDatabase database, ClientSession session, AtomicLong nextNode) {
    this.session = session;
    this.nextNode = nextNode;
    links = database.getCollection("linktable", BsonDocument.class);
    counts = database.getCollection("counttable", BsonDocument.class);
    nodes = database.getCollection("nodetable", BsonDocument.class);
  }

  private static BsonDocument fields(String... names) {
    BsonDocument fields = new BsonDocument("_id", NO);
    for (String name : names) {
      fields.append(name, YES);
    }
    return fields;
  }

  @Override
  public void perform(int operation, long[] v, int n, int end, byte[] payload) {
    switch (operation) {
      case BareLoop.ADD_LINK, BareLoop.UPDATE_LINK -> putLink(v, n, payload);
      case BareLoop.DELETE_LINK -> hideLink(v, n);
      case BareLoop.GET_LINKS_LIST -> listLinks(v, n);
      case BareLoop.MULTIGET_LINK -> getLinks(v, n, end);
      case BareLoop.COUNT_LINK -> countLinks(v, n);
      case BareLoop.GET_NODE -> getNode(v, n);
      case BareLoop.ADD_NODE -> addNode(v, n, payload);
      case BareLoop.UPDATE_NODE -> updateNode(v, n, payload);
      case BareLoop.DELETE_NODE ->
          read += nodes.deleteOne(session, node(v[n], v[n + 1])).getDeletedCount();
      default -> throw new IllegalArgumentException("operation " + operation);
    }
  }

  /** Numbers: id1, id2, type, visibility, time, version. */
  private void putLink(long[] v, int n, byte[] payload) {
    BsonDocument set =
        new BsonDocument("visibility", new BsonInt32((int) v[n + 3]))
            .append("data", new BsonBinary(payload))
            .append("time", new BsonInt64(v[n + 4]))
            .append("version", new BsonInt32((int) v[n + 5]));
    BsonDocument onInsert =
        new BsonDocument("id1", new BsonInt64(v[n]))
            .append("id2", new BsonInt64(v[n + 1]))
            .append("link_type", new BsonInt64(v[n + 2]));
    BsonDocument update = new BsonDocument("$set", set).append("$setOnInsert", onInsert);
    session.startTransaction(TRANSACTION);
    BsonDocument old =
        links.findOneAndUpdate(session, link(v[n + 2], v[n], v[n + 1]), update, UPSERT_OLD);
    if (old == null || old.getInt32("visibility").getValue() != 1) {
      count(v[n], v[n + 2], v[n + 4], 1);
    }
    session.commitTransaction();
  }

  /** Numbers: type, id1, id2. */
  private void hideLink(long[] v, int n) {
    BsonDocument update = new BsonDocument("$set", new BsonDocument("visibility", NO));
    session.startTransaction(TRANSACTION);
    BsonDocument old = links.findOneAndUpdate(session, link(v[n], v[n + 1], v[n + 2]), update, OLD);
    if (old != null && old.getInt32("visibility").getValue() == 1) {
      count(v[n + 1], v[n], Requests.EPOCH_MILLIS, -1);
    }
    session.commitTransaction();
  }

  private void count(long id, long type, long time, long delta) {
    BsonDocument update =
        new BsonDocument("$set", new BsonDocument("time", new BsonInt64(time)))
            .append(
                "$inc",
                new BsonDocument("count", new BsonInt64(delta))
                    .append("version", new BsonInt64(1)));
    counts.updateOne(session, new BsonDocument("_id", key(id, type)), update, UPSERT);
  }

  /** Numbers: id1, type, earliest, latest. */
  private void listLinks(long[] v, int n) {
    BsonDocument times =
        new BsonDocument("$gte", new BsonInt64(v[n + 2])).append("$lte", new BsonInt64(v[n + 3]));
    BsonDocument filter =
        new BsonDocument("id1", new BsonInt64(v[n]))
            .append("link_type", new BsonInt64(v[n + 1]))
            .append("visibility", YES)
            .append("time", times);
    readLinks(
        links
            .find(session, filter)
            .projection(LINK_FIELDS)
            .sort(NEWEST_FIRST)
            .hintString("id1_type")
            .limit(ROWS_PER_TRIP)
            .batchSize(ROWS_PER_TRIP + 1));
  }

  /** Numbers: type, id1, and the second ids. */
  private void getLinks(long[] v, int n, int end) {
    BsonArray keys = new BsonArray(end - n - 2);
    for (int i = n + 2; i < end; i++) {
      keys.add(key(v[n], v[n + 1], v[i]));
    }
    BsonDocument filter = new BsonDocument("_id", new BsonDocument("$in", keys));
    readLinks(links.find(session, filter).projection(LINK_FIELDS).batchSize(ROWS_PER_TRIP));
  }

  private void readLinks(FindIterable<BsonDocument> found) {
    try (MongoCursor<BsonDocument> rows = found.cursor()) {
      while (rows.hasNext()) {
        BsonDocument row = rows.next();
        read +=
            row.getInt64("id1").getValue()
                + row.getInt64("id2").getValue()
                + row.getInt64("link_type").getValue()
                + row.getInt32("visibility").getValue()
                + taken(row.getBinary("data"))
                + row.getInt64("time").getValue()
                + row.getInt32("version").getValue();
      }
    }
  }

  /** Numbers: id1, type. */
  private void countLinks(long[] v, int n) {
    BsonDocument filter = new BsonDocument("_id", key(v[n], v[n + 1]));
    try (MongoCursor<BsonDocument> rows =
        counts.find(session, filter).projection(COUNT_FIELDS).batchSize(ROWS_PER_TRIP).cursor()) {
      while (rows.hasNext()) {
        read += rows.next().getInt64("count").getValue();
      }
    }
  }

  /** Numbers: id, type. */
  private void getNode(long[] v, int n) {
    try (MongoCursor<BsonDocument> rows =
        nodes
            .find(session, node(v[n], v[n + 1]))
            .projection(NODE_FIELDS)
            .batchSize(ROWS_PER_TRIP)
            .cursor()) {
      while (rows.hasNext()) {
        BsonDocument row = rows.next();
        read +=
            row.getInt64("_id").getValue()
                + row.getInt32("type").getValue()
                + row.getInt64("version").getValue()
                + row.getInt32("time").getValue()
                + taken(row.getBinary("data"));
      }
    }
  }

  /** Numbers: type, version, time. */
  private void addNode(long[] v, int n, byte[] payload) {
    nodes.insertOne(
        session,
        new BsonDocument("_id", new BsonInt64(nextNode.getAndIncrement()))
            .append("type", new BsonInt32((int) v[n]))
            .append("version", new BsonInt64(v[n + 1]))
            .append("time", new BsonInt32((int) v[n + 2]))
            .append("data", new BsonBinary(payload)));
  }

  /** Numbers: version, time, id, type. */
  private void updateNode(long[] v, int n, byte[] payload) {
    BsonDocument set =
        new BsonDocument("version", new BsonInt64(v[n]))
            .append("time", new BsonInt32((int) v[n + 1]))
            .append("data", new BsonBinary(payload));
    read +=
        nodes
            .updateOne(session, node(v[n + 2], v[n + 3]), new BsonDocument("$set", set))
            .getMatchedCount();
  }

  private static BsonDocument node(long id, long type) {
    return new BsonDocument("_id", new BsonInt64(id)).append("type", new BsonInt32((int) type));
  }

  private static BsonDocument link(long type, long id1, long id2) {
    return new BsonDocument("_id", key(type, id1, id2));
  }

  /** Big-endian, so that keys sort as their numbers do. */
  private static BsonBinary key(long first, long second) {
    return new BsonBinary(
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(first ^ Long.MIN_VALUE)
            .putLong(second ^ Long.MIN_VALUE)
            .array());
  }

  private static BsonBinary key(long first, long second, long third) {
    return new BsonBinary(
        ByteBuffer.allocate(3 * Long.BYTES)
            .putLong(first ^ Long.MIN_VALUE)
            .putLong(second ^ Long.MIN_VALUE)
            .putLong(third ^ Long.MIN_VALUE)
            .array());
  }

  /** Keeps the payload, or the compiler would not even fetch it. */
  private int taken(BsonBinary payload) {
    lastBytes = payload.getData();
    return lastBytes.length;
  }

  byte[] lastBytes() {
    return lastBytes;
  }

  /** So that nothing read can be optimised away. */
  long read() {
    return read;
  }

  @Override
  public void close() {
    session.close();
  }
}
