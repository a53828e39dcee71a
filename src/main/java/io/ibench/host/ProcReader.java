package io.ibench.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads small files completely, through one buffer that grows as needed. Not thread-safe. Maps
 * bytes to characters one to one (ISO 8859-1), so that no content is malformed.
 */
public final class ProcReader {

  /** /proc/stat has one number per interrupt: some 100 KB on large machines. */
  private static final int MAX_BYTES = 4 << 20;

  private final Proc proc;
  private byte[] buffer = new byte[8 << 10];

  ProcReader(Proc proc) {
    this.proc = proc;
  }

  /** The text of a file below /proc, for instance {@code stat} or {@code 17/status}. */
  public ProcText proc(String name) throws ProcException {
    Path file = proc.root().resolve(name);
    try {
      return new ProcText(file.toString(), read(file));
    } catch (ProcException e) {
      if (proc.texts().isEmpty() && !Files.isDirectory(proc.root())) {
        String system = System.getProperty("os.name");
        throw ProcException.unreadable(
            "there is no " + proc.root() + ": this figure needs Linux, this is " + system, e);
      }
      throw e;
    }
  }

  /** The trimmed content of a file of one line below /proc. */
  Optional<String> procLine(String name) {
    return line(proc.root().resolve(name));
  }

  /** The target of a link below /proc; empty if it is unreadable or does not exist. */
  Optional<Path> link(String name) {
    try {
      return proc.texts().isPresent()
          ? Optional.empty()
          : Optional.of(Files.readSymbolicLink(proc.root().resolve(name)));
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }

  /** The host's processes. */
  List<Long> pids() throws ProcException {
    if (proc.texts().isPresent()) {
      throw ProcException.unreadable("the processes of another host cannot be listed", null);
    }
    List<Long> pids = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(proc.root(), "[1-9]*")) {
      for (Path entry : entries) {
        pid(entry.getFileName().toString()).ifPresent(pids::add);
      }
    } catch (IOException | DirectoryIteratorException e) {
      throw ProcException.unreadable(proc.root() + " cannot be listed: " + e.getMessage(), e);
    }
    return pids;
  }

  private static OptionalLong pid(String name) {
    try {
      return OptionalLong.of(Long.parseLong(name));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** The trimmed content of a file of one line below /sys. */
  Optional<String> sysLine(String name) {
    return line(proc.sys().resolve(name));
  }

  /** The text of a file anywhere, for instance below a mounted control group hierarchy. */
  ProcText file(Path file) throws ProcException {
    return new ProcText(file.toString(), read(file));
  }

  /** The trimmed content of a file of one line; empty if it is missing or empty. */
  public Optional<String> line(Path file) {
    try {
      return Optional.of(read(file).strip()).filter(line -> !line.isEmpty());
    } catch (ProcException e) {
      return Optional.empty();
    }
  }

  private String read(Path file) throws ProcException {
    if (proc.texts().isPresent()) {
      return proc.texts().get().text(file);
    }
    try (InputStream in = Files.newInputStream(file)) {
      int length = 0;
      int count;
      while ((count = in.read(buffer, length, buffer.length - length)) >= 0) {
        length += count;
        if (length == buffer.length) {
          grow(file);
        }
      }
      return new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw because(file, e);
    }
  }

  private void grow(Path file) throws ProcException {
    if (buffer.length >= MAX_BYTES) {
      throw ProcException.damaged(file.toString(), "more than " + MAX_BYTES + " bytes");
    }
    buffer = Arrays.copyOf(buffer, buffer.length * 2);
  }

  private static ProcException because(Path file, IOException e) {
    if (e instanceof NoSuchFileException) {
      return ProcException.gone(file + " does not exist", e);
    }
    String message = String.valueOf(e.getMessage());
    if (e instanceof AccessDeniedException || message.contains("Permission denied")) {
      return ProcException.unreadable(
          file + " may be read by root and its owner only: permission denied", e);
    }
    // The process ended between open and read (ESRCH).
    if (message.contains("No such process")) {
      return ProcException.gone(file + " does not exist any more", e);
    }
    return ProcException.unreadable(file + " cannot be read: " + message, e);
  }
}
