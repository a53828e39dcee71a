package io.ibench.report.store;

import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.host.ProcessIdentity.State;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/**
 * The lock of a result folder: the file {@code run.lock}, which the run's process holds until it
 * ends, however it ends. {@code run.owner} says who holds it, or held it last. They are two files
 * because a process releases a lock when it closes any channel of the file.
 */
public final class RunLock implements Closeable {

  public static final String NAME = "run.lock";

  /** Who holds the lock, as {@link ProcessIdentity#text}. */
  public static final String OWNER = "run.owner";

  private static final int MAX_OWNER_BYTES = 1 << 16;

  private final FileChannel channel;

  private RunLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Who works on the folder, or did last.
   *
   * @param state whether that process still runs; UNKNOWN for one of another machine that does not
   *     hold the lock as seen from here
   */
  public record Owner(ProcessIdentity process, State state) {

    /** False also when it is unknown. */
    public boolean isAlive() {
      return state == State.ALIVE;
    }
  }

  /** Another process holds the lock. */
  public static final class HeldException extends Exception {

    private static final long serialVersionUID = 1L;

    HeldException(Path folder, Optional<ProcessIdentity> owner) {
      super(
          folder
              + " is in use by "
              + owner.map(ProcessIdentity::description).orElse("another process"));
    }
  }

  /**
   * Takes the lock and writes who holds it. Follows no link in the folder.
   *
   * @throws HeldException at once, with the owner
   */
  public static RunLock take(Path folder, ProcessIdentity owner) throws IOException, HeldException {
    for (String name : List.of(NAME, OWNER)) {
      Path file = folder.resolve(name);
      // A pipe would be waited for.
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw new IOException(file + " is not a file");
      }
    }
    FileChannel channel =
        FileChannel.open(
            folder.resolve(NAME),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
    try {
      if (!isLocked(channel, folder)) {
        throw new HeldException(folder, owner(folder));
      }
      Files.writeString(
          folder.resolve(OWNER),
          owner.text(),
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE,
          LinkOption.NOFOLLOW_LINKS);
      return new RunLock(channel);
    } catch (IOException | HeldException e) {
      channel.close();
      throw e;
    }
  }

  /** On a file system without locks the owner's process decides. */
  private static boolean isLocked(FileChannel channel, Path folder) {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException e) {
      return owner(folder).map(owner -> owner.state(new Proc()) != State.ALIVE).orElse(true);
    }
  }

  private static Optional<ProcessIdentity> owner(Path folder) {
    try {
      return ProcessIdentity.parse(
          new String(
              ReadBudget.readSmall(folder.resolve(OWNER), MAX_OWNER_BYTES),
              StandardCharsets.UTF_8));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Who works on the folder, or did last; empty when the folder does not say. Never hinders the
   * owner. Any process and thread.
   */
  public static Optional<Owner> read(Path folder) {
    return read(folder, new Proc());
  }

  static Optional<Owner> read(Path folder, Proc proc) {
    return owner(folder).map(process -> new Owner(process, state(process, folder, proc)));
  }

  /** A process that cannot be seen from here is judged by the lock. */
  private static State state(ProcessIdentity process, Path folder, Proc proc) {
    State seen = process.state(proc);
    if (seen != State.UNKNOWN) {
      return seen;
    }
    Optional<Boolean> held = isHeld(folder.resolve(NAME));
    if (held.equals(Optional.of(true))) {
      return State.ALIVE;
    }
    boolean oneKernel = process.isSameBoot(ProcessIdentity.here(proc, process.since()));
    return oneKernel && held.isPresent() ? State.GONE : State.UNKNOWN;
  }

  /** Tries a shared lock, so that several readers do not hinder each other; empty on a failure. */
  private static Optional<Boolean> isHeld(Path file) {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
      return Optional.of(lock == null);
    } catch (OverlappingFileLockException e) {
      return Optional.of(true);
    } catch (NoSuchFileException e) {
      return Optional.of(false);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Releases the lock. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
