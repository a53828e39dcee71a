package io.ibench.db.mongo;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import io.ibench.db.DatabaseException;
import io.ibench.db.Quiescence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a checkpoint, which {@code fsync} requests. Where fsync is not allowed, the server
 * makes one by its own clock, by default every minute. Confined to the caller's thread.
 */
final class MongodbQuiescence implements Quiescence {

  private final Supplier<Optional<BsonDocument>> status;
  private final Optional<Checkpoints> before;
  private final List<String> facts = new ArrayList<>();
  private final Thread thread;
  private volatile @Nullable String answer;
  private boolean resolved;
  private boolean closed;

  private MongodbQuiescence(Supplier<BsonDocument> fsync, Supplier<Optional<BsonDocument>> status) {
    this.status = status;
    before = status.get().flatMap(Checkpoints::of);
    thread = new Thread(() -> answer = answer(fsync), "ibench-fsync");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * @param fsync returns when it is done, maybe after minutes; called on its own thread
   * @param status serverStatus, if allowed
   */
  static Quiescence begin(Supplier<BsonDocument> fsync, Supplier<Optional<BsonDocument>> status)
      throws DatabaseException {
    return MongodbFailures.call(() -> new MongodbQuiescence(fsync, status));
  }

  private static String answer(Supplier<BsonDocument> fsync) {
    try {
      BsonDocument unused = fsync.get();
      return "fsync done";
    } catch (MongoCommandException e) {
      String help = ServerCommands.isDenied(e) ? "; it needs the role hostManager" : "";
      return "fsync refused: " + e.getErrorMessage() + help;
    } catch (MongoException e) {
      return "fsync failed: " + FailureText.of(e);
    } catch (RuntimeException e) {
      return "fsync failed: " + e;
    }
  }

  @Override
  public boolean isSettled() throws DatabaseException {
    if (answer == null) {
      return false;
    }
    if (before.isEmpty() || resolved) {
      resolved = true;
      return true;
    }
    Optional<Checkpoints> now = MongodbFailures.call(() -> status.get().flatMap(Checkpoints::of));
    if (now.isEmpty() || now.get().oneDoneSince(before.get())) {
      resolved = true;
      now.ifPresent(done -> facts.add("a checkpoint that began later is complete: " + done));
    }
    return resolved;
  }

  @Override
  public List<String> facts() {
    List<String> lines = new ArrayList<>();
    if (answer != null) {
      lines.add(answer);
    } else if (closed) {
      lines.add("fsync was not waited for to its end");
    }
    if (before.isEmpty()) {
      lines.add("the server does not tell of its checkpoints: they are not waited for");
    }
    lines.addAll(facts);
    return lines;
  }

  /** Does not stop the server: a checkpoint cannot be broken off. */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
