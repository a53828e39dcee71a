package io.ibench.db;

import java.util.OptionalLong;

/**
 * Bytes on disk, if known.
 *
 * @param source the product's name for this figure, or the reason why it is missing
 */
public record Size(OptionalLong bytes, String source) {

  public static Size of(long bytes, String source) {
    return new Size(OptionalLong.of(bytes), source);
  }

  public static Size unknown(String reason) {
    return new Size(OptionalLong.empty(), reason);
  }
}
