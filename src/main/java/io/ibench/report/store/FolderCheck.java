package io.ibench.report.store;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares the files of a result folder with the checksums in its position.json. Stateless. */
public final class FolderCheck {

  private FolderCheck() {}

  /**
   * What was changed or damaged since the run wrote it, a line for each file that grows. What was
   * written after the last position is not checked. Reads each file once.
   */
  public static List<String> of(Path folder) {
    List<String> changed = new ArrayList<>();
    try {
      Position position = Position.read(folder);
      for (String name : PositionWriter.FILES) {
        Optional<String> difference = FileSums.difference(folder, name, position);
        difference.ifPresent(why -> changed.add(name + " " + why));
      }
    } catch (UnreadableResultException e) {
      // Without a position nothing says what the files had; only resume needs it.
      return List.of();
    }
    return changed;
  }
}
