package io.ibench.db.mongo;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/**
 * The state of WiredTiger's checkpoints, from serverStatus. Versions up to 7.0 report it among
 * transactions, later ones in its own section. Immutable.
 *
 * @param count number of checkpoints
 * @param counted when a checkpoint is counted
 * @param running whether a checkpoint is running
 */
record Checkpoints(long count, Counted counted, boolean running) {

  /** When the count increases. */
  enum Counted {
    AT_BEGIN,
    AT_END
  }

  private static final List<List<String>> BEGUN =
      List.of(
          List.of("wiredTiger", "checkpoint", "generation"),
          List.of("wiredTiger", "transaction", "transaction checkpoint generation"));

  private static final List<List<String>> ENDED =
      List.of(
          List.of("wiredTiger", "checkpoint", "total succeed number of checkpoints"),
          List.of("wiredTiger", "transaction", "transaction checkpoints"));

  private static final List<List<String>> RUNNING =
      List.of(
          List.of("wiredTiger", "checkpoint", "currently running"),
          List.of("wiredTiger", "checkpoint", "progress state"),
          List.of("wiredTiger", "transaction", "transaction checkpoint currently running"));

  /** Empty when the server does not report it. */
  static Optional<Checkpoints> of(BsonDocument status) {
    boolean running = first(status, RUNNING).orElse(0) != 0;
    OptionalLong begun = first(status, BEGUN);
    if (begun.isPresent() && first(status, RUNNING).isPresent()) {
      return Optional.of(new Checkpoints(begun.getAsLong(), Counted.AT_BEGIN, running));
    }
    OptionalLong ended = first(status, ENDED);
    return ended.isPresent()
        ? Optional.of(new Checkpoints(ended.getAsLong(), Counted.AT_END, running))
        : Optional.empty();
  }

  private static OptionalLong first(BsonDocument status, List<List<String>> paths) {
    return paths.stream()
        .map(path -> Bson.number(status, path.toArray(String[]::new)))
        .flatMap(found -> found.isPresent() ? Stream.of(found) : Stream.empty())
        .findFirst()
        .orElse(OptionalLong.empty());
  }

  /**
   * Whether a checkpoint that began after {@code before} is complete; one that was running then
   * does not count. A smaller count means that the server has restarted and has nothing to write.
   */
  boolean oneDoneSince(Checkpoints before) {
    boolean oneTooMany = counted == Counted.AT_BEGIN ? running : before.running;
    return count < before.count || count > before.count + (oneTooMany ? 1 : 0);
  }

  @Override
  public String toString() {
    return (counted == Counted.AT_BEGIN ? "generation " : "number ") + count;
  }
}
