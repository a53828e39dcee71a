package io.ibench.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads files and their includes into {@link Sources}; a file that cannot be read is a problem. Not
 * thread-safe.
 */
final class FileReader {

  private static final int MAX_BYTES = 1 << 20;

  /** Limits the time for files that include each other twice. */
  private static final int MAX_FILES = 100;

  private final Sources sources;
  private int filesRead;

  /** A file as the user named it, and its identity. */
  private record Opened(Path named, Path real) {}

  private static final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableException(String message) {
      super(message);
    }
  }

  FileReader(Sources sources) {
    this.sources = sources;
  }

  void read(Path file) {
    try {
      int before = sources.entries().size() + sources.problems().size();
      read(file, List.of());
      if (sources.entries().size() + sources.problems().size() == before) {
        throw new UnreadableException("holds no settings; allowed: lines of key = value");
      }
    } catch (UnreadableException e) {
      sources.incomplete();
      sources.problem(new Problem(file.toString(), "", "", String.valueOf(e.getMessage())));
    }
  }

  private void read(Path file, List<Opened> including) throws UnreadableException {
    if (filesRead++ >= MAX_FILES) {
      throw new UnreadableException("comes after too many files; allowed: " + MAX_FILES);
    }
    List<Opened> chain = new ArrayList<>(including);
    chain.add(new Opened(file, identity(file)));
    sources.opened(file.toString());
    refuseLoop(chain);
    byte[] bytes = bytes(file);
    FileParser parser = new FileParser(file.toString(), sources);
    parser.parse(bytes);
    parser.include().ifPresent(include -> include(include, chain));
    parser.entries().forEach(sources::add);
  }

  private void include(Entry include, List<Opened> chain) {
    for (String part : include.value().split(",", -1)) {
      String name = Lines.blanksStripped(part);
      try {
        read(resolve(name, chain.get(chain.size() - 1).named()), chain);
      } catch (UnreadableException e) {
        sources.incomplete();
        String where = include.origin().description();
        sources.problem(new Problem(where, include.key(), name, String.valueOf(e.getMessage())));
      }
    }
  }

  private static Path resolve(String name, Path including) throws UnreadableException {
    if (name.isEmpty()) {
      throw new UnreadableException("has an empty name; allowed: files with commas between");
    }
    try {
      return including.resolveSibling(name);
    } catch (InvalidPathException e) {
      throw new UnreadableException("is not the name of a file: " + e.getReason());
    }
  }

  private static void refuseLoop(List<Opened> chain) throws UnreadableException {
    Opened last = chain.get(chain.size() - 1);
    List<Opened> before = chain.subList(0, chain.size() - 1);
    if (before.stream().anyMatch(opened -> opened.real().equals(last.real()))) {
      throw new UnreadableException(
          chain.stream()
              .map(opened -> opened.named().toString())
              .collect(Collectors.joining(" -> ", "includes itself: ", "; allowed: no loops")));
    }
  }

  /** A pipe or a missing file has no real path; its name identifies it. */
  private static Path identity(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      return file.toAbsolutePath().normalize();
    }
  }

  /** Detected by the byte order mark, or by a first letter of two bytes. */
  private static boolean isUtf16(byte[] bytes) {
    if (bytes.length < 2) {
      return false;
    }
    int first = bytes[0] & 0xFF;
    int second = bytes[1] & 0xFF;
    boolean marked = first == 0xFF && second == 0xFE || first == 0xFE && second == 0xFF;
    return marked || first == 0 != (second == 0);
  }

  private static byte[] bytes(Path file) throws UnreadableException {
    if (Files.isDirectory(file)) {
      throw new UnreadableException("is a directory; allowed: a file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new UnreadableException("is too large; allowed: at most 1 MB");
      }
      if (isUtf16(bytes)) {
        throw new UnreadableException("is in UTF-16; allowed: a file in UTF-8");
      }
      return bytes;
    } catch (NoSuchFileException e) {
      throw new UnreadableException(
          file.toString().isEmpty() ? "has no name; allowed: a file" : "there is no file " + file);
    } catch (AccessDeniedException e) {
      throw new UnreadableException(file + " may not be read by this user");
    } catch (FileSystemException e) {
      throw new UnreadableException("cannot be read: " + e.getReason());
    } catch (IOException e) {
      throw new UnreadableException("cannot be read: " + e.getMessage());
    }
  }
}
