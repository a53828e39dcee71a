package io.ibench.workload.simple;

import io.ibench.db.Command;
import io.ibench.db.Prepared;
import java.util.List;

/** An operation of a {@link Definition}: one command, or a transaction of several. */
public final class Operation {

  private final String name;
  private final double share;
  private final boolean transaction;
  private final List<Command> commands;
  private final Binder only;
  private final Binder.OfTransaction binder;
  private final Binder.OfTransaction[] before;

  Operation(
      String name,
      double share,
      boolean transaction,
      List<Command> commands,
      Binder only,
      Binder.OfTransaction binder) {
    this.name = name;
    this.share = share;
    this.transaction = transaction;
    this.commands = commands;
    this.only = only;
    this.binder = binder;
    this.before = new Binder.OfTransaction[commands.size()];
  }

  /**
   * Also binds when the commands before this one have been executed, so that their results can be
   * used: {@code commands[0].getLong(0, 1)}. It is a part of the timed operation, and draws no
   * random numbers, because it is repeated when the transaction is retried. A select may have found
   * no row: see {@link Values#rows}.
   *
   * @param command from 1: the position of the command in the transaction
   */
  public Operation before(int command, Binder.OfTransaction more) {
    if (command < 1 || command >= before.length) {
      throw new IllegalArgumentException(
          "operation " + name + " has no command " + command + " after another one");
    }
    before[command] = more;
    return this;
  }

  String name() {
    return name;
  }

  double share() {
    return share;
  }

  boolean isTransaction() {
    return transaction;
  }

  List<Command> commands() {
    return commands;
  }

  /** Binds all commands before the operation begins. */
  void bind(Prepared[] prepared, Values values) {
    if (transaction) {
      binder.bind(prepared, values);
    } else {
      only.bind(prepared[0], values);
    }
  }

  /** Binds what depends on the results of the commands before this one. */
  void bindBefore(int command, Prepared[] prepared, Values values) {
    if (before[command] != null) {
      before[command].bind(prepared, values);
    }
  }
}
