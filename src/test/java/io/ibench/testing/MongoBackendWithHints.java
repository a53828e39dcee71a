package io.ibench.testing;

import de.bwaldvogel.mongo.ServerVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.backend.memory.MemoryDatabase;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.Collection;

/**
 * Executes commands in memory and, like a real server, refuses to use an index that does not exist.
 */
public class MongoBackendWithHints extends MemoryBackend {

  private static final String KEY_INDEX = "_id_";

  public MongoBackendWithHints() {
    version(ServerVersion.MONGO_5_0);
  }

  @Override
  public MemoryDatabase openOrCreateDatabase(String name) {
    return new MongoQuickScan(name, getCursorRegistry());
  }

  @Override
  public Document handleMessage(MongoMessage message) {
    Document command = message.getDocument();
    if (command.get("hint") instanceof String index && !index.equals(KEY_INDEX)) {
      requireIndex(message, command, index);
    }
    return super.handleMessage(message);
  }

  private void requireIndex(MongoMessage message, Document command, String index) {
    Document list =
        new Document("listIndexes", command.get("find")).append("$db", command.get("$db"));
    Document answer =
        super.handleMessage(new MongoMessage(message.getChannel(), message.getHeader(), list));
    Document cursor = (Document) answer.get("cursor");
    boolean found =
        ((Collection<?>) cursor.get("firstBatch"))
            .stream().anyMatch(there -> ((Document) there).get("name").equals(index));
    if (!found) {
      throw new MongoServerError(
          2,
          "BadValue",
          "error processing query: planner returned error :: caused by :: hint provided does not"
              + " correspond to an existing index");
    }
  }
}
