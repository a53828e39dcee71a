package io.ibench.db.files;

import com.sun.nio.file.ExtendedOpenOption;
import io.ibench.config.SizeText;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.FailureKind;
import io.ibench.db.FileAccess;
import io.ibench.db.FileDatabase;
import io.ibench.db.FileMagic;
import io.ibench.db.FileSession;
import io.ibench.db.Index;
import io.ibench.db.OpenFile;
import io.ibench.db.Quiescence;
import io.ibench.db.ServerLocation;
import io.ibench.db.Size;
import io.ibench.db.Table;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A folder that this process has to itself. Thread-safe. */
final class FilesDatabase implements FileDatabase {

  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");
  private static final Set<String> LAYERED =
      Set.of("overlay", "nfs", "nfs4", "cifs", "smb3", "fuse", "9p", "ceph");

  private final Path folder;
  private final FolderLock lock;
  private final FolderBooks books;

  private FilesDatabase(Path folder, FolderLock lock, FolderBooks books) {
    this.folder = folder;
    this.lock = lock;
    this.books = books;
  }

  /** Opens a folder; refuses one with files of others. Changes nothing in a folder with files. */
  static FilesDatabase open(Path folder) throws DatabaseException {
    Path at = folder;
    try {
      if (Files.isDirectory(at) && !Files.exists(at.resolve(FolderBooks.NAME))) {
        requireNothingElse(folder, Set.of());
      }
      Files.createDirectories(at);
      at = at.toRealPath();
    } catch (IOException e) {
      throw FileFailures.of("use of the folder " + folder, e);
    }
    FolderLock lock = FolderLock.take(at);
    try {
      boolean known = Files.exists(at.resolve(FolderBooks.NAME), LinkOption.NOFOLLOW_LINKS);
      FolderBooks books =
          known ? FolderBooks.read(at) : FolderBooks.empty(at, new SecureRandom().nextLong());
      FilesDatabase database = new FilesDatabase(at, lock, books);
      database.requireOwnFiles();
      return database;
    } catch (IOException e) {
      lock.release();
      throw FileFailures.of("use of the folder " + folder, e);
    } catch (DatabaseException e) {
      lock.release();
      throw e;
    }
  }

  /** All files that are not ibench's, at once. */
  private void requireOwnFiles() throws IOException, DatabaseException {
    Set<String> known = Set.copyOf(books.files());
    requireNothingElse(folder, known);
    List<String> mistakes = new ArrayList<>();
    for (String name : known) {
      OwnFile.mistake(folder.resolve(name), books.id()).ifPresent(mistakes::add);
    }
    refuse(mistakes);
  }

  private static void requireNothingElse(Path folder, Set<String> known)
      throws IOException, DatabaseException {
    List<String> mistakes = new ArrayList<>();
    try (var found = Files.list(folder)) {
      found
          .map(path -> path.getFileName().toString())
          .filter(name -> !known.contains(name) && !FolderLock.isOwn(name))
          .filter(name -> !name.startsWith(FolderBooks.NAME))
          .sorted()
          .forEach(name -> mistakes.add(folder.resolve(name) + ", which ibench did not make"));
    }
    refuse(mistakes);
  }

  private static void refuse(List<String> mistakes) throws DatabaseException {
    if (!mistakes.isEmpty()) {
      throw DatabaseException.invalidSetting(
          "nothing was touched: there is "
              + String.join("; ", mistakes)
              + ". Name a new or empty folder, or remove what ibench shall not keep");
    }
  }

  FolderBooks books() {
    return books;
  }

  void save() throws DatabaseException {
    books.save();
  }

  @Override
  public String path(String file) {
    return folder.resolve(file).toString();
  }

  @Override
  public long id() {
    return books.id();
  }

  private FileStore store() throws DatabaseException {
    try {
      return Files.getFileStore(folder);
    } catch (IOException e) {
      throw FileFailures.of("use of the folder " + folder, e);
    }
  }

  @Override
  public int blockBytes() throws DatabaseException {
    try {
      return Math.toIntExact(store().getBlockSize());
    } catch (IOException e) {
      throw FileFailures.of("block size of " + folder, e);
    }
  }

  @Override
  public long freeBytes() throws DatabaseException {
    try {
      return store().getUsableSpace();
    } catch (IOException e) {
      throw FileFailures.of("free space of " + folder, e);
    }
  }

  @Override
  public List<String> files() {
    return books.files();
  }

  @Override
  public boolean hasFile(String file) {
    return books.lists(file) && Files.exists(folder.resolve(file), LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public void createFile(String file, long zeros) throws DatabaseException {
    Path path = folder.resolve(file);
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw DatabaseException.invalidSetting(path + " exists already, and is not overwritten");
    }
    books.add(file);
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer chunk = ByteBuffer.allocateDirect(HEAD_BYTES);
      chunk.putInt(FileMagic.MAGIC_AT, FileMagic.MAGIC);
      chunk.putLong(FileMagic.ID_AT, books.id());
      writeAll(channel, chunk);
      chunk = ByteBuffer.allocateDirect(1 << 20);
      for (long left = zeros; left > 0; left -= chunk.capacity()) {
        writeAll(channel, chunk.clear().limit((int) Math.min(left, chunk.capacity())));
      }
      channel.force(true);
    } catch (IOException e) {
      throw FileFailures.of("creation of " + path, e);
    }
  }

