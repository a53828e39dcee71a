package io.ibench.db.files;

import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.FileAccess;
import io.ibench.db.FileSession;
import io.ibench.db.OpenFile;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import java.util.ArrayList;
import java.util.List;

/** A session: opens files, and executes the commands on ibench's own tables. */
final class FilesSession implements FileSession {

  private final FilesDatabase database;
  private final Session tables;
  private final List<OpenFile> files = new ArrayList<>();

  FilesSession(FilesDatabase database, Session tables) {
    this.database = database;
    this.tables = tables;
  }

  @Override
  public FilesDatabase database() {
    return database;
  }

  @Override
  public OpenFile open(String file, FileAccess access) throws DatabaseException {
    OpenFile opened = database.open(file, access);
    files.add(opened);
    return opened;
  }

  @Override
  public Prepared prepare(Command command) throws DatabaseException {
    requireOwn(command);
    Prepared prepared = tables.prepare(command);
    return command instanceof Command.Select ? prepared : new SavedPrepared(prepared, database);
  }

  private void requireOwn(Command command) throws DatabaseException {
    if (!FolderBooks.isOwn(command.table())) {
      throw database.books().keepsNoTables(command.table().name());
    }
  }

  @Override
  public Transaction transaction() throws DatabaseException {
    Transaction inner = tables.transaction();
    return new Transaction() {
      @Override
      public Prepared prepare(Command command) throws DatabaseException {
        requireOwn(command);
        return inner.prepare(command);
      }

      @Override
      public Prepared prepareLast(Command command) throws DatabaseException {
        return prepare(command);
      }

      @Override
      public void begin() throws DatabaseException {
        inner.begin();
      }

      @Override
      public void commit() throws DatabaseException {
        inner.commit();
        database.save();
      }

      @Override
      public void rollback() throws DatabaseException {
        inner.rollback();
      }
    };
  }

  @Override
  public Cursor scan(Scan scan, long... parameters) throws DatabaseException {
    throw database.books().keepsNoTables(scan.table().name());
  }

  /** A call of the system cannot be given up. */
  @Override
  public void abort() {}

  @Override
  public void close() throws DatabaseException {
    files.forEach(OpenFile::close);
    tables.close();
  }

  /** A command that changes ibench's own tables, which are then saved. */
  private record SavedPrepared(Prepared inner, FilesDatabase database) implements Prepared {

    @Override
    public void setLong(int parameter, long value) {
      inner.setLong(parameter, value);
    }

    @Override
    public void setBytes(int parameter, byte[] value, int length) {
      inner.setBytes(parameter, value, length);
    }

    @Override
    public int execute() throws DatabaseException {
      int rows = inner.execute();
      if (rows > 0) {
        database.save();
      }
      return rows;
    }
  }
}
