package io.ibench.config;

import java.util.Locale;

/** Bytes as a user reads them. Stateless. */
public final class SizeText {

  private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB"};
  private static final double KILO = 1024;

  private SizeText() {}

  /** {@code 32 MB}, or {@code 117.7 MB} when it is no whole number; a KB has 1024 bytes. */
  public static String of(long bytes) {
    double amount = bytes;
    int unit = 0;
    while (amount >= KILO && unit < UNITS.length - 1) {
      amount /= KILO;
      unit++;
    }
    String format = amount == Math.rint(amount) ? "%.0f %s" : "%.1f %s";
    return String.format(Locale.ROOT, format, amount, UNITS[unit]);
  }
}
