package io.ibench.host;

import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.Gauge;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The total length of the files in a server's data directories, logs included. A file with several
 * names counts once, as do nested directories and the targets of links. Files that disappear
 * meanwhile do not count; an unreadable directory makes the total absent. Reads all directories,
 * and is therefore a slow gauge.
 */
public final class DirectorySize implements Gauge {

  /** All gauges of a boundary together have 5 s; beyond that their figures are lost. */
  static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final List<Path> directories;
  private final LongSupplier clock;

  public DirectorySize(List<Path> directories) {
    this(directories, System::nanoTime);
  }

  DirectorySize(List<Path> directories, LongSupplier clock) {
    this.directories = List.copyOf(directories);
    this.clock = clock;
  }

  @Override
  public void read(long nanos, Sink sink) {
    Figure.of(() -> new Walk(clock).total(directories))
        .report(BoundaryMetric.DIRECTORY_BYTES, sink);
  }

  /** One traversal of all directories. */
  private static final class Walk {

    private final LongSupplier clock;
    private final long start;
    private final Set<Object> seen = new HashSet<>();
    private final Deque<Path> open = new ArrayDeque<>();
    private final List<Path> roots = new ArrayList<>();
    private long bytes;

    Walk(LongSupplier clock) {
      this.clock = clock;
      this.start = clock.getAsLong();
    }

    long total(List<Path> directories) throws ProcException {
      if (directories.isEmpty()) {
        throw ProcException.unreadable("no data directory is known", null);
      }
      for (Path directory : directories) {
        roots.add(real(directory));
      }
      for (Path root : roots) {
        visit(root);
      }
      while (!open.isEmpty()) {
        list(open.remove());
      }
      return bytes;
    }

    private static Path real(Path directory) throws ProcException {
      try {
        return directory.toRealPath();
      } catch (NoSuchFileException e) {
        throw ProcException.unreadable("the data directory " + directory + " is not there", e);
      } catch (IOException e) {
        throw closed(directory, e);
      }
    }

    private void list(Path directory) throws ProcException {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
        for (Path entry : entries) {
          // A folder of root on each file system; servers keep no data in it.
          if (!entry.endsWith("lost+found")) {
            visit(entry);
          }
        }
      } catch (NoSuchFileException e) {
        return; // dropped meanwhile
      } catch (DirectoryIteratorException e) {
        throw closed(directory, Objects.requireNonNull(e.getCause()));
      } catch (IOException e) {
        throw closed(directory, e);
      }
    }

    private void visit(Path path) throws ProcException {
      if (clock.getAsLong() - start > MAX_NANOS) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(MAX_NANOS);
        throw ProcException.unreadable(
            "looking through the data directories took longer than " + seconds + " s", null);
      }
      try {
        BasicFileAttributes own =
            Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (own.isSymbolicLink()) {
          follow(path);
        } else {
          take(path, own);
        }
      } catch (NoSuchFileException e) {
        return; // removed meanwhile, or a dangling link
      } catch (IOException e) {
        throw closed(path, e);
      }
    }

    /** Follows a link, except upwards: files around a data directory are not the server's. */
    private void follow(Path link) throws IOException {
      Path target = link.toRealPath();
      if (roots.stream().noneMatch(root -> root.startsWith(target))) {
        take(target, Files.readAttributes(target, BasicFileAttributes.class));
      }
    }

    private void take(Path path, BasicFileAttributes attributes) {
      Object key = attributes.fileKey();
      if (!seen.add(key == null ? path : key)) {
        return;
      }
      if (attributes.isDirectory()) {
        open.add(path);
      } else if (attributes.isRegularFile()) {
        bytes += attributes.size();
      }
    }

    private static ProcException closed(Path path, IOException e) {
      String why =
          e instanceof AccessDeniedException ? "permission denied" : String.valueOf(e.getMessage());
      return ProcException.unreadable(path + " cannot be read: " + why, e);
    }
  }
}
