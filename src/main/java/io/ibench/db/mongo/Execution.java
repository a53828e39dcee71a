package io.ibench.db.mongo;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import io.ibench.db.DatabaseException;
import org.bson.BSONException;

/** Executes commands in a session of the driver, as a part of a transaction. Not thread-safe. */
final class Execution {

  /** The role of a command in a transaction. */
  enum Part {
    /** It changes one document, or reads: it is atomic on the server. */
    NONE,
    /** It changes several documents, all or no document. */
    WHOLE,
    /** A command of a transaction, which begins one if necessary. */
    ONE,
    /** The last command of a transaction. */
    LAST
  }

  private final DriverSession session;
  private final Part part;

  Execution(DriverSession session, Part part) {
    this.session = session;
    this.part = part;
  }

  int execute(MongodbPrepared command) throws DatabaseException {
    return switch (part) {
      case NONE -> run(command);
      case WHOLE -> runWhole(command);
      case ONE -> runIn(command);
      case LAST -> {
        int rows = runIn(command);
        session.commit();
        yield rows;
      }
    };
  }

  private int runIn(MongodbPrepared command) throws DatabaseException {
    session.beginIfNone();
    return run(command);
  }

  private int runWhole(MongodbPrepared command) throws DatabaseException {
    session.begin();
    boolean committed = false;
    try {
      int rows = run(command);
      session.commit();
      committed = true;
      return rows;
    } finally {
      if (!committed) {
        session.rollback();
      }
    }
  }

  /** Outside of a transaction, a change is permanent immediately. */
  private int run(MongodbPrepared command) throws DatabaseException {
    ClientSession open = session.get();
    try {
      return command.run(open);
    } catch (MongoException e) {
      throw command.isChange() && !open.hasActiveTransaction()
          ? MongodbFailures.ofChange(e)
          : MongodbFailures.of(e);
    } catch (BSONException e) {
      throw MongodbFailures.of(e);
    }
  }
}
