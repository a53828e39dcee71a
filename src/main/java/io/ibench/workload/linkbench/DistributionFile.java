package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.random.DistributionFileException;
import io.ibench.random.PiecewiseCdf;
import io.ibench.random.PublishedDegrees;
import io.ibench.workload.linkbench.LinkBenchKeys.Era;
import io.ibench.workload.linkbench.LinkBenchKeys.Tail;
import io.ibench.workload.table.Lines;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The measured distributions that linkbench.degrees names: degrees fitted to published figures, or
 * all sections of an original Distribution.dat. Used by one thread, while settings are read.
 */
final class DistributionFile {

  private static final String DEGREES_SECTION = "nlinks";
  private static final long MAX_DEGREE_2011 = 961_963;
  private static final long MAX_DEGREE_2017 = 4_181_357;

  private final Config config;
  private final String degrees;
  private final boolean midpoint;

  DistributionFile(Config config) {
    this.config = config;
    this.degrees = config.get(LinkBenchKeys.DEGREES);
    this.midpoint = config.get(LinkBenchKeys.TAIL) == Tail.SCALED;
  }

  /** Whether a rank gets the quantile in the middle of its share; see {@link PiecewiseCdf}. */
  boolean midpoint() {
    return midpoint;
  }

  /** The links per id. */
  PiecewiseCdf degrees() {
    return fitted().or(() -> read(DEGREES_SECTION)).orElseGet(PublishedDegrees::y2011);
  }

  /**
   * A section of the file; empty when a problem was recorded.
   *
   * @param asking the key that needs the file
   */
  Optional<PiecewiseCdf> section(String section, Key<?> asking) {
    if (fitted().isPresent()) {
      config.problem(
          "needs the section "
              + section
              + " of an original Distribution.dat; allowed: with such a file as "
              + LinkBenchKeys.DEGREES,
          asking,
          LinkBenchKeys.DEGREES);
      return Optional.empty();
    }
    return read(section);
  }

  private Optional<PiecewiseCdf> fitted() {
    return switch (degrees) {
      case "2011" -> Optional.of(PublishedDegrees.y2011());
      case "2017" -> Optional.of(PublishedDegrees.y2017());
      default -> Optional.empty();
    };
  }

  private Optional<PiecewiseCdf> read(String section) {
    if (config.isBroken(LinkBenchKeys.DEGREES)) {
      return Optional.empty();
    }
    try (Reader reader = Files.newBufferedReader(Path.of(degrees))) {
      return Optional.of(PiecewiseCdf.readSection(reader, degrees, section));
    } catch (DistributionFileException e) {
      config.problem(String.valueOf(e.getMessage()), LinkBenchKeys.DEGREES);
    } catch (IOException | InvalidPathException e) {
      config.problem(
          "is neither 2011 nor 2017, nor a text file that can be read; docs/workloads.md says where"
              + " to get Facebook's Distribution.dat",
          LinkBenchKeys.DEGREES);
    }
    return Optional.empty();
  }

  /**
   * A warning when these degrees are those of the other era. The eras differ in the largest degree,
   * and only 2011 has ids without links.
   */
  Optional<String> otherEra(PiecewiseCdf links, Era era) {
    long maxDegree = links.value(links.points() - 1);
    boolean zeros = links.value(0) == 0 && links.share(0) > 0;
    Era found = zeros ? Era.Y2011 : Era.Y2017;
    if (maxDegree == MAX_DEGREE_2011 || maxDegree == MAX_DEGREE_2017) {
      found = maxDegree == MAX_DEGREE_2011 ? Era.Y2011 : Era.Y2017;
    }
    return found == era
        ? Optional.empty()
        : Optional.of(
            Lines.text(
                "%s = %s looks like the data of %s (%s ids without links, at most %,d links), but"
                    + " %s = %s: the work is neither that of Facebook's LinkBench nor that"
                    + " of its fork",
                LinkBenchKeys.DEGREES,
                degrees,
                found,
                zeros ? "some" : "no",
                maxDegree,
                LinkBenchKeys.ERA,
                era));
  }
}
