package io.ibench.db;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * A folder of plain files instead of tables. It touches only files that it has created itself. Of
 * commands it takes only those on ibench's own tables. Thread-safe.
 */
public interface FileDatabase extends Database {

  /**
   * The first bytes of each file, which say that it is ibench's: a whole number of every block and
   * page. Positions do not count them.
   */
  int HEAD_BYTES = 1 << 16;

  @Override
  FileSession session() throws DatabaseException;

  /** What the user calls a file: its path. */
  String path(String file);

  /** A number that the heads of all files of this folder share; changes when it is made anew. */
  long id() throws DatabaseException;

  /** The unit of direct I/O: addresses, positions and lengths are multiples of it. */
  int blockBytes() throws DatabaseException;

  /** The bytes that files of ibench's user may still take. */
  long freeBytes() throws DatabaseException;

  /** The files that ibench has made here, also some that it was about to make. */
  List<String> files();

  /** Whether the file exists. */
  boolean hasFile(String file);

  /**
   * Creates a file, forced to the disk; one of this name must not exist.
   *
   * @param zeros the bytes after its head
   */
  void createFile(String file, long zeros) throws DatabaseException;

  /** Deletes a file, if it exists and is ibench's. */
  void removeFile(String file) throws DatabaseException;

  /**
   * Maps a file into memory, until the process ends.
   *
   * @param bytes without the head, up to 2 GB; the file has them
   */
  ByteBuffer map(String file, long bytes) throws DatabaseException;

  /** Forces all files, with their sizes, to the disk. */
  void force() throws DatabaseException;
}
