package io.ibench.testing;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.bson.BsonDocument;

/** What a {@link ScriptedMongo} does with a command instead of executing and answering it. */
public interface MongoReaction {

  /** What a reaction may do meanwhile. */
  interface Means {

    /** Executes the command without the script. */
    BsonDocument execute() throws InterruptedException;

    /** Aborts the command's transaction; false: it was not open, but committed or aborted. */
    boolean abort();

    /** Makes another member primary; open transactions are aborted. */
    void stepDown();
  }

  /**
   * Runs on the connection's thread. An error in the middle of a transaction aborts it.
   *
   * @return the answer; empty closes the connection
   */
  Optional<BsonDocument> to(MongoCommand command, Means means) throws InterruptedException;

  /** Does not execute it. */
  static MongoReaction error(int code, String... labels) {
    return (command, means) ->
        Optional.of(MongoAnswers.error(code, "scripted error " + code, labels));
  }

  /** Executes it and reports an error nevertheless. */
  static MongoReaction errorAfter(int code, String... labels) {
    return (command, means) -> {
      means.execute();
      return Optional.of(MongoAnswers.error(code, "scripted error " + code, labels));
    };
  }

  /** Executes it and reports that its write concern was not satisfied. */
  static MongoReaction writeConcernError(int code, String... labels) {
    return (command, means) -> {
      BsonDocument answer = means.execute();
      MongoAnswers.writeConcernError(answer, code, "scripted write concern error");
      return Optional.of(MongoAnswers.label(answer, labels));
    };
  }

  /** Aborts the transaction; a commit that was done is confirmed instead. */
  static MongoReaction writeConflict() {
    return (command, means) ->
        Optional.of(
            command.isCommit() && !means.abort() ? means.execute() : MongoAnswers.writeConflict());
  }

  static MongoReaction duplicateKey() {
    return (command, means) -> Optional.of(MongoAnswers.duplicateKey(command));
  }

  static MongoReaction closeBefore() {
    return (command, means) -> Optional.empty();
  }

  static MongoReaction closeAfter() {
    return (command, means) -> {
      means.execute();
      return Optional.empty();
    };
  }

  /** Executes and answers when the latch is released, or closes the connection with the server. */
  static MongoReaction holdUntil(CountDownLatch latch) {
    return (command, means) -> {
      latch.await();
      return Optional.of(means.execute());
    };
  }

  /** A fail-over in the middle of the command, which is not executed. */
  static MongoReaction stepDown() {
    return (command, means) -> {
      means.stepDown();
      return Optional.of(MongoAnswers.notPrimary(command));
    };
  }

  static MongoReaction answer(BsonDocument document) {
    return (command, means) -> Optional.of(document);
  }
}
