package io.ibench.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * LinkBench's measured distribution files, which are not part of this project: the environment
 * variable {@code LINKBENCH_DISTRIBUTIONS} names the folder that contains them.
 */
public final class Distributions {

  private static final String VARIABLE = "LINKBENCH_DISTRIBUTIONS";

  private Distributions() {}

  /** The file of that name. Without it the test is skipped, or fails if {@code CI=true}. */
  public static Path require(String fileName) {
    Optional<Path> file = find(System.getenv(VARIABLE), fileName);
    if (file.isEmpty()) {
      Requirement.ofThisEnvironment()
          .unmet(fileName + " not found: set " + VARIABLE + " to the folder that holds it");
    }
    return file.orElseThrow();
  }

  static Optional<Path> find(String folder, String fileName) {
    return Optional.ofNullable(folder)
        .map(name -> Path.of(name).resolve(fileName))
        .filter(Files::isReadable);
  }
}
