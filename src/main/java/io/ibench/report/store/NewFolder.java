package io.ibench.report.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A folder made for one run, with those above it that were missing; it can be taken back. */
public final class NewFolder {

  private final Path path;

  /** The topmost first. */
  private final List<Path> made = new ArrayList<>();

  private NewFolder(Path path) {
    this.path = path;
  }

  /**
   * Makes a new folder, and the folders above it.
   *
   * @throws FileAlreadyExistsException when there is something of this name
   * @throws IOException when it cannot be made; nothing is left behind
   */
  public static NewFolder create(Path path) throws IOException {
    NewFolder folder = new NewFolder(path);
    try {
      folder.make(path.toAbsolutePath());
      return folder;
    } catch (IOException e) {
      folder.removeEmpty();
      throw e;
    }
  }

  private void make(Path absolute) throws IOException {
    if (absolute.getParent() != null) {
      makeAbove(absolute.getParent());
    }
    made.add(Files.createDirectory(absolute));
  }

  private void makeAbove(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    if (Files.exists(folder)) {
      throw new NotDirectoryException(folder.toString());
    }
    if (folder.getParent() != null) {
      makeAbove(folder.getParent());
    }
    try {
      made.add(Files.createDirectory(folder));
    } catch (FileAlreadyExistsException e) {
      // Another run was faster, which is as good, unless it made a file.
      if (!Files.isDirectory(folder)) {
        throw new NotDirectoryException(folder.toString());
      }
    }
  }

  public Path path() {
    return path;
  }

  /** Removes what was made, as far as nothing was written to it. */
  public void removeEmpty() {
    for (int i = made.size() - 1; i >= 0; i--) {
      try {
        Files.delete(made.get(i));
      } catch (IOException e) {
        // It has contents, or somebody has removed it: both are for others to deal with.
        return;
      }
    }
  }

  /** Removes what was made with all files in it, of a run that did not begin. */
  public void remove() {
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      // What cannot be removed stays, and its folders with it.
      return;
    }
    removeEmpty();
  }
}
