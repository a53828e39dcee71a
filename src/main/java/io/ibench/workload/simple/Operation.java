package io.ibench.workload.simple;

import io.ibench.db.Command;
import io.ibench.db.Prepared;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An operation of a {@link Definition}: one command, or a transaction of several. */
public final class Operation {

  private final String name;
  private final double share;
  private final boolean transaction;
  private final List<Command> commands;
  private final @Nullable Binder only;
  private final Binder.@Nullable OfTransaction binder;
  private final Binder.OfTransaction[] before;
  private final boolean[] needsRow;
  private boolean isIncomplete;

  Operation(
      String name,
      double share,
      boolean transaction,
      List<Command> commands,
      @Nullable Binder only,
      Binder.@Nullable OfTransaction binder) {
    this.name = name;
    this.share = share;
    this.transaction = transaction;
    this.commands = commands;
    this.only = only;
    this.binder = binder;
    this.before = new Binder.OfTransaction[commands.size()];
    this.needsRow = new boolean[commands.size()];
  }

  /**
   * Also binds when the commands before this one have been executed, so that their results can be
   * used: {@code commands[0].getLong(0, 1)}. It is a part of the timed operation. It must not draw
   * random numbers: after a deadlock it is called again, and the transaction must be the same. A
   * select may have found no row: then {@link #orRollback} ends the transaction before this binder
   * is called, or this binder asks {@link Values#rows}.
   *
   * @param command from 1: the position of the command in the transaction
   */
  public Operation before(int command, Binder.OfTransaction more) {
    if (command < 1 || command >= before.length) {
      isIncomplete = true;
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "operation %s: before(%d, ...) is not for a command that follows another one;"
                  + " allowed: %s",
              name,
              command,
              before.length < 2 ? "none" : "1 .. " + last()));
    }
    before[command] = more;
    return this;
  }

  /**
   * Rolls the transaction back when this command reads, changes or deletes no row: the commands
   * after it are not executed, and the operation has succeeded with no row. Reports say how many
   * operations were rolled back.
   *
   * @param command from 0: the position of the command in the transaction
   */
  public Operation orRollback(int command) {
    if (!transaction) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "operation %s: orRollback(%d) needs a transaction; one command has nothing to undo",
              name,
              command));
    }
    if (command < 0 || command >= needsRow.length) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "operation %s: orRollback(%d) is for no command of it; allowed: 0 .. %d",
              name,
              command,
              last()));
    }
    needsRow[command] = true;
    return this;
  }

  /** Whether a binder was refused: what it does not bind is no mistake of its own. */
  boolean isIncomplete() {
    return isIncomplete;
  }

  private int last() {
    return before.length - 1;
  }

  /** Whether the transaction goes on only if the command has found a row. */
  boolean needsRow(int command) {
    return needsRow[command];
  }

  /** Whether any command rolls the transaction back when it finds no row. */
  boolean mayRollBack() {
    for (boolean needs : needsRow) {
      if (needs) {
        return true;
      }
    }
    return false;
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

  /** Binds the only command; null for a transaction. */
  @Nullable Binder only() {
    return only;
  }

  /** Binds the commands of a transaction; otherwise null. */
  Binder.@Nullable OfTransaction binder() {
    return binder;
  }

  /** What binds before each command of a transaction; null for nothing. */
  Binder.OfTransaction[] before() {
    return before.clone();
  }

  /** Binds all commands before the operation begins. */
  void bind(Prepared[] prepared, Values values) {
    if (transaction) {
      Objects.requireNonNull(binder).bind(prepared, values);
    } else {
      Objects.requireNonNull(only).bind(prepared[0], values);
    }
  }

  /** Binds what depends on the results of the commands before this one. */
  void bindBefore(int command, Prepared[] prepared, Values values) {
    if (before[command] != null) {
      before[command].bind(prepared, values);
    }
  }
}
