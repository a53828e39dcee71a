package io.ibench.cli;

import io.ibench.cli.ErrorReporter.UsageException;
import io.ibench.server.Installed;
import io.ibench.server.ServerException;
import io.ibench.server.ServerProducts;
import io.ibench.server.ServerSpec;
import io.ibench.suite.SuiteState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Packs the folder of a suite for others: its settings, its results without the latency logs, what
 * it ran on, and checksums. Stateless.
 */
final class SuiteBundle {

  private static final String README = "README.txt";
  private static final String SUMS = "SHA256SUMS";
  private static final List<String> LEFT_OUT =
      List.of("latency.hlog", "data", "run.lock", "run.owner");

  private SuiteBundle() {}

  /**
   * Writes the archive.
   *
   * @param folder of the suite; absolute
   * @param file new
   */
  static void write(Path folder, SuiteSetup setup, SuiteState state, Path file)
      throws IOException, UsageException {
    if (Files.exists(file)) {
      throw new UsageException("--bundle " + file + " exists already; name a new file");
    }
    Files.writeString(folder.resolve(README), readme(setup, state));
    Files.writeString(folder.resolve(SUMS), sums(folder));
    List<String> words = new ArrayList<>(List.of("tar", "-czf", file.toString()));
    LEFT_OUT.forEach(name -> words.add("--exclude=" + name));
    words.addAll(List.of("-C", folder.getParent().toString(), folder.getFileName().toString()));
    Process tar = new ProcessBuilder(words).redirectErrorStream(true).start();
    String said = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (tar.waitFor() != 0) {
        throw new UsageException("--bundle " + file + ": " + said.strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("tar was interrupted", e);
    }
  }

  private static String readme(SuiteSetup setup, SuiteState state) {
    StringBuilder again = new StringBuilder("ibench suite suite.properties -o again");
    state.scale().ifPresent(name -> again.append(" --scale ").append(name));
    state.settings().forEach(each -> again.append(" -s '").append(each).append('\''));
    StringBuilder text = new StringBuilder();
    text.append("The results of ibench suite, and all that repeats it.\n\n");
    text.append("look at it    ibench report .; report.html in a browser\n");
    text.append("repeat it     ").append(again).append('\n');
    text.append("check it      sha256sum -c ").append(SUMS).append("\n\n");
    Map<String, String> facts = new TreeMap<>();
    facts.put("ibench", Version.number());
    facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
    for (ServerSpec spec : setup.servers().values()) {
      try {
        Installed installed = ServerProducts.named(spec.product()).orElseThrow().installed(spec);
        facts.put("server " + spec.product(), installed.version());
        for (Path program : installed.programs().values()) {
          facts.put("sha256 " + program, sum(program));
        }
      } catch (ServerException | IOException e) {
        facts.put("server " + spec.product(), "not available: " + e.getMessage());
      }
    }
    facts.forEach((name, fact) -> text.append(name).append(": ").append(fact).append('\n'));
    text.append(
        "\nrun.json of each run has CPUs, memory, disks, mounts and the server's variables.\n");
    return text.toString();
  }

  private static String sums(Path folder) throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        Path inside = folder.relativize(file);
        boolean leftOut = LEFT_OUT.stream().anyMatch(name -> hasName(inside, name));
        if (!leftOut && !inside.toString().equals(SUMS)) {
          text.append(sum(file)).append("  ").append(inside).append('\n');
        }
      }
    }
    return text.toString();
  }

  private static boolean hasName(Path path, String name) {
    for (Path part : path) {
      if (part.toString().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private static String sum(Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (DigestInputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
        in.transferTo(java.io.OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
