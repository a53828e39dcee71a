package io.ibench.server;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A folder that ibench made for a server, and may therefore remove. Its marker {@code .ibench-data}
 * names the owner, the host, the folder's own real path and its inode: a marker that was copied or
 * moved is void. Links are removed, never followed; other file systems are never entered.
 *
 * <p>Holds a lock of the file system until it is closed. Confined to one thread at a time.
 */
public final class DataFolder implements AutoCloseable {

  /** The file that makes a folder ours. */
  public static final String MARKER = ".ibench-data";

  /** Read by nobody: in POSIX, closing any file descriptor of a file gives up its lock. */
  private static final String LOCK = ".ibench-lock";

  private static final String OWNER = "owner";
  private static final String HOST = "host";
  private static final String PATH = "path";
  private static final String INODE = "inode";
  private static final String MADE = "made";
  private static final String KEEP = "keep";
  private static final String FURTHER = "further";
  private static final Path MOUNTS = Path.of("/proc/self/mountinfo");

  private final Path path;
  private final FileChannel channel;

  private DataFolder(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Makes the folder ours.
   *
   * @param folder new, empty, or already ours with the same owner
   * @param owner whose folder it is, in one line, such as a suite's folder
   * @throws ServerException when it is not, with one line that says why
   */
  public static DataFolder take(Path folder, String owner) throws ServerException {
    Path absolute = folder.toAbsolutePath().normalize();
    try {
      boolean made = !Files.exists(absolute, LinkOption.NOFOLLOW_LINKS);
      if (made) {
        Files.createDirectories(absolute);
      }
      Path real = requireOrdinary(absolute);
      if (Files.exists(real.resolve(MARKER), LinkOption.NOFOLLOW_LINKS)) {
        requireOurs(real, Optional.of(owner));
        return relock(real, Optional.of(owner));
      }
      requireEmpty(real);
      return lockAndMark(real, text(real, owner, made));
    } catch (IOException e) {
      throw new ServerException("the data folder " + absolute + " cannot be made: " + reason(e));
    }
  }

  /** Why a folder could not be taken, as far as it can be known before; touches nothing. */
  static Optional<String> obstacle(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    try {
      if (Files.exists(absolute, LinkOption.NOFOLLOW_LINKS)) {
        Path real = requireOrdinary(absolute);
        if (!Files.exists(real.resolve(MARKER), LinkOption.NOFOLLOW_LINKS)) {
          requireEmpty(real);
        }
        return Optional.empty();
      }
      Path parent = absolute;
      while (!Files.exists(parent)) {
        parent = Objects.requireNonNull(parent.getParent()); // the root exists
      }
      return Files.isDirectory(parent) && Files.isWritable(parent)
          ? Optional.empty()
          : Optional.of("the data folder " + absolute + " cannot be made in " + parent);
    } catch (IOException e) {
      return Optional.of("the data folder " + absolute + " cannot be made: " + reason(e));
    } catch (ServerException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Takes a folder that an earlier ibench made, to remove it.
   *
   * @throws ServerException when it is not ours or in use, with one line that says why
   */
  public static DataFolder retake(Path folder) throws ServerException {
    Path absolute = folder.toAbsolutePath().normalize();
    try {
      Path real = requireOrdinary(absolute);
      requireOurs(real, Optional.empty());
      return relock(real, Optional.empty());
    } catch (IOException e) {
      throw new ServerException("the data folder " + absolute + " cannot be read: " + reason(e));
    }
  }

  /** Its real path. */
  public Path path() {
    return path;
  }

  /** Notes that this folder stays when its run is over. */
  public void keep() throws IOException {
    Files.writeString(path.resolve(MARKER), KEEP + "=true\n", StandardOpenOption.APPEND);
  }

  /** Whether the user wants to keep the folder. */
  public boolean isKept() throws IOException {
    return values(path).containsKey(KEEP);
  }

  /** Whether the folder is ours, nobody holds its lock, and nobody wants to keep it. */
  static boolean isAbandoned(Path folder) {
    try (DataFolder found = retake(folder)) {
      return !found.isKept();
    } catch (ServerException | IOException e) {
      return false;
    }
  }

  /** Notes a second folder of the same server, with a marker of its own. */
  void note(DataFolder further) throws IOException, ServerException {
    if (further().isEmpty()) {
      Files.writeString(
          path.resolve(MARKER), FURTHER + "=" + further.path + "\n", StandardOpenOption.APPEND);
    }
  }

  /** The second folder of the same server. */
  Optional<Path> further() throws ServerException {
    try {
      return Optional.ofNullable(values(path).get(FURTHER)).map(Path::of);
    } catch (IOException e) {
      throw new ServerException(path + " cannot be read: " + reason(e));
    }
  }

  /** Who made it. */
  public String owner() throws IOException {
    return values(path).getOrDefault(OWNER, "");
  }

  /**
   * Removes the folder with all that is in it. A folder that was there before, empty, stays.
   *
   * @throws ServerException when it is not ours, or something in it is another file system; nothing
   *     is removed then
   */
  public void remove() throws ServerException {
    try {
      Path real = requireOrdinary(path);
      requireOurs(real, Optional.empty());
      requireNoMountBelow(real);
      boolean made = Boolean.parseBoolean(values(real).get(MADE));
      Files.walkFileTree(real, new Remover(real, number(real, "dev")));
      Files.deleteIfExists(real.resolve(MARKER));
      Files.deleteIfExists(real.resolve(LOCK));
      if (made) {
        Files.delete(real);
      }
    } catch (IOException e) {
      throw new ServerException("the data folder " + path + " cannot be removed: " + reason(e));
    } finally {
      close();
    }
  }

  /** Gives up the lock; the folder stays. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // The lock ends with the process at the latest.
    }
  }

  /**
   * Leaves the marker, so that an interrupted removal can go on, and the lock, so that nobody else
   * goes on as long as this one lives.
   */
  private static final class Remover extends SimpleFileVisitor<Path> {

    private final Path root;
    private final long device;

    Remover(Path root, long device) {
      this.root = root;
      this.device = device;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
        throws IOException {
      if (number(folder, "dev") != device) {
        throw new IOException(folder + " is another file system");
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (!file.equals(root.resolve(MARKER)) && !file.equals(root.resolve(LOCK))) {
        Files.deleteIfExists(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
      if (failure != null) {
        throw failure;
      }
      if (!folder.equals(root)) {
        Files.delete(folder);
      }
      return FileVisitResult.CONTINUE;
    }
  }

  /** A folder with a marker has its lock: others see no marker without one. */
  private static DataFolder lockAndMark(Path real, String marker)
      throws IOException, ServerException {
    DataFolder locked = lock(real);
    try {
      Files.writeString(real.resolve(MARKER), marker, StandardOpenOption.CREATE_NEW);
      return locked;
    } catch (IOException e) {
      locked.close();
      throw e;
    }
  }

  /**
   * Its owner may have removed it, and even made it again, since it was looked at: then the lock is
   * of a file that is gone. In a folder that is just being removed no file is made: there the
   * marker goes before the lock.
   */
  private static DataFolder relock(Path real, Optional<String> owner)
      throws IOException, ServerException {
    Path lock = real.resolve(LOCK);
    if (!Files.exists(lock, LinkOption.NOFOLLOW_LINKS)) {
      requireOurs(real, owner);
      return lock(real);
    }
    long before = number(lock, "ino");
    DataFolder locked =
        lock(real, FileChannel.open(lock, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
    try {
      requireOurs(real, owner);
      if (number(lock, "ino") != before) {
        throw inUse(real);
      }
      return locked;
    } catch (IOException | ServerException e) {
      locked.close();
      throw e;
    }
  }

  private static DataFolder lock(Path real) throws IOException, ServerException {
    return lock(
        real,
        FileChannel.open(
            real.resolve(LOCK),
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE,
            LinkOption.NOFOLLOW_LINKS));
  }

  private static DataFolder lock(Path real, FileChannel channel)
      throws IOException, ServerException {
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return new DataFolder(real, channel);
      }
    } catch (OverlappingFileLockException e) {
      // The same as a lock of another process.
    }
    channel.close();
    throw inUse(real);
  }

  private static ServerException inUse(Path real) {
    return new ServerException("the data folder " + real + " is in use by another ibench");
  }

  /**
   * Refuses a folder with a fixed name that others could have made before this user, as in a folder
   * for temporary files: it must be this user's, and nobody else may write into it.
   *
   * @throws ServerException with what is wrong, in words that name the folder
   */
  public static void requirePrivate(Path folder) throws IOException, ServerException {
    requireFolder(folder, "");
    if (number(folder, "uid") != SystemUser.id()) {
      throw new ServerException(
          folder
              + " belongs to user "
              + Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).getName());
    }
    Set<PosixFilePermission> permissions =
        Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS);
    if (permissions.contains(PosixFilePermission.GROUP_WRITE)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new ServerException("other users may write into " + folder);
    }
  }

  private static void requireFolder(Path folder, String instead) throws ServerException {
    if (Files.isSymbolicLink(folder)) {
      throw new ServerException(folder + " is a link" + instead);
    }
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new ServerException(folder + " is not a folder");
    }
  }

  /** A folder that is no link, no mount point, and not where people live. */
  private static Path requireOrdinary(Path folder) throws IOException, ServerException {
    requireFolder(folder, "; name the folder itself");
    Path real = folder.toRealPath();
    if (real.getNameCount() == 0) {
      throw new ServerException(real + " cannot be a data folder; name a new folder");
    }
    for (Path protectedFolder : protectedFolders()) {
      if (protectedFolder.startsWith(real)) {
        throw new ServerException(
            real + " cannot be a data folder: " + protectedFolder + " is in it; name a new folder");
      }
    }
    if (mounts().contains(real)) {
      throw new ServerException(real + " is a mount point; name a new folder in it");
    }
    requireOwn(real);
    return real;
  }

  private static void requireOwn(Path file) throws IOException, ServerException {
    if (number(file, "uid") != SystemUser.id()) {
      throw new ServerException(file + " belongs to another user; name a new folder");
    }
  }

  /** The home and the current folder; a folder that contains them is not removed. */
  private static List<Path> protectedFolders() {
    return List.of(
        Path.of(System.getProperty("user.home", "/")).toAbsolutePath().normalize(),
        Path.of("").toAbsolutePath().normalize());
  }

  private static void requireEmpty(Path folder) throws IOException, ServerException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (file.endsWith(LOCK)) {
          continue; // of a removal that ended just before its last step
        }
        throw new ServerException(
            folder + " is not empty, and ibench did not make it; name a new or an empty folder");
      }
    }
  }

  private static void requireOurs(Path real, Optional<String> owner)
      throws IOException, ServerException {
    Path marker = real.resolve(MARKER);
    if (!Files.isRegularFile(marker, LinkOption.NOFOLLOW_LINKS)) {
      throw new ServerException(real + " has no " + MARKER + ": ibench did not make it");
    }
    Map<String, String> values = values(real);
    String here = host();
    if (!values.getOrDefault(PATH, "").equals(real.toString())
        || !values.getOrDefault(INODE, "").equals(Long.toString(number(real, "ino")))) {
      throw new ServerException(
          marker
              + " is void: it was made for "
              + values.getOrDefault(PATH, "another folder")
              + "; remove the folder yourself if it is yours");
    }
    if (!values.getOrDefault(HOST, "").equals(here)) {
      throw new ServerException(
          marker + " was made on host " + values.getOrDefault(HOST, "?") + ", and this is " + here);
    }
    requireOwn(marker);
    if (owner.isPresent() && !owner.get().equals(values.get(OWNER))) {
      throw new ServerException(
          real + " belongs to " + values.getOrDefault(OWNER, "?") + "; name another folder");
    }
  }

  private static void requireNoMountBelow(Path real) throws IOException, ServerException {
    for (Path mount : mounts()) {
      if (mount.startsWith(real)) {
        throw new ServerException(
            real + " is not removed: " + mount + " is mounted in it; unmount it first");
      }
    }
  }

  private static List<Path> mounts() throws IOException {
    if (!Files.isReadable(MOUNTS)) {
      return List.of();
    }
    return Files.readAllLines(MOUNTS).stream()
        .map(line -> Path.of(unescaped(line.split(" ")[4])))
        .toList();
  }

  /** The kernel writes blanks as \040. */
  private static String unescaped(String text) {
    return text.replace("\\040", " ")
        .replace("\\011", "\t")
        .replace("\\012", "\n")
        .replace("\\134", "\\");
  }

  private static String text(Path real, String owner, boolean made) throws IOException {
    return OWNER
        + "="
        + owner
        + "\n"
        + HOST
        + "="
        + host()
        + "\n"
        + PATH
        + "="
        + real
        + "\n"
        + INODE
        + "="
        + number(real, "ino")
        + "\n"
        + MADE
        + "="
        + made
        + "\n";
  }

  private static Map<String, String> values(Path real) throws IOException {
    return Lines.values(Files.readString(real.resolve(MARKER)));
  }

  private static String host() throws IOException {
    return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
  }

  private static long number(Path file, String attribute) throws IOException {
    Object value = Files.getAttribute(file, "unix:" + attribute, LinkOption.NOFOLLOW_LINKS);
    return ((Number) value).longValue();
  }

  private static String reason(IOException e) {
    return e.getClass().getSimpleName() + ": " + e.getMessage();
  }
}
