package io.ibench.report.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file beside results that holds one record, by the rules of {@link ResultJson}. Stateless. */
public final class JsonFile {

  private JsonFile() {}

  /**
   * Replaces the file atomically, and waits until it is on the disk.
   *
   * @throws java.io.UncheckedIOException with the file's name
   */
  public static void replace(Path file, Object record) {
    AtomicFile.replace(file, ResultJson.bytes(record));
  }

  private static byte[] bytes(Path file) throws IOException {
    if (Files.notExists(file)) {
      throw new NoSuchFileException(file.toString());
    }
    try {
      return ReadBudget.ofHeap().read(file);
    } catch (UnreadableResultException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Reads the file.
   *
   * @throws IOException also for a damaged file; the message names it
   */
  public static <T> T read(Path file, Class<T> type) throws IOException {
    byte[] json = bytes(file);
    try {
      T record = ResultJson.read(ResultJson.tree(json), type);
      if (ResultJson.damage(json).isPresent() || record == null) {
        throw new IOException(file + " " + ResultJson.damage(json).orElse("is empty"));
      }
      return record;
    } catch (ResultJson.DamageException | JsonProcessingException e) {
      throw new IOException(file + " is damaged: " + e.getMessage(), e);
    }
  }
}
