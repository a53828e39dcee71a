package io.ibench.db.mongo;

import com.mongodb.ConnectionString;
import io.ibench.config.Config;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** Answers as servers of several versions give them, shortened. */
final class Recorded {

  static final BsonDocument MONGODB_8 = build("8.0.4");

  private Recorded() {}

  static BsonDocument answer(String name) {
    try (InputStream in = Recorded.class.getResourceAsStream(name + ".json")) {
      return BsonDocument.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static BsonDocument build(String version) {
    return new BsonDocument("version", new BsonString(version));
  }

  /** A server that answers hello and buildInfo, and refuses everything else. */
  static ServerAnswers silent(String hello, BsonDocument build) {
    return new ServerAnswers(
        new Deployment(answer(hello), build, "db1"),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** A replica set whose primary allows everything. */
  static ServerAnswers replicaSet() {
    return new ServerAnswers(
        new Deployment(answer("hello-replica-set"), MONGODB_8, "db1"),
        Optional.of(answer("serverStatus-6.0")),
        Optional.of(answer("getCmdLineOpts")),
        Optional.of(
            BsonDocument.parse(
                "{defaultWriteConcern: {w: 'majority', wtimeout: 0},"
                    + " defaultWriteConcernSource: 'implicit'}")),
        Optional.of(
            BsonDocument.parse(
                "{featureCompatibilityVersion: {version: '8.0'}, journalCommitInterval: 50}")),
        Optional.of(answer("replSetGetConfig")));
  }

  static MongodbTarget target(String url, String... settings) {
    Map<String, String> all = new HashMap<>(Map.of("url", url));
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    return MongodbAdapter.target(Config.of(all));
  }

  static MongodbServerInfo facts(ServerAnswers answers, String url, String... settings) {
    return new MongodbServerInfo(target(url, settings), new ConnectionString(url), answers);
  }
}
