package io.ibench.db.noop;

import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.Database;
import io.ibench.db.Description;
import io.ibench.db.Index;
import io.ibench.db.Native;
import io.ibench.db.NativePrepared;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.ServerLocation;
import io.ibench.db.Session;
import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.db.Transaction;
import java.util.List;

/** A database without contents, whose statements always succeed. Thread-safe. */
public final class NoopDatabase implements Database {

  private final NoopWork work;

  /** Whose statements cost nothing. */
  public NoopDatabase() {
    this(NoopWork.NOTHING);
  }

  NoopDatabase(NoopWork work) {
    this.work = work;
  }

  @Override
  public Description description() {
    return new Description(
        "noop", "none", "1", "none", "none", "row by row", "none: nothing is kept", "none");
  }

  @Override
  public Session session() {
    return new NoopSession(work);
  }

  @Override
  public boolean exists(String table) {
    return false;
  }

  @Override
  public List<String> differences(Table table) {
    return List.of();
  }

  @Override
  public void create(Table table) {}

  @Override
  public void createIndex(Table table, Index index) {}

  @Override
  public void drop(String table) {}

  @Override
  public Size size(List<Table> tables) {
    return Size.unknown("noop keeps nothing");
  }

  @Override
  public List<String> explain(Command command, List<Long> values) {
    return List.of("noop keeps nothing and looks nothing up: it answers at once");
  }

  @Override
  public boolean keepsData() {
    return false;
  }

  @Override
  public ServerLocation location() {
    return ServerLocation.embedded(List.of());
  }

  @Override
  public void close() {}

  private static final class NoopSession implements Session, Transaction {

    private final NoopWork work;
    private long computed;

    NoopSession(NoopWork work) {
      this.work = work;
    }

    @Override
    public Prepared prepare(Command command) {
      return command.compile(new NoopCompiler(work));
    }

    @Override
    public NativePrepared prepare(Native statement) {
      return new NoopNative(statement, work);
    }

    @Override
    public Prepared prepareLast(Command command) {
      return prepare(command);
    }

    @Override
    public Transaction transaction() {
      return this;
    }

    @Override
    public void begin() {}

    @Override
    public void commit() {}

    @Override
    public void rollback() {}

    @Override
    public Cursor scan(Scan scan, long... parameters) {
      computed = work.compute(computed);
      return new Cursor() {
        @Override
        public boolean next() {
          return false;
        }

        @Override
        public long getLong(int column) {
          throw new IllegalStateException("no rows");
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public void abort() {}

    @Override
    public void close() {}
  }
}
