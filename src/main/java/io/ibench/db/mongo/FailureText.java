package io.ibench.db.mongo;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoServerException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.MongoWriteException;
import com.mongodb.bulk.BulkWriteError;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shortens the driver's messages to one line: what happened, on which server and why. The driver's
 * messages contain whole answers and the state of the cluster; it masks passwords itself.
 * Stateless.
 */
final class FailureText {

  private static final String CLUSTER = " Client view of cluster state is ";

  /** A server in the state of a cluster, and the innermost reason why it is unavailable. */
  private static final Pattern SERVER =
      Pattern.compile("address=([^,]+),.*?(?=\\{address=|\\{hosts=|$)", Pattern.DOTALL);

  private static final Pattern REASON =
      Pattern.compile("(?:exception=|caused by )\\{[\\w.$]*?(\\w+): ([^{}]*)\\}");

  private FailureText() {}

  static String of(MongoException failure) {
    return words(failure).replaceAll("\\s+", " ").strip();
  }

  private static String words(MongoException failure) {
    if (failure instanceof MongoCommandException command) {
      return coded(command.getErrorMessage(), command.getErrorCodeName(), command);
    }
    if (failure instanceof MongoWriteException write) {
      return coded(write.getError().getMessage(), "", write);
    }
    if (failure instanceof MongoBulkWriteException bulk) {
      return bulk(bulk);
    }
    if (failure instanceof MongoWriteConcernException concern) {
      return coded(
          "write concern: " + concern.getWriteConcernError().getMessage(),
          concern.getWriteConcernError().getCodeName(),
          concern);
    }
    if (failure instanceof MongoSecurityException) {
      return "authentication failed" + because(failure);
    }
    if (failure instanceof MongoSocketException socket) {
      return socket.getMessage() + " (" + socket.getServerAddress() + ")" + because(socket);
    }
    if (failure instanceof MongoTimeoutException) {
      return timeout(String.valueOf(failure.getMessage()));
    }
    return failure.getMessage() + because(failure);
  }

  private static String coded(String words, String name, MongoServerException failure) {
    String code = failure.getCode() + (name.isEmpty() ? "" : " " + name);
    return words + " (code " + code + ", " + failure.getServerAddress() + ")";
  }

  private static String bulk(MongoBulkWriteException failure) {
    List<BulkWriteError> errors = failure.getWriteErrors();
    if (errors.isEmpty()) {
      return "write concern: "
          + failure.getWriteConcernError().getMessage()
          + " ("
          + failure.getServerAddress()
          + ")";
    }
    BulkWriteError first = errors.get(0);
    String others = errors.size() == 1 ? "" : ", and " + (errors.size() - 1) + " other rows";
    return first.getMessage()
        + others
        + " (code "
        + first.getCode()
        + ", "
        + failure.getServerAddress()
        + ")";
  }

  private static String because(MongoException failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    if (root == failure) {
      return "";
    }
    return ": "
        + (root instanceof MongoException mongo
            ? words(mongo)
            : root.getClass().getSimpleName() + ": " + root.getMessage());
  }

  /** The wait, and the driver's information about each server. */
  private static String timeout(String message) {
    int cluster = message.indexOf(CLUSTER);
    if (cluster < 0) {
      return message;
    }
    Set<String> servers = new LinkedHashSet<>();
    Matcher server = SERVER.matcher(message);
    while (server.find()) {
      String reason = "";
      Matcher reasons = REASON.matcher(server.group());
      while (reasons.find()) {
        reason = ": " + reasons.group(1) + ": " + reasons.group(2);
      }
      servers.add(server.group(1) + reason);
    }
    return message.substring(0, cluster)
        + (servers.isEmpty() ? "" : " " + String.join("; ", servers));
  }
}
