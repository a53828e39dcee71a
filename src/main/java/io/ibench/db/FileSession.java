package io.ibench.db;

/** Access to the files of a {@link FileDatabase} for one thread. */
public interface FileSession extends Session {

  FileDatabase database();

  /**
   * Opens an existing file. The session's end closes it, if the caller has not.
   *
   * @throws DatabaseException a setting is invalid: the file system takes no direct I/O
   */
  OpenFile open(String file, FileAccess access) throws DatabaseException;
}
