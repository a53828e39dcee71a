package io.ibench.server;

import java.util.Optional;

/**
 * An option that was asked for, and what the server says of it. Immutable.
 *
 * @param asked as the user wrote it
 * @param has as the server shows it; empty: the server does not show this option
 * @param equal whether both mean the same
 */
public record ReadBack(String option, String asked, Optional<String> has, boolean equal) {

  /** For people: {@code innodb_log_file_size: asked for 2M, the server has 4194304}. */
  public String line() {
    String wanted = option + ": asked for " + (asked.isEmpty() ? "(no value)" : asked);
    return has.map(value -> wanted + ", the server has " + value)
        .orElse(wanted + ", and the server does not show it (not readable)");
  }
}
