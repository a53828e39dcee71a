package io.ibench.db.rocksdb.engine;

import io.ibench.db.Command;
import io.ibench.db.rocksdb.engine.RocksPrepared.Place;
import org.jspecify.annotations.Nullable;

/**
 * Compiles commands into calls of RocksDB. Immutable.
 *
 * @param index that a select names; null: none
 */
record RocksCompiler(
    RocksSession session, RocksTable table, @Nullable RocksIndex index, Place place)
    implements Command.Compiler<RocksPrepared> {

  @Override
  public RocksPrepared insert(Command.Insert insert) {
    return new InsertCommand(insert, session, table, place);
  }

  @Override
  public RocksPrepared upsert(Command.Upsert upsert) {
    return new UpsertCommand(upsert, session, table, place);
  }

  @Override
  public RocksPrepared update(Command.Update update) {
    return new UpdateCommand(update, session, table, place);
  }

  @Override
  public RocksPrepared delete(Command.Delete delete) {
    return new DeleteCommand(delete, session, table, place);
  }

  @Override
  public RocksPrepared select(Command.Select select) {
    return new SelectCommand(select, session, table, index, place);
  }
}
