package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import java.util.Optional;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeploymentTest {

  private static Optional<String> refusal(
      ServerAnswers answers, String options, Transactions transactions) {
    ConnectionString url = new ConnectionString("mongodb://db1/d?" + options);
    return new DeploymentCheck(answers, url, transactions).refusal();
  }

  @Test
  void knowsTheThreeKindsOfDeployment() {
    assertThat(Recorded.replicaSet().deployment().line()).isEqualTo("replica set rs0 of 3");
    assertThat(Recorded.silent("hello-standalone", Recorded.MONGODB_8).deployment().line())
        .isEqualTo("standalone");
    assertThat(Recorded.silent("hello-mongos", Recorded.MONGODB_8).deployment().line())
        .isEqualTo("sharded, through a mongos");
  }

  @Test
  void transactionsNeedAReplicaSetOrAMongosWithSessions() {
    assertThat(Recorded.replicaSet().deployment().whyNoTransactions()).isEmpty();
    assertThat(Recorded.silent("hello-mongos", Recorded.MONGODB_8).deployment().whyNoTransactions())
        .isEmpty();
    assertThat(
            Recorded.silent("hello-standalone", Recorded.MONGODB_8)
                .deployment()
                .whyNoTransactions())
        .contains("the server is of no replica set");
    BsonDocument noSessions = Recorded.answer("hello-replica-set");
    noSessions.remove("logicalSessionTimeoutMinutes");
    assertThat(new Deployment(noSessions, Recorded.MONGODB_8, "h").whyNoTransactions())
        .contains("the server has no sessions");
  }

  @Test
  void productsAreToldByWhatTheySayBesidesTheVersion() {
    BsonDocument hello = Recorded.answer("hello-replica-set");
    BsonDocument ferret =
        Recorded.build("7.0.77")
            .append("ferretdb", new BsonDocument("version", new BsonString("v2.7.0")));
    Deployment ferretdb = new Deployment(hello, ferret, "h");
    assertThat(ferretdb.product()).isEqualTo("FerretDB");
    assertThat(ferretdb.version()).isEqualTo("v2.7.0 (as MongoDB 7.0.77)");
    assertThat(ferretdb.whyNoTransactions()).contains("FerretDB keeps what was aborted");
    BsonDocument percona =
        Recorded.build("8.0.4-1").append("psmdbVersion", new BsonString("8.0.4-1"));
    assertThat(new Deployment(hello, percona, "h").product())
        .isEqualTo("Percona Server for MongoDB");
    assertThat(
            new Deployment(hello, Recorded.build("5.0.0"), "c.x.eu-west-1.docdb.amazonaws.com")
                .product())
        .isEqualTo("Amazon DocumentDB");
    assertThat(new Deployment(hello, Recorded.MONGODB_8, "db1").product()).isEqualTo("MongoDB");
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.4.29", "3.6.0", "unreadable", "99999999999.1"})
  void whatIsOlderThanSupportedIsRefused(String version) {
    ServerAnswers answers = Recorded.silent("hello-replica-set", Recorded.build(version));
    assertThat(refusal(answers, "", Transactions.AUTO))
        .hasValueSatisfying(
            line -> assertThat(line).contains(version).contains("MongoDB 6.0 to 8.x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"5.0.31", "6.0.14", "7.0.15", "8.0.4", "8.2.0-rc1"})
  void supportedVersionsAreLetIn(String version) {
    ServerAnswers answers = Recorded.silent("hello-standalone", Recorded.build(version));
    assertThat(refusal(answers, "", Transactions.AUTO)).isEmpty();
  }

  @Test
  void aStandaloneServerIsRefusedWhereTransactionsAreRequired() {
    ServerAnswers standalone = Recorded.silent("hello-standalone", Recorded.MONGODB_8);
    assertThat(refusal(standalone, "", Transactions.REQUIRED))
        .contains(
            "mongo.transactions = required, but the server is of no replica set; a replica set,"
                + " of one server even, has transactions");
    assertThat(refusal(Recorded.replicaSet(), "", Transactions.REQUIRED)).isEmpty();
  }

  @Test
  void aSecondaryIsRefused() {
    BsonDocument hello = Recorded.answer("hello-replica-set");
    hello.put("isWritablePrimary", BsonBoolean.FALSE);
    hello.put("secondary", BsonBoolean.TRUE);
    ServerAnswers answers =
        new ServerAnswers(
            new Deployment(hello, Recorded.MONGODB_8, "db2"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    assertThat(refusal(answers, "", Transactions.AUTO))
        .contains(
            "db2 takes no writes: it is a member of replica set rs0 and not its primary; add"
                + " replicaSet=rs0 to the url");
  }

  @ParameterizedTest
  @CsvSource({"1, true", "2, true", "3, false", "majority, true", "twoRooms, true", "attic, false"})
  void writeConcernsAreHeldAgainstTheReplicaSetsConfiguration(String w, boolean known) {
    Optional<String> refusal = refusal(Recorded.replicaSet(), "w=" + w, Transactions.AUTO);
    assertThat(refusal.isEmpty()).isEqualTo(known);
    refusal.ifPresent(line -> assertThat(line).startsWith("the url says w=" + w + ", "));
  }

  @Test
  void withoutTheRightToReadTheConfigurationMembersAreCountedAndTagsLeftToTheFirstWrite() {
    ServerAnswers silent = Recorded.silent("hello-replica-set", Recorded.MONGODB_8);
    assertThat(refusal(silent, "w=attic", Transactions.AUTO)).isEmpty();
    assertThat(refusal(silent, "w=3", Transactions.AUTO)).isEmpty();
    assertThat(refusal(silent, "w=4", Transactions.AUTO)).isPresent();
  }

  @Test
  void aStandaloneServerHasNoOthersToWaitFor() {
    ServerAnswers standalone = Recorded.silent("hello-standalone", Recorded.MONGODB_8);
    assertThat(refusal(standalone, "w=2", Transactions.AUTO)).isPresent();
    assertThat(refusal(standalone, "w=attic", Transactions.AUTO)).isPresent();
    assertThat(refusal(standalone, "w=majority&journal=true", Transactions.AUTO)).isEmpty();
  }
}
