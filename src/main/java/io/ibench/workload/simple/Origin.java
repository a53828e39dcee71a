package io.ibench.workload.simple;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** The line of a workload's own code from which an exception came. */
final class Origin {

  private static final Pattern OTHERS = Pattern.compile("(?:io\\.ibench|java|javax|jdk|sun)\\..*");

  private Origin() {}

  /** As in {@code ShopWorkload.java:42}; empty for a workload of ibench's own. */
  static Optional<String> of(Throwable exception) {
    return Arrays.stream(exception.getStackTrace())
        .filter(frame -> !OTHERS.matcher(frame.getClassName()).matches())
        .filter(frame -> frame.getFileName() != null && frame.getLineNumber() > 0)
        .findFirst()
        .map(frame -> frame.getFileName() + ":" + frame.getLineNumber());
  }
}
