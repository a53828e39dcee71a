package io.ibench.report.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * duet.json: what a duet has found. Ratios are B / A. Immutable.
 *
 * @param answer in a sentence
 * @param end how it ended: different, different_cpu, alike, like_instances or open
 * @param subject what was compared
 * @param differs the settings in which the sides differ, with those of A and B
 * @param course how it was done
 * @param time of an operation
 * @param cpu of the database for an operation
 * @param instance what belongs to the instance and not to its settings
 * @param operations of the step, those that cost most first
 * @param costs for an operation
 * @param blocks in order
 * @param remarks what a reader must know
 */
public record StoredDuet(
    String answer,
    String end,
    Subject subject,
    Map<String, List<String>> differs,
    Course course,
    Ratio time,
    Ratio cpu,
    Ratio instance,
    List<Operation> operations,
    List<Cost> costs,
    List<Block> blocks,
    Remarks remarks) {

  public static final String NAME = "duet.json";

  /** SUITE/VARIANT/run-1/duet.json. */
  private static final int CELL_DEPTH = 3;

  private static final Pattern SIDE = Pattern.compile("\\b[AB]\\b");

  /**
   * What was compared.
   *
   * @param database the product
   * @param step whose requests were paired
   */
  public record Subject(String workload, String database, String step, String version) {}

  /**
   * How it was done.
   *
   * @param within percent that may stay unknown
   * @param seconds from the first block to the last one
   * @param failedPairs with an operation that failed or was repeated on a side; they count for no
   *     ratio
   * @param otherAnswers the operation of the first pair with two answers; empty without one
   * @param instances percent that may belong to the instances of the sides; 0: it cancels
   */
  public record Course(
      double within,
      double seconds,
      long failedPairs,
      Optional<String> otherAnswers,
      double instances) {}

  /**
   * What a reader must know, one line each.
   *
   * @param warnings come before any ratio
   */
  public record Remarks(List<String> warnings, List<String> notes) {}

  /** A ratio with its 95 % interval; empty without one, or while it is unknown. */
  public record Ratio(Optional<Double> ratio, Optional<Double> low, Optional<Double> high) {

    public static final Ratio UNKNOWN =
        new Ratio(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * One kind of operation.
   *
   * @param share of the time of all, from 0 to 1
   * @param aMeanUs mean time on side A
   */
  public record Operation(
      String operation,
      long pairs,
      double share,
      Ratio time,
      double aMeanUs,
      double bMeanUs,
      double aP99Us,
      double bP99Us) {}

  /**
   * A cost of an operation.
   *
   * @param a empty: unknown
   */
  public record Cost(String name, String unit, Optional<Double> a, Optional<Double> b) {}

  /**
   * One block.
   *
   * @param swapped the instances had each other's data
   * @param seconds from the begin of the first block to the end of this one; 0: unknown
   * @param soFar what this block and those before it say together
   */
  public record Block(
      int number, boolean swapped, long pairs, Ratio time, Ratio cpu, double seconds, SoFar soFar) {

    public Block {
      soFar = soFar == null ? SoFar.UNKNOWN : soFar; // of an earlier version
    }
  }

  /** What some blocks say together. */
  public record SoFar(Ratio time, Ratio cpu) {

    public static final SoFar UNKNOWN = new SoFar(Ratio.UNKNOWN, Ratio.UNKNOWN);
  }

  /** The answer with the names of the sides. */
  public String answer(String a, String b) {
    return SIDE.matcher(answer)
        .replaceAll(side -> Matcher.quoteReplacement(side.group().equals("A") ? a : b));
  }

  /** Whether a folder is that of a suite whose cells are duets. */
  public static boolean areBelow(Path suite) {
    try (Stream<Path> files = Files.find(suite, CELL_DEPTH, (file, about) -> isDuet(file))) {
      return files.anyMatch(file -> !suite.equals(file.getParent()));
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }

  private static boolean isDuet(Path file) {
    return file.endsWith(NAME);
  }

  /** Whether the folder is that of a duet. */
  public static boolean isIn(Path folder) {
    return Files.exists(folder.resolve(NAME));
  }

  /** Reads that of a folder. */
  public static StoredDuet read(Path folder) throws IOException {
    return JsonFile.read(folder.resolve(NAME), StoredDuet.class);
  }

  /** Writes it into a folder. */
  public void write(Path folder) {
    JsonFile.replace(folder.resolve(NAME), this);
  }
}
