package io.ibench.learn.log;

import java.io.IOException;
import java.util.Optional;

/** Reads the files of one format, one after the other. */
interface LogReader {

  /** Learns from the beginning of the first file what is needed before its first statement. */
  void prepare(byte[] beginning);

  /** Reads one file to its end. */
  void read(ByteFeed feed, int file) throws IOException, LogException;

  /** After the last file. */
  default void finish() throws LogException {}

  /** The server's, if a file said it. */
  Optional<String> version();
}
