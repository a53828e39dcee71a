package io.ibench.db.mongo;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Transaction;

/**
 * Transactions in their own session of the driver. Begin costs no round trip: the first command
 * tells the server. A commit costs one, also after the last command. Not thread-safe.
 *
 * <p>Without transactions in the deployment, begin, commit and rollback do nothing, and each
 * command is permanent when it is executed.
 */
final class MongodbTransaction implements Transaction {

  private final MongodbSession owner;
  private final DriverSession session;

  MongodbTransaction(MongodbSession owner, DriverSession session) {
    this.owner = owner;
    this.session = session;
  }

  @Override
  public Prepared prepare(Command command) throws DatabaseException {
    return owner.prepare(command, new Execution(session, Execution.Part.ONE));
  }

  @Override
  public Prepared prepareLast(Command command) throws DatabaseException {
    return owner.prepare(command, new Execution(session, Execution.Part.LAST));
  }

  @Override
  public void begin() throws DatabaseException {
    session.begin();
  }

  @Override
  public void commit() throws DatabaseException {
    session.commit();
  }

  @Override
  public void rollback() {
    session.rollback();
  }
}
