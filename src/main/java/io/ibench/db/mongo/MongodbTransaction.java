package io.ibench.db.mongo;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Transaction;

/**
 * Transactions in a session of the driver of their own. Beginning one costs no trip: the server
 * hears of it with the first command. A commit is a trip of its own, also after the last command.
 *
 * <p>Where the deployment has no transactions, begin and commit do nothing, each command is kept
 * when it is executed, and a rollback undoes nothing.
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
