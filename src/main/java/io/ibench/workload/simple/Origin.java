package io.ibench.workload.simple;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The line of a workload's own code from which an exception came. */
final class Origin {

  private static final Pattern OTHERS = Pattern.compile("(?:io\\.ibench|java|javax|jdk|sun)\\..*");

  /** They call the workload's code: what called them is none of it. */
  private static final Set<String> CALLERS =
      Set.of(SimpleWorkload.class.getName(), Rehearsal.class.getName());

  private Origin() {}

  /** As in {@code ShopWorkload.java:42}; empty for a workload of ibench's own. */
  static Optional<String> of(Throwable exception) {
    return Arrays.stream(exception.getStackTrace())
        .takeWhile(frame -> !CALLERS.contains(frame.getClassName()))
        .filter(frame -> !OTHERS.matcher(frame.getClassName()).matches())
        .filter(frame -> frame.getFileName() != null && frame.getLineNumber() > 0)
        .findFirst()
        .map(frame -> frame.getFileName() + ":" + frame.getLineNumber());
  }
}