  private static void writeAll(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  @Override
  public void removeFile(String file) throws DatabaseException {
    Path path = folder.resolve(file);
    if (!books.lists(file)) {
      return;
    }
    try {
      refuse(OwnFile.mistake(path, books.id()).stream().toList());
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw FileFailures.of("removal of " + path, e);
    }
    books.remove(file);
  }

  @Override
  public ByteBuffer map(String file, long bytes) throws DatabaseException {
    Path path = known(file);
    try (FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      return channel.map(FileChannel.MapMode.READ_WRITE, HEAD_BYTES, bytes);
    } catch (IOException e) {
      throw FileFailures.of("mapping of " + path, e);
    }
  }

  private Path known(String file) throws DatabaseException {
    if (!books.lists(file)) {
      throw new DatabaseException(FailureKind.NOT_FOUND, "no file " + folder.resolve(file));
    }
    return folder.resolve(file);
  }

  OpenFile open(String file, FileAccess access) throws DatabaseException {
    Path path = known(file);
    List<OpenOption> options = new ArrayList<>();
    options.add(StandardOpenOption.READ);
    options.add(LinkOption.NOFOLLOW_LINKS);
    if (access.writes()) {
      options.add(StandardOpenOption.WRITE);
    }
    if (access.synced()) {
      options.add(StandardOpenOption.DSYNC);
    }
    if (access.direct()) {
      options.add(ExtendedOpenOption.DIRECT);
    }
    try {
      return new ChannelFile(
          path, FileChannel.open(path, options.toArray(OpenOption[]::new)), HEAD_BYTES);
    } catch (UnsupportedOperationException e) {
      throw noDirect(e);
    } catch (IOException e) {
      if (access.direct() && String.valueOf(e.getMessage()).contains("Invalid argument")) {
        throw noDirect(e);
      }
      throw FileFailures.of("opening of " + path, e);
    }
  }

  private DatabaseException noDirect(Exception e) throws DatabaseException {
    return DatabaseException.invalidSetting(
        "the file system "
            + store().type()
            + " of "
            + folder
            + " takes no direct I/O ("
            + e.getMessage()
            + "); give io.direct = false");
  }

  @Override
  public void force() throws DatabaseException {
    for (String file : books.files()) {
      if (hasFile(file)) {
        OpenFile open = open(file, FileAccess.WRITE);
        try (open) {
          open.force(true);
        }
      }
    }
  }

  @Override
  public Description description() {
    String type = "unknown";
    Map<String, String> settings = new LinkedHashMap<>();
    List<String> warnings = new ArrayList<>();
    settings.put("dir", folder.toString());
    try {
      FileStore store = store();
      type = store.type();
      settings.put("block", SizeText.of(store.getBlockSize()));
      if (IN_MEMORY.contains(type)) {
        warnings.add(folder + " is on " + type + ": its I/O never reaches a disk");
      } else if (LAYERED.contains(type) || type.startsWith("fuse")) {
        warnings.add(
            folder
                + " is on "
                + type
                + ", which may keep data in a cache also with io.direct and syncs");
      }
    } catch (DatabaseException | IOException e) {
      warnings.add("the file system of " + folder + " is unknown: " + e.getMessage());
    }
    return new Description(
        "files",
        "plain files",
        "on " + type,
        "",
        "",
        "",
        "as the steps say: direct, sync, sync_every",
        "",
        settings,
        warnings);
  }

  @Override
  public FileSession session() {
    return new FilesSession(this, books.tables().session());
  }

  /** Whether one of ibench's own tables exists. */
  @Override
  public boolean exists(String table) {
    return books.tables().exists(table);
  }

  @Override
  public List<String> differences(Table table) throws DatabaseException {
    return books.tables().differences(table);
  }

  @Override
  public void create(Table table) throws DatabaseException {
    if (!FolderBooks.isOwn(table)) {
      throw books.keepsNoTables(table.name());
    }
    books.tables().create(table);
    books.save();
  }

  @Override
  public void createIndex(Table table, Index index) throws DatabaseException {
    throw books.keepsNoTables(table.name());
  }

  @Override
  public void drop(String table) throws DatabaseException {
    throw new DatabaseException(FailureKind.NOT_FOUND, "no table " + table);
  }

  @Override
  public Size size(List<Table> tables) throws DatabaseException {
    long bytes = 0;
    for (String file : books.files()) {
      try {
        bytes += Files.size(folder.resolve(file));
      } catch (NoSuchFileException e) {
        // Listed before it is made.
      } catch (IOException e) {
        throw FileFailures.of("size of " + folder.resolve(file), e);
      }
    }
    return Size.of(bytes, "the files' lengths");
  }

  /** Files have no work of their own: what the page cache still has to write is forced. */
  @Override
  public Quiescence quiesce(List<Table> tables) throws DatabaseException {
    force();
    return Quiescence.NOTHING_TO_DO;
  }

  @Override
  public boolean keepsData() {
    return true;
  }

  @Override
  public boolean hasTransactions() {
    return false;
  }

  @Override
  public ServerLocation location() {
    return ServerLocation.embedded(List.of(folder));
  }

  /** A folder with other files is refused. */
  @Override
  public boolean hasOwnDirectories() {
    return true;
  }

  @Override
  public void close() {
    lock.release();
  }
}
