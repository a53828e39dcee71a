package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import io.ibench.db.Description;
import io.ibench.db.ServerLocation;
import java.nio.file.Path;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MongodbServerInfoTest {

  private static final String SET = "mongodb://db1/d?replicaSet=rs0";

  @Test
  void describesAReplicaSetInItsOwnWords() {
    Description said = Recorded.facts(Recorded.replicaSet(), SET).description();

    assertThat(said.product()).isEqualTo("MongoDB");
    assertThat(said.version()).isEqualTo("8.0.4");
    assertThat(said.engine())
        .isEqualTo("wiredTiger, compressed as the server is configured (zstd)");
    assertThat(said.driver())
        .matches("mongodb-driver-sync \\d+\\.\\d+\\.\\d+, zlib, a connection for each worker");
    assertThat(said.isolation()).isEqualTo("transactions: snapshot");
    assertThat(said.settings())
        .containsEntry("topology", "replica set rs0 of 3")
        .containsEntry("transactions", "used")
        .containsEntry("read concern", "server's default")
        .containsEntry("read preference", "primary")
        .containsEntry("retryable writes", "on")
        .containsEntry("field names", "long")
        .containsEntry("cache bytes", "8589934592")
        .containsEntry("feature compatibility", "8.0");
    assertThat(said.warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|w=majority (server's default), j not set: a majority has it in the journal",
        "w=1|w=1, j not set: the server has it in memory; the journal follows within 50 ms",
        "w=1&journal=true|w=1, j=true: the server has it in the journal",
        "w=2|w=2, j not set: 2 servers have it in memory; the journal follows within 50 ms",
        "w=majority&journal=false|w=majority, j=false: a majority has it in memory; the journal"
            + " follows within 50 ms",
        "journal=true|w=majority (server's default), j=true: a majority has it in the journal"
      })
  void saysInPlainWordsWhatAWriteWaitsFor(String options, String words) {
    String url = SET + (options.isEmpty() ? "" : "&" + options);
    assertThat(Recorded.facts(Recorded.replicaSet(), url).description().durability())
        .isEqualTo(words);
  }

  @Test
  void doesNotGuessTheDefaultWriteConcernOfAReplicaSetThatDoesNotTellIt() {
    Description said =
        Recorded.facts(Recorded.silent("hello-replica-set", Recorded.MONGODB_8), SET).description();
    assertThat(said.durability())
        .startsWith("w=not told (server's default), j not set: mostly a majority has it")
        .endsWith("needs the role clusterMonitor");
  }

  @Test
  void saysNothingOfFerretdbThatIsMongodbsAlone() {
    BsonDocument build =
        Recorded.build("7.0.77")
            .append("ferretdb", new BsonDocument("version", new BsonString("v2.7.0")));
    Description said =
        Recorded.facts(Recorded.silent("hello-standalone", build), "mongodb://db1/d").description();
    assertThat(said.engine()).startsWith("PostgreSQL");
    assertThat(said.durability()).contains("PostgreSQL").doesNotContain("journal");
  }

  @Test
  void warnsOfAServerOlderThanItIsMadeFor() {
    Description said =
        Recorded.facts(Recorded.silent("hello-replica-set", Recorded.build("5.0.31")), SET)
            .description();
    assertThat(said.warnings())
        .containsExactly("5.0.31 is older than what ibench is made for, 6.0 to 8.x");
  }

  @Test
  void withoutTransactionsItWarnsLoudly() {
    Description said =
        Recorded.facts(Recorded.silent("hello-standalone", Recorded.MONGODB_8), "mongodb://db1/d")
            .description();
    assertThat(said.isolation()).isEqualTo("none: each command by itself");
    assertThat(said.settings())
        .containsEntry("transactions", "none: the server is of no replica set")
        .containsEntry("retryable writes", "none");
    assertThat(said.warnings()).hasSize(1);
    assertThat(said.warnings().get(0)).startsWith("no transactions: the server is of no replica");
    assertThat(said.engine()).isEqualTo("not told, compressed as the server is configured");
  }

  @Test
  void transactionsThatAreSwitchedOffAreMissedAsLoudly() {
    MongodbServerInfo facts =
        Recorded.facts(Recorded.replicaSet(), SET, "mongo.transactions", "off");
    assertThat(facts.transactions()).isEmpty();
    assertThat(facts.description().settings()).containsEntry("transactions", "off");
    assertThat(facts.description().warnings())
        .singleElement()
        .asString()
        .startsWith("no transactions: mongo.transactions = off");
  }

  @Test
  void aFailOverIsNotFollowedThroughOneMember() {
    assertThat(Recorded.facts(Recorded.replicaSet(), "mongodb://db1/d").description().warnings())
        .singleElement()
        .asString()
        .contains("add replicaSet=rs0 to the url");
    assertThat(
            Recorded.facts(Recorded.replicaSet(), "mongodb://db1,db2/d").description().warnings())
        .isEmpty();
  }

  @Test
  void compressionThatTheServerDoesNotHaveIsToldOf() {
    ServerAnswers plain = Recorded.silent("hello-mongos", Recorded.MONGODB_8);
    assertThat(Recorded.facts(plain, "mongodb://db1/d?compressors=zlib").description().warnings())
        .singleElement()
        .asString()
        .contains("none of the url's compressors");
  }

  @Test
  void transactionsReadASnapshotUnlessTheUrlNamesAnotherThatTheyHave() {
    TransactionOptions options =
        Recorded.facts(Recorded.replicaSet(), SET + "&w=2").transactions().orElseThrow();
    assertThat(options.getReadConcern()).isEqualTo(ReadConcern.SNAPSHOT);
    assertThat(options.getWriteConcern()).isEqualTo(WriteConcern.W2);
    assertThat(options.getReadPreference()).isEqualTo(ReadPreference.primary());
    assertThat(
            Recorded.facts(Recorded.replicaSet(), SET + "&readConcernLevel=majority")
                .transactions()
                .orElseThrow()
                .getReadConcern())
        .isEqualTo(ReadConcern.MAJORITY);
    assertThat(
            Recorded.facts(Recorded.replicaSet(), SET + "&readConcernLevel=linearizable")
                .transactions()
                .orElseThrow()
                .getReadConcern())
        .isEqualTo(ReadConcern.SNAPSHOT);
  }

  @Test
  void placesTheServerByItsOwnAnswers() {
    ServerLocation place = Recorded.facts(Recorded.replicaSet(), SET).location();
    assertThat(place.host()).isEqualTo("db1");
    assertThat(place.pid()).hasValue(4711);
    assertThat(place.directories()).containsExactly(Path.of("/var/lib/mongodb"));
    assertThat(place.embedded()).isFalse();
    assertThat(place.pidFile()).hasValue(Path.of("/run/mongod.pid"));
    ServerLocation unknown =
        Recorded.facts(Recorded.silent("hello-standalone", Recorded.MONGODB_8), SET).location();
    assertThat(unknown.pid()).isEmpty();
    assertThat(unknown.directories()).isEmpty();
    assertThat(unknown.pidFile()).isEmpty();
  }
}
