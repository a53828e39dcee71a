package io.ibench.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.testing.MongoWire;
import io.ibench.workload.Plan;
import io.ibench.workload.linkbench.LinkBenchWorkload;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** Whether the bare loop is a fair rival of ibench on MongoDB. */
class BareMongoTest {

  /** So many that each of the ten is among them. */
  private static final int REQUESTS = 2_000;

  /** What differs between two runs of one client: sessions, their transactions and the time. */
  private static final Set<String> OF_A_RUN = Set.of("lsid", "txnNumber", "time", "$clusterTime");

  private final BlockingQueue<BsonDocument> heard = new LinkedBlockingQueue<>();

  @Test
  void bothSidesSendTheSameCommands() throws Exception {
    try (CannedMongo mongo = CannedMongo.start((message, length) -> heard.add(read(message)))) {
      Bench bench = new Bench("mongodb", mongo.url(), 1, 1, 1, 1_000, "");
      Config config =
          bench.config(
              "request",
              Bench.REPLAY_SEED,
              Map.of("request.operations", Integer.toString(REQUESTS)));
      Plan plan = new LinkBenchWorkload().plan(config);
      IbenchSide.run(config, plan, bench.adapter(), database -> Bench.unkept(plan));
      List<BsonDocument> ours = take();
      perform(bench, bench.draw(config, Bench.REPLAY_SEED, REQUESTS)[0]);
      List<BsonDocument> bare = take();
      assertThat(kinds(ours)).hasSize(10);
      assertThat(json(bare)).isEqualTo(json(ours));
    }
  }

  private static void perform(Bench bench, Requests requests) throws Exception {
    try (RequestLoops loops = RequestLoops.of(bench);
        RequestLoop loop = loops.open()) {
      for (int i = 0; i < requests.size(); i++) {
        loop.perform(
            requests.operations()[i],
            requests.numbers(),
            requests.first()[i],
            requests.first()[i + 1],
            requests.payloads()[i]);
      }
    }
  }

  /** What was heard since the last time, without the question for the highest node. */
  private List<BsonDocument> take() {
    List<BsonDocument> taken =
        heard.stream()
            .filter(command -> !command.getDocument("filter", command).isEmpty())
            .map(command -> like(command))
            .toList();
    heard.clear();
    return taken;
  }

  /** Commands on collections, lists told from reads by key; and the end of a transaction. */
  private static Set<String> kinds(List<BsonDocument> commands) {
    return commands.stream()
        .map(
            command ->
                command.getFirstKey()
                    + " "
                    + command.get(command.getFirstKey())
                    + (command.containsKey("sort") ? " sorted" : ""))
        .collect(Collectors.toSet());
  }

  /** Documents are equal in whatever order their fields are; text is not. */
  private static List<String> json(List<BsonDocument> commands) {
    return commands.stream().map(BsonDocument::toJson).toList();
  }

  private static BsonDocument read(byte[] message) {
    try {
      return MongoWire.read(new DataInputStream(new ByteArrayInputStream(message))).command();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same without what differs between runs; what stays is in its order. */
  private static BsonDocument like(BsonDocument document) {
    BsonDocument like = new BsonDocument();
    document.forEach(
        (name, value) -> like.append(name, OF_A_RUN.contains(name) ? kind(value) : like(value)));
    return like;
  }

  private static BsonValue like(BsonValue value) {
    if (value.isDocument()) {
      return like(value.asDocument());
    }
    return value.isArray()
        ? new BsonArray(value.asArray().stream().map(BareMongoTest::like).toList())
        : value;
  }

  private static BsonValue kind(BsonValue value) {
    return value.isDocument() && value.asDocument().containsKey("$gte")
        ? value
        : new BsonString(value.getBsonType().toString());
  }
}
