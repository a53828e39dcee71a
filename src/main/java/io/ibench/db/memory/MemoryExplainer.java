package io.ibench.db.memory;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Index;
import java.util.List;
import java.util.Optional;

/** Explains which key or index a command uses. Stateless. */
final class MemoryExplainer {

  private MemoryExplainer() {}

  /** Call with the lock held. */
  static List<String> lines(Command command, MemoryTable rows) throws DatabaseException {
    Optional<Index> by =
        command instanceof Command.Select select ? select.by() : Optional.<Index>empty();
    rows.sorted(by);
    return command.compile(new Words());
  }

  private static final class Words implements Command.Compiler<List<String>> {

    @Override
    public List<String> insert(Command.Insert insert) {
      return List.of("adds to the primary key of " + insert.table().name());
    }

    @Override
    public List<String> upsert(Command.Upsert upsert) {
      return List.of("looks one row up by the primary key of " + upsert.table().name());
    }

    @Override
    public List<String> update(Command.Update update) {
      return MemorySearch.of(update.table(), update.where()).describe();
    }

    @Override
    public List<String> delete(Command.Delete delete) {
      return MemorySearch.of(delete).describe();
    }

    @Override
    public List<String> select(Command.Select select) {
      return MemorySearch.of(select).describe();
    }
  }
}
