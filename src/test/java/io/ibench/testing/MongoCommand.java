package io.ibench.testing;

import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;

/**
 * A command as a {@link ScriptedMongo} received it, with document sequences put into its arrays.
 *
 * @param member which server of the deployment received it
 * @param connection a number of its own for each connection
 */
public record MongoCommand(int member, long connection, BsonDocument document) {

  public String name() {
    return document.getFirstKey();
  }

  /** The collection, for commands whose first value names one. */
  public Optional<String> collection() {
    return document.get(name()).isString()
        ? Optional.of(document.getString(name()).getValue())
        : Optional.empty();
  }

  public Optional<BsonDocument> lsid() {
    return Optional.ofNullable(document.getDocument("lsid", null));
  }

  public OptionalLong txnNumber() {
    return document.containsKey("txnNumber")
        ? OptionalLong.of(document.getInt64("txnNumber").getValue())
        : OptionalLong.empty();
  }

  public boolean startsTransaction() {
    return document.getBoolean("startTransaction", BsonBoolean.FALSE).getValue();
  }

  /** Whether it has {@code autocommit: false}, as only commands of a transaction do. */
  public boolean isInTransaction() {
    return !document.getBoolean("autocommit", BsonBoolean.TRUE).getValue();
  }

  public boolean isCommit() {
    return name().equals("commitTransaction");
  }

  boolean isAbort() {
    return name().equals("abortTransaction");
  }
}
