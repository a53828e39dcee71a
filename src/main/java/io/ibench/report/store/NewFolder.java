package io.ibench.report.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A new folder for one run, made with its missing parents; it can be removed again. Not
 * thread-safe.
 */
public final class NewFolder {

  private final Path path;

  /** All folders that were made, the topmost first. */
  private final List<Path> made = new ArrayList<>();

  private NewFolder(Path path) {
    this.path = path;
  }

  /**
   * Makes a new folder and its missing parents.
   *
   * @throws FileAlreadyExistsException if the name is taken
   * @throws IOException if the folder cannot be made; nothing is left behind
   */
  public static NewFolder create(Path path) throws IOException {
    NewFolder folder = new NewFolder(path);
    try {
      Path absolute = path.toAbsolutePath();
      if (absolute.getParent() != null) {
        folder.makeParents(absolute.getParent());
      }
      folder.made.add(Files.createDirectory(absolute));
      return folder;
    } catch (IOException e) {
      folder.removeEmpty();
      throw e;
    }
  }

  private void makeParents(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    if (Files.exists(folder)) {
      throw new NotDirectoryException(folder.toString());
    }
    if (folder.getParent() != null) {
      makeParents(folder.getParent());
    }
    try {
      made.add(Files.createDirectory(folder));
    } catch (FileAlreadyExistsException e) {
      // Another run made it first, which is fine unless it is a file.
      if (!Files.isDirectory(folder)) {
        throw new NotDirectoryException(folder.toString());
      }
    }
  }

  public Path path() {
    return path;
  }

  /** Removes the folders that were made, up to the first one that is not empty. */
  public void removeEmpty() {
    for (int i = made.size() - 1; i >= 0; i--) {
      try {
        Files.delete(made.get(i));
      } catch (IOException e) {
        // It is not empty, or somebody else has removed it.
        return;
      }
    }
  }

  /** Removes the folders that were made, with all files, if the run does not begin. */
  public void remove() {
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      // A file that cannot be removed stays, with its folders.
      return;
    }
    removeEmpty();
  }
}
