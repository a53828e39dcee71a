package io.ibench.db;

import java.util.OptionalLong;

/**
 * Bytes on disk, or why they cannot be had.
 *
 * @param source which figure of the product this is, or the reason for its absence
 */
public record Size(OptionalLong bytes, String source) {

  public static Size of(long bytes, String source) {
    return new Size(OptionalLong.of(bytes), source);
  }

  public static Size unknown(String reason) {
    return new Size(OptionalLong.empty(), reason);
  }
}
