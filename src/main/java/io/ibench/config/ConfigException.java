package io.ibench.config;

import java.util.List;
import java.util.stream.Collectors;

/** The settings of a run have problems. The message lists all of them, one per line. */
public final class ConfigException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  ConfigException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** All problems, by file and line; never empty. */
  public List<Problem> problems() {
    return problems;
  }
}
