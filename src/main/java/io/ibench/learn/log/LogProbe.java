package io.ibench.learn.log;

import java.util.Optional;

/** Finds the format of a log in its beginning. */
final class LogProbe {

  private static final byte[] SLOW_USER = Bytes.of("# User@Host: ");
  private static final byte[] SLOW_FIGURES = Bytes.of("# Query_time: ");

  /** What a message may show of a log. */
  private static final int SHOWN = 60;

  private LogProbe() {}

  /** The format, or nothing. */
  static Optional<LogFormat> format(byte[] beginning) {
    if (hasLine(beginning, SLOW_USER) || hasLine(beginning, SLOW_FIGURES)) {
      return Optional.of(LogFormat.SLOW_LOG);
    }
    if (CsvLogReader.isRecord(beginning)) {
      return Optional.of(LogFormat.CSVLOG);
    }
    if (JsonLogReader.isRecord(beginning)) {
      return Optional.of(LogFormat.JSONLOG);
    }
    if (GeneralLogReader.isLog(beginning)) {
      return Optional.of(LogFormat.GENERAL_LOG);
    }
    if (StderrLogReader.isLog(beginning)) {
      return Optional.of(LogFormat.STDERR);
    }
    return Optional.empty();
  }

  private static boolean hasLine(byte[] bytes, byte[] prefix) {
    int at = 0;
    while (at >= 0 && at < bytes.length) {
      if (Bytes.startsWith(bytes, at, bytes.length, prefix)) {
        return true;
      }
      int end = Bytes.indexOf(bytes, at, bytes.length, '\n');
      at = end < 0 ? -1 : end + 1;
    }
    return false;
  }

  /** What is wrong with a beginning that has no known format. */
  static String mistake(byte[] beginning) {
    String program = packer(beginning);
    if (!program.isEmpty()) {
      return "it is compressed by " + program + "; right: plain, or .gz";
    }
    return "unknown format: its first line is '"
        + firstLine(beginning)
        + "'; right: a slow log or general log of MariaDB or MySQL, or a csvlog, jsonlog or stderr"
        + " log of PostgreSQL";
  }

  private static String packer(byte[] bytes) {
    if (starts(bytes, 0x28, 0xb5, 0x2f, 0xfd)) {
      return "zstd";
    }
    if (starts(bytes, 0xfd, '7', 'z', 'X')) {
      return "xz";
    }
    if (starts(bytes, 'B', 'Z', 'h')) {
      return "bzip2";
    }
    return starts(bytes, 'P', 'K', 3, 4) ? "zip" : "";
  }

  private static boolean starts(byte[] bytes, int... magic) {
    for (int i = 0; i < magic.length; i++) {
      if (i >= bytes.length || (bytes[i] & 0xff) != magic[i]) {
        return false;
      }
    }
    return true;
  }

  private static String firstLine(byte[] bytes) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < bytes.length && bytes[i] != '\n' && shown.length() < SHOWN; i++) {
      shown.append(bytes[i] >= ' ' && bytes[i] < 127 ? (char) bytes[i] : '.');
    }
    return shown.toString();
  }
}
