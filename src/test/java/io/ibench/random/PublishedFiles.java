package io.ibench.random;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The distribution files of LinkBench, which are not part of this project: Distribution-2011.dat
 * and Distribution-2017.dat in the folder that the environment variable LINKBENCH_DISTRIBUTIONS
 * names. Without it tests are skipped, or fail if CI=true.
 */
final class PublishedFiles {
  private static final String VARIABLE = "LINKBENCH_DISTRIBUTIONS";

  private PublishedFiles() {}

  static PiecewiseCdf section(int year, String section) throws Exception {
    String folder = System.getenv(VARIABLE);
    if (folder == null || folder.isBlank()) {
      String reason = VARIABLE + " is not set to the folder of LinkBench's distribution files";
      if ("true".equals(System.getenv("CI"))) {
        fail(reason);
      }
      abort(reason);
    }
    Path file = Path.of(folder, "Distribution-" + year + ".dat");
    try (Reader in = Files.newBufferedReader(file)) {
      return PiecewiseCdf.readSection(in, file.getFileName().toString(), section);
    }
  }
}
