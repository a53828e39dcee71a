package io.ibench.bisect;

import java.util.List;
import java.util.Optional;

/**
 * A version.
 *
 * @param settings what it has of its own, {@code key=value} each
 * @param origin where the user wrote it, such as {@code versions.txt:3}
 * @param commit the commit that it is
 */
public record Candidate(
    String name, List<String> settings, Optional<String> origin, Optional<Commit> commit) {

  public Candidate {
    settings = List.copyOf(settings);
  }

  /**
   * A commit.
   *
   * @param revision all of it
   * @param date of its author
   */
  public record Commit(String revision, String date, String subject) {}
}
