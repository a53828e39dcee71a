package io.ibench.db.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.connection.ServerDescription;
import com.mongodb.connection.ServerType;
import com.mongodb.event.ServerDescriptionChangedEvent;
import com.mongodb.event.ServerListener;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;

/**
 * The last known role of each server, or the reason why it is unavailable. The driver itself drops
 * servers that do not match the connection string, and reports only that it has waited.
 * Thread-safe: called by the driver's threads.
 */
final class SeenServers implements ServerListener {

  private final Map<String, ServerDescription> seen = new ConcurrentSkipListMap<>();

  @Override
  public void serverDescriptionChanged(ServerDescriptionChangedEvent event) {
    saw(event.getNewDescription());
  }

  /** Ignores servers that the driver drops. */
  void saw(ServerDescription server) {
    if (server.getType() != ServerType.UNKNOWN || server.getException() != null) {
      seen.put(server.getAddress().toString(), server);
    }
  }

  /** One line: the reason why the driver has no usable server. */
  String whyNone(ConnectionString url) {
    return seen.isEmpty()
        ? "no answer from " + String.join(", ", url.getHosts())
        : seen.entrySet().stream()
            .map(entry -> entry.getKey() + " " + why(entry.getValue(), url))
            .collect(Collectors.joining("; "));
  }

  private static String why(ServerDescription server, ConnectionString url) {
    String wanted = url.getRequiredReplicaSetName();
    Optional<String> set = Optional.ofNullable(server.getSetName());
    if (server.getType() == ServerType.REPLICA_SET_GHOST) {
      return "waits for its replica set to be initiated: rs.initiate()";
    }
    if (server.getType() == ServerType.UNKNOWN) {
      return "cannot be used: " + reason(server.getException());
    }
    if (wanted != null && !set.equals(Optional.of(wanted))) {
      return set.map(name -> "is of replica set " + name).orElse("is of no replica set")
          + ", the url says replicaSet="
          + wanted;
    }
    if (set.isPresent() && !server.isPrimary()) {
      return "is no primary of replica set "
          + set.get()
          + Optional.ofNullable(server.getPrimary())
              .map(primary -> ", that is " + primary)
              .orElse(", which has none");
    }
    return "answers, but nothing that can be used";
  }

  /** The innermost message, which contains the cause; the outer messages repeat the address. */
  static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    return message == null || message.isBlank() ? cause.getClass().getSimpleName() : message;
  }
}
