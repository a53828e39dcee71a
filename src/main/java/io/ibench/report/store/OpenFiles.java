package io.ibench.report.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Notices when a run's files were removed or replaced while it writes them: an open file accepts
 * data after its name is gone, and the data would be lost. Confined to one thread.
 */
final class OpenFiles {

  private final Path folder;
  private final List<String> names = new ArrayList<>(PositionWriter.FILES);
  private final Map<String, Object> keys = new LinkedHashMap<>();

  /** Call it when the files of the folder are open; those that are made later are added. */
  OpenFiles(Path folder) {
    this.folder = folder;
    names.add(RunFile.NAME);
    require();
  }

  /**
   * Looks at each file that was there before.
   *
   * @throws UncheckedIOException if one is not there any more, or is another file
   */
  void require() {
    requireFolder();
    for (String name : names) {
      Path file = folder.resolve(name);
      try {
        Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        if (!keys.containsKey(name)) {
          keys.put(name, key);
        } else if (!Objects.equals(key, keys.get(name))) {
          throw lost(file, "it was replaced by another file during the run");
        }
      } catch (IOException e) {
        requireFolder();
        if (keys.containsKey(name)) {
          throw lost(file, "it was removed during the run");
        }
      }
    }
  }

  private void requireFolder() {
    if (!Files.isDirectory(folder)) {
      throw new UncheckedIOException(
          "cannot write to " + folder, new NoSuchFileException(folder.toString()));
    }
  }

  private static UncheckedIOException lost(Path file, String why) {
    return new UncheckedIOException("cannot write " + file, new IOException(why));
  }
}
