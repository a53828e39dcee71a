package io.ibench.cli.learn;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.ground.UsageException;
import io.ibench.report.store.WriteFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files that the command writes: those of one script. Immutable. */
record LearnedFiles(Path script, Path properties, Path report, Path json) {

  private static final String SQL = ".sql";

  /** The report beside a learned script. */
  static JsonNode readReport(Path script) throws UsageException {
    LearnedFiles files = named(script);
    try {
      return new ObjectMapper().readTree(files.json().toFile());
    } catch (JsonProcessingException e) {
      throw new UsageException(files.json() + ": is no report of learn: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new UsageException(
          "--compare " + script + ": needs the report beside it: " + WriteFailure.reason(e));
    }
  }

  /** The new files beside a script, whose name the user gives. */
  static LearnedFiles of(Path script) throws UsageException {
    LearnedFiles files = named(script);
    files.requireNew();
    return files;
  }

  private static LearnedFiles named(Path script) throws UsageException {
    Path name = script.getFileName();
    if (name == null || !name.toString().endsWith(SQL) || name.toString().equals(SQL)) {
      throw new UsageException(
          "-o " + script + ": is no name of a script; allowed: a name that ends in .sql");
    }
    String stem = name.toString().substring(0, name.toString().length() - SQL.length());
    return new LearnedFiles(
        script,
        script.resolveSibling(stem + ".properties"),
        script.resolveSibling(stem + ".report.txt"),
        script.resolveSibling(stem + ".report.json"));
  }

  private void requireNew() throws UsageException {
    List<String> mistakes = new ArrayList<>();
    for (Path each : all()) {
      if (Files.exists(each, LinkOption.NOFOLLOW_LINKS)) {
        mistakes.add(each + " exists already; name another script with -o, or remove it");
      }
    }
    Path folder = script.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      mistakes.add("-o " + script + ": there is no folder " + folder);
    }
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
  }

  private List<Path> all() {
    return List.of(script, properties, report, json);
  }

  /** Writes all of them, or none. */
  void write(String sql, String settings, String text, String data) throws UsageException {
    List<String> contents = List.of(sql, settings, text, data);
    List<Path> written = new ArrayList<>();
    try {
      for (int i = 0; i < contents.size(); i++) {
        written.add(all().get(i));
        Files.write(all().get(i), contents.get(i).getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      for (Path each : written) {
        remove(each, e);
      }
      throw new UsageException("cannot write " + script + ": " + WriteFailure.reason(e));
    }
  }

  private static void remove(Path file, IOException cause) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }
}
