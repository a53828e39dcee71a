package io.ibench.cli.run;

import io.ibench.workload.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Copies of the texts that define a workload, in the result folder. */
final class PlanFiles {

  private static final String FOLDER = "scripts";

  private PlanFiles() {}

  /**
   * Writes the copies; a workload without such texts has no folder for them.
   *
   * @param results the result folder
   * @throws UncheckedIOException when that fails
   */
  static void write(Plan plan, Path results) {
    try {
      for (Map.Entry<String, String> file : plan.files().entrySet()) {
        Path copy = results.resolve(FOLDER).resolve(file.getKey());
        Files.createDirectories(copy.getParent());
        Files.writeString(copy, file.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
