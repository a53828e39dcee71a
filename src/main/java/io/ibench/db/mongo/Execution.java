package io.ibench.db.mongo;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import io.ibench.db.DatabaseException;
import org.bson.BSONException;

/** In which session of the driver, and as what part of a transaction, commands are executed. */
final class Execution {

  /** What a command is to a transaction. */
  enum Part {
    /** It changes one document, or reads: the server keeps it whole by itself. */
    NONE,
    /** It changes several documents, all or none of them. */
    WHOLE,
    /** One of a transaction's commands, which begins it if none is open. */
    ONE,
    /** The one that a transaction ends with. */
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

  /** Outside of a transaction a change is kept as soon as the server has made it. */
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
