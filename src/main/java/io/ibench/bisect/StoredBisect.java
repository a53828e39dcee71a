package io.ibench.bisect;

import io.ibench.report.store.JsonFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * bisect.json: what is asked, how far the search is, and its answer. Immutable.
 *
 * @param candidates the oldest one first
 * @param path the duets so far
 * @param answer empty while the search goes on
 */
public record StoredBisect(
    long schema,
    Plan plan,
    List<Candidate> candidates,
    List<Comparison> path,
    Optional<Running> running,
    Optional<Answer> answer) {

  public static final String NAME = "bisect.json";

  private static final long SCHEMA = 1;

  public StoredBisect {
    candidates = List.copyOf(candidates);
    path = List.copyOf(path);
  }

  /**
   * What is asked.
   *
   * @param workload the name or the file of the workload
   * @param database its file
   * @param settings of all versions, {@code key=value} each, without secrets
   * @param duet options of each duet
   * @param withinPercent how small a change may stay unknown
   * @param figure the one that the user asks for
   * @param why whether the functions are asked for that make the difference
   * @param skip names of versions that are left out
   * @param builds how a version is made; empty if it is there
   */
  public record Plan(
      String workload,
      String database,
      List<String> settings,
      List<String> duet,
      double withinPercent,
      Optional<Figure> figure,
      boolean why,
      List<String> skip,
      Optional<Builds> builds) {

    /** The same without these versions, maybe with the functions. */
    public Plan asking(List<String> skipped, boolean functions) {
      return new Plan(
          workload, database, settings, duet, withinPercent, figure, functions, skipped, builds);
    }
  }

  /**
   * How commits become versions.
   *
   * @param command of the shell
   * @param versus settings of a version, with ${PREFIX} for the folder that it is built into
   * @param cache the folder with all builds
   */
  public record Builds(String repository, String command, List<String> versus, String cache) {}

  /** The duet or build that runs, so that one that outlives its bisection is found. */
  public record Running(long pid, long startedMillis) {}

  /** A search that has not begun. */
  public static StoredBisect begin(Plan plan, List<Candidate> candidates) {
    return new StoredBisect(
        SCHEMA, plan, candidates, List.of(), Optional.empty(), Optional.empty());
  }

  public StoredBisect with(Plan changed) {
    return new StoredBisect(schema, changed, candidates, path, running, answer);
  }

  /** The same with more of its path; no duet runs. */
  public StoredBisect with(List<Comparison> further) {
    return new StoredBisect(schema, plan, candidates, further, Optional.empty(), answer);
  }

  public StoredBisect with(Running child) {
    return new StoredBisect(schema, plan, candidates, path, Optional.of(child), answer);
  }

  public StoredBisect with(Answer found) {
    return new StoredBisect(schema, plan, candidates, path, running, Optional.of(found));
  }

  /** Whether this is the folder of a bisection. */
  public static boolean isIn(Path folder) {
    return Files.isRegularFile(folder.resolve(NAME));
  }

  /**
   * Reads that of a folder.
   *
   * @throws IOException also for a damaged file and for one of a later ibench
   */
  public static StoredBisect read(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    StoredBisect read = JsonFile.read(file, StoredBisect.class);
    if (read.schema() != SCHEMA) {
      throw new IOException(
          file + " has schema " + read.schema() + "; this ibench reads " + SCHEMA);
    }
    return read;
  }

  /** Replaces the file and waits for the disk. */
  public void write(Path folder) {
    JsonFile.replace(folder.resolve(NAME), this);
  }
}
