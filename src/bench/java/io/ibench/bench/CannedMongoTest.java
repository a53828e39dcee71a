package io.ibench.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CannedMongoTest {

  private final AtomicLong canned = new AtomicLong();
  private CannedMongo mongo;
  private MongoClient client;

  @BeforeEach
  void connect() throws IOException {
    mongo = CannedMongo.start((message, length) -> canned.incrementAndGet());
    client = MongoClients.create(mongo.url());
  }

  @AfterEach
  void close() {
    client.close();
    mongo.close();
  }

  private MongoCollection<BsonDocument> collection(String name) {
    return client.getDatabase("ibench").getCollection(name, BsonDocument.class);
  }

  private int rows(String name, BsonDocument filter) {
    return collection(name).find(filter).into(new ArrayList<>()).size();
  }

  @Test
  void aListHasTenLinksAndAReadByKeyHasOne() {
    BsonDocument byKey = new BsonDocument("_id", new BsonDocument("$in", new BsonArray()));
    assertThat(rows("linktable", new BsonDocument("id1", new BsonInt64(1))))
        .isEqualTo(CannedAnswers.LISTED_LINKS);
    assertThat(rows("linktable", byKey)).isEqualTo(1);
    assertThat(rows("nodetable", byKey)).isEqualTo(1);
    assertThat(rows("counttable", byKey)).isEqualTo(1);
    assertThat(canned).hasValue(4);
  }

  @Test
  void aLinkThatIsWrittenInATransactionWasVisible() {
    BsonDocument key = new BsonDocument("_id", new BsonInt64(1));
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      BsonDocument old =
          collection("linktable").findOneAndUpdate(session, key, new BsonDocument("$set", key));
      session.commitTransaction();
      assertThat(old.getInt32("visibility").getValue()).isEqualTo(1);
    }
    assertThat(canned).hasValue(2);
  }

  @Test
  void commandsThatAreLongerThanTheBufferAreAnswered() {
    BsonDocument row = new BsonDocument("data", new BsonBinary(new byte[1 << 20]));
    assertThat(collection("nodetable").insertOne(row).wasAcknowledged()).isTrue();
    assertThat(canned).hasValue(1);
  }
}
