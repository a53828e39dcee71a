package io.ibench.db.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.WriteConcern;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Checks by a deployment's answers whether it supports the settings. Immutable. */
final class DeploymentCheck {

  /** The oldest version that is accepted; ibench supports 6.0 and later. */
  private static final int MIN_VERSION = 5;

  private static final String MAJORITY = "majority";

  private final ServerAnswers answers;
  private final Deployment deployment;
  private final ConnectionString url;
  private final Transactions transactions;

  DeploymentCheck(ServerAnswers answers, ConnectionString url, Transactions transactions) {
    this.answers = answers;
    this.deployment = answers.deployment();
    this.url = url;
    this.transactions = transactions;
  }

  /** One line: the reason why this deployment cannot be used; empty when it can. */
  Optional<String> refusal() {
    return Stream.of(version(), role(), transactions(), writeConcern())
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<String> version() {
    return deployment.majorVersion() < MIN_VERSION
        ? Optional.of(
            "the server is "
                + deployment.product()
                + " "
                + deployment.version()
                + "; supported: MongoDB 6.0 to 8.x, and what else speaks as 5.0 or later")
        : Optional.empty();
  }

  private Optional<String> role() {
    return deployment.takesWrites()
        ? Optional.empty()
        : Optional.of(
            deployment.host()
                + " takes no writes: it is a member of replica set "
                + deployment.setName().orElse("")
                + " and not its primary; add replicaSet="
                + deployment.setName().orElse("")
                + " to the url");
  }

  private Optional<String> transactions() {
    return transactions == Transactions.REQUIRED
        ? deployment
            .whyNoTransactions()
            .map(
                reason ->
                    "mongo.transactions = required, but "
                        + reason
                        + "; a replica set, of one server even, has transactions")
        : Optional.empty();
  }

  private Optional<String> writeConcern() {
    WriteConcern concern = url.getWriteConcern();
    Object w = concern == null ? null : concern.getWObject();
    if (w instanceof Integer servers && servers > 1) {
      return tooManyServers(servers);
    }
    if (w instanceof String tag && !tag.equals(MAJORITY)) {
      return unknownTag(tag);
    }
    return Optional.empty();
  }

  private Optional<String> tooManyServers(int wanted) {
    int members =
        switch (deployment.topology()) {
          case STANDALONE -> 1;
          case REPLICA_SET ->
              answers.replicaSet().map(DeploymentCheck::dataMembers).orElse(deployment.members());
          case SHARDED -> Integer.MAX_VALUE;
        };
    return wanted > members
        ? Optional.of(
            "the url says w="
                + wanted
                + ", but there is data on "
                + members
                + " only: "
                + deployment.line())
        : Optional.empty();
  }

  /** Counts hidden members, but no arbiters. */
  private static int dataMembers(BsonDocument configuration) {
    return (int)
        members(configuration).stream()
            .filter(member -> member.isDocument() && !Bson.flag(member.asDocument(), "arbiterOnly"))
            .count();
  }

  private static List<BsonValue> members(BsonDocument configuration) {
    return Bson.value(configuration, "config", "members")
        .filter(BsonValue::isArray)
        .map(found -> found.asArray().getValues())
        .orElse(List.of());
  }

  /** An unknown tag of a replica set fails at the first write. */
  private Optional<String> unknownTag(String tag) {
    if (deployment.topology() == Deployment.Topology.STANDALONE) {
      return Optional.of("the url says w=" + tag + ", but the server is of no replica set");
    }
    return answers
        .replicaSet()
        .map(DeploymentCheck::knownTags)
        .filter(known -> !known.contains(tag))
        .map(
            known ->
                "the url says w="
                    + tag
                    + ", which the replica set does not know; it knows numbers, "
                    + String.join(", ", known));
  }

  private static Set<String> knownTags(BsonDocument configuration) {
    Set<String> known = new TreeSet<>(Set.of(MAJORITY));
    Bson.document(configuration, "config", "settings", "getLastErrorModes")
        .ifPresent(modes -> known.addAll(modes.keySet()));
    return known;
  }
}
