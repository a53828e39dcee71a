package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ibench.db.Adapters;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.testing.MongoDeployment;
import io.ibench.testing.MongoReaction;
import io.ibench.testing.ScriptedMongo;
import io.ibench.testing.Slow;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Deployments that cannot be used: each is refused with one clear line, within seconds. */
@Timeout(300)
@Slow
class RefusedTargetsTest {

  /** Late enough to find out, on a busy machine, what the servers are. */
  private static final String SOON = "serverSelectionTimeoutMS=3000";

  private static DatabaseException refusal(String url, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("url", url);
    DatabaseException refusal =
        catchThrowableOfType(
            DatabaseException.class, () -> Adapters.open("mongodb", settings).close());
    assertThat(refusal).as("refusal of " + url).isNotNull();
    assertThat(refusal.getMessage()).doesNotContain("\n").hasSizeLessThan(300);
    return refusal;
  }

  private static DatabaseException refusal(ScriptedMongo server, String options) {
    return refusal(server.url(options), Map.of());
  }

  @Test
  void aStandaloneServerWithoutTheTransactionsThatAreRequired() {
    try (ScriptedMongo server = ScriptedMongo.start(MongoDeployment.standalone())) {
      assertThat(refusal(server.url(), Map.of("mongo.transactions", "required")))
          .hasMessageContaining("mongo.transactions = required")
          .hasMessageContaining("replica set");
    }
  }

  @Test
  void aReplicaSetOfAnotherName() {
    try (ScriptedMongo server = ScriptedMongo.replicaSet()) {
      assertThat(refusal(server, "replicaSet=other"))
          .hasMessageContaining("rs0")
          .hasMessageContaining("other");
    }
  }

  @Test
  void aStandaloneServerWhereAReplicaSetIsNamed() {
    try (ScriptedMongo server = ScriptedMongo.start(MongoDeployment.standalone())) {
      assertThat(refusal(server, "replicaSet=rs0&" + SOON))
          .hasMessageContaining("no replica set")
          .hasMessageContaining("rs0");
    }
  }

  @Test
  void aUserThatIsNotLetIn() {
    try (ScriptedMongo server = ScriptedMongo.replicaSet()) {
      DatabaseException denied =
          refusal(server.url(), Map.of("user", "somebody", "password", "not-to-be-shown"));
      assertThat(denied.kind()).isEqualTo(FailureKind.DENIED);
      assertThat(denied)
          .hasMessageContaining("somebody")
          .hasMessageContaining("Authentication failed")
          .hasMessageNotContaining("not-to-be-shown");
    }
  }

  @Test
  void aServerTooOldForTheDriver() {
    try (ScriptedMongo server =
        ScriptedMongo.start(MongoDeployment.replicaSet().withVersion("4.0.28", 7))) {
      assertThat(refusal(server, "replicaSet=rs0")).hasMessageContaining("old");
    }
  }

  @Test
  void aServerOlderThanSupported() {
    try (ScriptedMongo server =
        ScriptedMongo.start(MongoDeployment.replicaSet().withVersion("4.4.29", 9))) {
      assertThat(refusal(server, "replicaSet=rs0")).hasMessageContaining("4.4.29");
    }
  }

  @Test
  void aWriteConcernThatTheSetDoesNotKnow() {
    try (ScriptedMongo server = ScriptedMongo.replicaSet()) {
      assertThat(refusal(server, "replicaSet=rs0&w=nosuch")).hasMessageContaining("nosuch");
      assertThat(refusal(server, "replicaSet=rs0&w=3")).hasMessageContaining("w=3");
    }
  }

  @Test
  void aSetWithoutAPrimary() {
    try (ScriptedMongo server = ScriptedMongo.replicaSet()) {
      server.losePrimary();
      assertThat(refusal(server, "replicaSet=rs0&" + SOON)).hasMessageContaining("no primary");
    }
  }

  @Test
  void aPortThatNobodyListensOn() {
    ScriptedMongo server = ScriptedMongo.replicaSet();
    String url = server.url("replicaSet=rs0&" + SOON);
    server.close();
    assertThat(refusal(url, Map.of()).kind()).isEqualTo(FailureKind.CONNECTION_LOST);
  }

  @Test
  void aUserWhoMayNotWrite() {
    try (ScriptedMongo server = ScriptedMongo.replicaSet()) {
      server.script().always("create", MongoReaction.error(13));
      DatabaseException denied =
          catchThrowableOfType(
              DatabaseException.class,
              () -> {
                try (var database = Adapters.open("mongodb", Map.of("url", server.url()))) {
                  GraphCommands.createTables(database);
                }
              });
      assertThat(denied.kind()).isEqualTo(FailureKind.DENIED);
    }
  }
}
