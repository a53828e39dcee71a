package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.ServerAddress;
import com.mongodb.connection.ServerConnectionState;
import com.mongodb.connection.ServerDescription;
import com.mongodb.connection.ServerType;
import java.net.ConnectException;
import org.junit.jupiter.api.Test;

class SeenServersTest {

  private static final ConnectionString URL =
      new ConnectionString("mongodb://a,b/d?replicaSet=rs0");

  private final SeenServers seen = new SeenServers();

  private static ServerDescription.Builder server(String host, ServerType type) {
    return ServerDescription.builder()
        .address(new ServerAddress(host))
        .type(type)
        .ok(type != ServerType.UNKNOWN)
        .state(
            type == ServerType.UNKNOWN
                ? ServerConnectionState.CONNECTING
                : ServerConnectionState.CONNECTED);
  }

  @Test
  void namesTheReplicaSetThatIsThere() {
    seen.saw(server("a", ServerType.REPLICA_SET_PRIMARY).setName("rs1").build());
    seen.saw(server("b", ServerType.STANDALONE).build());
    assertThat(seen.whyNone(URL))
        .isEqualTo(
            "a:27017 is of replica set rs1, the url says replicaSet=rs0; b:27017 is of no replica"
                + " set, the url says replicaSet=rs0");
  }

  @Test
  void remembersWhatTheDriverForgets() {
    seen.saw(server("a", ServerType.REPLICA_SET_PRIMARY).setName("rs1").build());
    seen.saw(server("a", ServerType.UNKNOWN).build());
    assertThat(seen.whyNone(URL)).contains("rs1");
  }

  @Test
  void saysWhoIsPrimaryOrThatNobodyIs() {
    seen.saw(server("a", ServerType.REPLICA_SET_SECONDARY).setName("rs0").primary("c:1").build());
    seen.saw(server("b", ServerType.REPLICA_SET_SECONDARY).setName("rs0").build());
    assertThat(seen.whyNone(URL))
        .isEqualTo(
            "a:27017 is no primary of replica set rs0, that is c:1; b:27017 is no primary of"
                + " replica set rs0, which has none");
  }

  @Test
  void aReplicaSetThatWasNeverInitiated() {
    seen.saw(server("a", ServerType.REPLICA_SET_GHOST).build());
    assertThat(seen.whyNone(URL)).contains("rs.initiate()");
  }

  @Test
  void tellsTheInnermostReason() {
    seen.saw(
        server("a", ServerType.UNKNOWN)
            .exception(
                new MongoSocketOpenException(
                    "Exception opening socket",
                    new ServerAddress("a"),
                    new ConnectException("Connection refused")))
            .build());
    assertThat(seen.whyNone(URL)).isEqualTo("a:27017 cannot be used: Connection refused");
    assertThat(SeenServers.reason(new ConnectException())).isEqualTo("ConnectException");
  }

  @Test
  void silenceIsToldToo() {
    assertThat(seen.whyNone(URL)).isEqualTo("no answer from a, b");
  }
}
