package io.ibench.workload.io;

import io.ibench.config.SizeText;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.FileAccess;
import io.ibench.db.FileDatabase;
import io.ibench.db.FileSession;
import io.ibench.db.OpenFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The pages of a run: their files, and what all threads know of them. Thread-safe as its parts. */
final class PageSet {

  private final IoSettings settings;
  private final long id;
  private final int blockBytes;
  private final Generations generations;
  private final Acknowledged acknowledged;
  private final ByteBuffer filler;

  private PageSet(
      IoSettings settings, FileDatabase database, Generations generations, Acknowledged acks)
      throws DatabaseException {
    this.settings = settings;
    this.id = database.id();
    this.blockBytes = Math.max(database.blockBytes(), Long.BYTES);
    this.generations = generations;
    this.acknowledged = acks;
    this.filler = PageFormat.filler(settings);
  }

  /** Creates the files, all of them empty but the books of the pages. */
  static void create(IoSettings settings, FileDatabase database) throws DatabaseException {
    requireSpace(settings, database);
    database.createFile(Generations.FILE, generationBytes(settings));
    database.createFile(Acknowledged.FILE, Acknowledged.fileBytes());
    for (int file = 0; file < settings.files(); file++) {
      database.createFile(IoSettings.file(file), 0);
    }
  }

  private static void requireSpace(IoSettings settings, FileDatabase database)
      throws DatabaseException {
    long needed =
        settings.bytes()
            + settings.bytes() / 20
            + generationBytes(settings)
            + Acknowledged.fileBytes();
    if (database.freeBytes() < needed) {
      throw new DatabaseException(
          FailureKind.DISK_FULL,
          database.path("")
              + " has "
              + SizeText.of(database.freeBytes())
              + " free; io.size, 5 % more and the books of the pages need "
              + SizeText.of(needed));
    }
  }

  private static long generationBytes(IoSettings settings) {
    return settings.pages() * Integer.BYTES;
  }

  static PageSet open(IoSettings settings, FileDatabase database) throws DatabaseException {
    return new PageSet(
        settings,
        database,
        new Generations(database.map(Generations.FILE, generationBytes(settings))),
        new Acknowledged(database.map(Acknowledged.FILE, Acknowledged.fileBytes())));
  }

  IoSettings settings() {
    return settings;
  }

  Generations generations() {
    return generations;
  }

  Acknowledged acknowledged() {
    return acknowledged;
  }

  /** A format for one thread. */
  PageFormat format() {
    return new PageFormat(settings.pageBytes(), id, filler);
  }

  /** A buffer of at least so many bytes for one thread, for direct I/O too. */
  ByteBuffer buffer(int bytes) {
    int whole = Math.max(1, (bytes + blockBytes - 1) / blockBytes) * blockBytes;
    return ByteBuffer.allocateDirect(whole + blockBytes).alignedSlice(blockBytes);
  }

  /** A page's place in its file. */
  long position(long page) {
    return page % settings.pagesOfFile() * settings.pageBytes();
  }

  int file(long page) {
    return (int) (page / settings.pagesOfFile());
  }

  /**
   * Opens all data files for one thread.
   *
   * @throws DatabaseException a setting is invalid: pages are smaller than the unit of direct I/O
   */
  OpenFile[] files(FileSession session, FileAccess access) throws DatabaseException {
    if (access.direct() && settings.pageBytes() % blockBytes != 0) {
      throw DatabaseException.invalidSetting(
          "direct I/O here needs pages of "
              + blockBytes
              + " bytes or more; give a larger io.page, or io.direct = false");
    }
    List<OpenFile> files = new ArrayList<>();
    try {
      for (int file = 0; file < settings.files(); file++) {
        files.add(session.open(IoSettings.file(file), access));
      }
    } catch (DatabaseException e) {
      files.forEach(OpenFile::close);
      throw e;
    }
    return files.toArray(OpenFile[]::new);
  }

  /** Which page of which file it is, in a message. */
  String name(long page) {
    return IoSettings.file(file(page)) + " page " + page;
  }

  /**
   * After the death of a process: nobody knows whether pages in flight were written.
   *
   * @return their number
   */
  long forgetInFlight() {
    long pages = 0;
    for (int writer = 0; writer < Acknowledged.MAX_WRITERS; writer++) {
      for (int i = 0; i < acknowledged.inFlight(writer); i++) {
        generations.forget(acknowledged.firstInFlight(writer) + i);
        pages++;
      }
      if (acknowledged.inFlight(writer) > 0) {
        acknowledged.ended(writer);
      }
    }
    return pages;
  }
}
