package io.ibench.testing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.types.ObjectId;

/** Which member is primary, and what members say of it in answer to hello. Thread-safe. */
public final class MongoTopology {

  private static final int FIRST_TERM = 1;

  private final MongoDeployment deployment;
  private final BsonObjectId process = new BsonObjectId(new ObjectId());
  private final List<String> hosts = new ArrayList<>();
  private int primary;
  private boolean electing;
  private int term = FIRST_TERM;
  private long version;

  public MongoTopology(MongoDeployment deployment) {
    this.deployment = deployment;
  }

  public synchronized void addHost(int port) {
    hosts.add("127.0.0.1:" + port);
  }

  public synchronized String seeds() {
    return String.join(",", hosts);
  }

  synchronized boolean isPrimary(int member) {
    return member == primary && !electing;
  }

  synchronized int primary() {
    return primary;
  }

  /** There is no primary until the next is elected. */
  synchronized void losePrimary() {
    electing = true;
    changed();
  }

  /** Makes the next member primary. */
  synchronized void electNext() {
    electing = false;
    primary = (primary + 1) % hosts.size();
    term++;
    changed();
  }

  /** Lets all who wait for a change answer now. */
  public synchronized void changed() {
    version++;
    notifyAll();
  }

  /**
   * The answer to hello. A monitor that has seen the present state and is ready to wait gets it at
   * the next change, or after the time that it allows.
   */
  public synchronized BsonDocument hello(int member, long connection, BsonDocument command)
      throws InterruptedException {
    if (command.containsKey("topologyVersion") && command.containsKey("maxAwaitTimeMS")) {
      long seen = command.getDocument("topologyVersion").getInt64("counter").getValue();
      long end = System.nanoTime() + command.getNumber("maxAwaitTimeMS").longValue() * 1_000_000;
      long left = end - System.nanoTime();
      while (seen == version && left > 0) {
        wait(left / 1_000_000 + 1);
        left = end - System.nanoTime();
      }
    }
    BsonDocument answer = common(connection);
    if (deployment.isReplicaSet()) {
      addSet(answer, member);
    } else {
      answer.append(primaryField(command), BsonBoolean.TRUE);
    }
    if (isLegacy(command)) {
      answer.append("ismaster", BsonBoolean.valueOf(isPrimary(member)));
    }
    return answer.append("ok", MongoAnswers.ok().get("ok"));
  }

  private static boolean isLegacy(BsonDocument command) {
    return command.getFirstKey().equalsIgnoreCase("ismaster");
  }

  private static String primaryField(BsonDocument command) {
    return isLegacy(command) ? "ismaster" : "isWritablePrimary";
  }

  private BsonDocument common(long connection) {
    return new BsonDocument("helloOk", BsonBoolean.TRUE)
        .append("topologyVersion", topologyVersion())
        .append("maxBsonObjectSize", new BsonInt32(16_777_216))
        .append("maxMessageSizeBytes", new BsonInt32(48_000_000))
        .append("maxWriteBatchSize", new BsonInt32(100_000))
        .append("localTime", new BsonDateTime(Instant.now().toEpochMilli()))
        .append("connectionId", new BsonInt64(connection))
        .append("minWireVersion", new BsonInt32(0))
        .append("maxWireVersion", new BsonInt32(deployment.maxWireVersion()))
        .append("readOnly", BsonBoolean.FALSE)
        .append("logicalSessionTimeoutMinutes", new BsonInt32(30));
  }

  private BsonDocument topologyVersion() {
    return new BsonDocument("processId", process).append("counter", new BsonInt64(version));
  }

  private void addSet(BsonDocument answer, int member) {
    BsonArray announced = new BsonArray();
    hosts.stream().map(BsonString::new).forEach(announced::add);
    answer
        .append("isWritablePrimary", BsonBoolean.valueOf(isPrimary(member)))
        .append("secondary", BsonBoolean.valueOf(!isPrimary(member)))
        .append("setName", new BsonString(deployment.setName()))
        .append("setVersion", new BsonInt32(1))
        .append("hosts", announced)
        .append("me", new BsonString(hosts.get(member)));
    if (!electing) {
      answer.append("primary", new BsonString(hosts.get(primary)));
    }
    if (isPrimary(member)) {
      answer.append("electionId", new BsonObjectId(new ObjectId(term, 0)));
    }
  }
}
