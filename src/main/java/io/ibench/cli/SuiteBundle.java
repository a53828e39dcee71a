package io.ibench.cli;

import io.ibench.cli.ErrorReporter.UsageException;
import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.server.Installed;
import io.ibench.server.ServerException;
import io.ibench.server.ServerProducts;
import io.ibench.server.ServerSpec;
import io.ibench.suite.SuiteState;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Packs the folder of a suite for others: its settings, its results without the latency logs, what
 * it ran on, and checksums. Stateless.
 */
final class SuiteBundle {

  private static final String README = "README.txt";
  private static final String SUMS = "SHA256SUMS";
  private static final List<String> LEFT_OUT =
      List.of("latency.hlog", "data", "run.lock", "run.owner", SuiteState.PASSWORD);

  private static final Path DISKS = Path.of("/sys/block");
  private static final Path GOVERNOR =
      Path.of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");

  private SuiteBundle() {}

  /**
   * Writes the archive.
   *
   * @param folder of the suite; absolute
   * @param file new
   * @param anonymous whether names of this machine, its user and its folders are replaced
   */
  static void write(Path folder, SuiteSetup setup, SuiteState state, Path file, boolean anonymous)
      throws IOException, UsageException {
    if (Files.exists(file)) {
      throw new UsageException("--bundle " + file + " exists already; name a new file");
    }
    Files.writeString(folder.resolve(README), readme(setup, state, anonymous));
    if (anonymous) {
      Path parent = Files.createTempDirectory("ibench-bundle-");
      try {
        Path copy = Files.createDirectory(parent.resolve("suite"));
        new Anonymous(folder, setup).copy(copy);
        pack(copy, file);
      } finally {
        remove(parent);
      }
    } else {
      pack(folder, file);
    }
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  private static void pack(Path folder, Path file) throws IOException, UsageException {
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

  private static String readme(SuiteSetup setup, SuiteState state, boolean anonymous) {
    StringBuilder again = new StringBuilder("ibench suite suite.properties -o again");
    state.scale().ifPresent(name -> again.append(" --scale ").append(name));
    if (!state.only().isEmpty()) {
      again.append(" --only ").append(String.join(",", state.only()));
    }
    state.settings().forEach(each -> again.append(" -s '").append(each).append('\''));
    StringBuilder text = new StringBuilder();
    text.append("The results of ibench suite, and all that repeats it.\n\n");
    text.append("look at it    ibench report .");
    text.append(anonymous ? "\n" : "; report.html in a browser\n");
    text.append("repeat it     ").append(again).append('\n');
    text.append("check it      sha256sum -c ").append(SUMS).append("\n\n");
    Map<String, String> facts = new TreeMap<>();
    facts.put("ibench", Version.number());
    facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
    line(GOVERNOR).ifPresent(governor -> facts.put("CPU governor", governor));
    schedulers().forEach((disk, scheduler) -> facts.put("I/O scheduler of " + disk, scheduler));
    for (ServerSpec spec : setup.servers().values()) {
      try {
        Installed installed = ServerProducts.named(spec.product()).orElseThrow().installed(spec);
        facts.put("server " + spec.product(), installed.version());
        for (Path program : installed.programs().values()) {
          facts.put("sha256 " + program, sum(program));
          packageOf(program).ifPresent(found -> facts.put("package of " + program, found));
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

  /** Package and version, as dpkg or rpm say; empty for a program that was only unpacked. */
  private static Optional<String> packageOf(Path program) {
    String path = program.toString();
    return output("dpkg-query", "-S", path)
        .map(said -> said.split(": /")[0])
        .flatMap(name -> output("dpkg-query", "-W", name))
        .or(() -> output("rpm", "-qf", path))
        .map(said -> said.replace('\t', ' '));
  }

  /** What a program prints, if it ends well. */
  private static Optional<String> output(String... words) {
    try {
      Process process =
          new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? Optional.of(said.strip()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static Optional<String> line(Path file) {
    try {
      return Optional.of(Files.readString(file).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The chosen one of each disk stands in brackets among the possible ones. */
  private static Map<String, String> schedulers() {
    Map<String, String> found = new TreeMap<>();
    try (DirectoryStream<Path> disks = Files.newDirectoryStream(DISKS)) {
      for (Path disk : disks) {
        line(disk.resolve("queue/scheduler"))
            .ifPresent(text -> found.put(disk.getFileName().toString(), text));
      }
    } catch (IOException e) {
      return found;
    }
    return found;
  }

  private static String sums(Path folder) throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        Path inside = folder.relativize(file);
        if (isPacked(inside) && !inside.toString().equals(SUMS)) {
          text.append(sum(file)).append("  ").append(inside).append('\n');
        }
      }
    }
    return text.toString();
  }

  /** Whether the bundle has it. */
  private static boolean isPacked(Path inside) {
    return LEFT_OUT.stream().noneMatch(name -> hasName(inside, name));
  }

  /** Copies a suite's folder without names of this machine. Pages are left out. */
  private static final class Anonymous {

    private static final String CHECKSUM = ",\\n  \"checksum\" : \"[0-9a-f]+\"\\n}\\n$";

    /** A name of fewer letters, such as a host called db, is a word in texts as well. */
    private static final int SHORTEST = 2;

    private final Path folder;

    /** What stands for each name; longer ones first. */
    private final Map<String, String> names =
        new TreeMap<>(
            Comparator.comparingInt(String::length).reversed().thenComparing(Function.identity()));

    Anonymous(Path folder, SuiteSetup setup) {
      this.folder = folder;
      name(folder.toString(), "/suite");
      name(System.getProperty("java.home"), "/java");
      name(Path.of("").toAbsolutePath().toString(), "/here");
      name(System.getProperty("user.home"), "/home/user");
      name(System.getProperty("user.name"), "user");
      ProcessIdentity here = ProcessIdentity.here(new Proc(), Instant.EPOCH);
      name(here.host(), "host");
      name(here.bootId(), "boot");
      for (ServerSpec spec : setup.servers().values()) {
        spec.home().ifPresent(home -> name(home.toString(), "/home-of-the-server"));
        spec.data().ifPresent(data -> name(data.toString(), "/data"));
        spec.log().ifPresent(log -> name(log.toString(), "/log"));
        spec.user().ifPresent(user -> name(user, "user"));
      }
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
        Path parent = Path.of(entry).toAbsolutePath().getParent();
        if (parent != null) {
          name(parent.toString(), "/ibench");
        }
      }
    }

    private void name(String text, String instead) {
      boolean ordinary = text.equals("/") || text.equals("root") || text.equals("localhost");
      if (text.length() >= SHORTEST && !ordinary) {
        names.putIfAbsent(text, instead);
      }
    }

    void copy(Path to) throws IOException {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Path inside = folder.relativize(file);
          boolean isPage = inside.toString().endsWith(".html");
          if (isPacked(inside) && !isPage && !inside.toString().equals(SUMS)) {
            Path copy = to.resolve(inside);
            Files.createDirectories(copy.getParent());
            // Bytes as characters, one to one.
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            String changed = without(text);
            // A record that was changed here has no checksum of ibench's any more.
            Files.writeString(
                copy,
                changed.equals(text) ? text : changed.replaceFirst(CHECKSUM, "\n}\n"),
                StandardCharsets.ISO_8859_1);
          }
        }
      }
    }

    private String without(String text) {
      String changed = text;
      for (Map.Entry<String, String> name : names.entrySet()) {
        byte[] bytes = name.getKey().getBytes(StandardCharsets.UTF_8);
        String shown = new String(bytes, StandardCharsets.ISO_8859_1);
        if (changed.contains(shown)) {
          changed =
              changed.replaceAll(
                  "(?<![\\w.-])" + Pattern.quote(shown) + "(?![\\w-])",
                  Matcher.quoteReplacement(name.getValue()));
        }
      }
      return changed;
    }
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
