package io.ibench.cli.suite;

import io.ibench.cli.ground.UsageException;
import io.ibench.cli.ground.Version;
import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.server.Installed;
import io.ibench.server.ServerException;
import io.ibench.server.ServerProducts;
import io.ibench.server.ServerSpec;
import io.ibench.suite.SuiteState;
import io.ibench.trend.Trends;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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
      List.of("latency.hlog", "data", "run.lock", "run.owner", SuiteState.PASSWORD, Trends.INDEX);

  private static final Path DISKS = Path.of("/sys/block");
  private static final Path GOVERNOR =
      Path.of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");

  private SuiteBundle() {}

  /**
   * Writes the archive. Links are left out: what they lead to may be private.
   *
   * @param suite its folder; absolute
   * @param file new
   * @param anonymous whether names of the machines, users and folders are replaced
   * @return a line for each file that is left out, besides those that no bundle has
   */
  static List<String> write(
      Path suite, SuiteSetup setup, SuiteState state, Path file, boolean anonymous)
      throws IOException, UsageException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new UsageException("--bundle " + file + " exists already; name a new file");
    }
    Path folder = suite.toRealPath();
    write(folder.resolve(README), readme(setup, state, anonymous));
    List<String> leftOut = new ArrayList<>();
    List<Path> files = files(folder, leftOut);
    if (anonymous) {
      Path parent = Files.createTempDirectory("ibench-bundle-");
      try {
        Path copy = Files.createDirectory(parent.resolve("suite"));
        pack(copy, new Anonymous(folder, suite, setup, files).copy(copy, leftOut), file, true);
      } finally {
        remove(parent);
      }
    } else {
      pack(folder, files, file, false);
    }
    return leftOut;
  }

  /** Replaces the file; a link of this name is removed, not followed. */
  private static void write(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
  }

  /** What a bundle of the folder has, relative to it and in order, without the checksums. */
  private static List<Path> files(Path folder, List<String> leftOut) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.sorted().toList()) {
        Path inside = folder.relativize(file);
        if (isPacked(inside) && !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
          if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            found.add(inside);
          } else {
            boolean link = Files.isSymbolicLink(file);
            leftOut.add("left out: " + inside + (link ? " is a link" : " is no file"));
          }
        }
      }
    }
    return found;
  }

  private static byte[] bytes(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      return in.readAllBytes();
    }
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  private static void pack(Path folder, List<Path> files, Path file, boolean anonymous)
      throws IOException, UsageException {
    write(folder.resolve(SUMS), sums(folder, files));
    // A name with a colon and no slash before it would be that of a file on another machine.
    List<String> words =
        new ArrayList<>(List.of("tar", "-czf", file.toAbsolutePath().toString(), "--null"));
    if (anonymous) {
      // Each entry has the names of its owner and group otherwise.
      words.addAll(List.of("--owner=0", "--group=0", "--numeric-owner"));
    }
    words.addAll(
        List.of(
            "-C",
            Objects.requireNonNull(folder.getParent()).toString(),
            "--no-recursion",
            "-T",
            "-"));
    Path list = Files.createTempFile("ibench-bundle-", ".list");
    try {
      StringBuilder names = new StringBuilder();
      Stream.concat(files.stream(), Stream.of(Path.of(SUMS)))
          .forEach(each -> names.append(folder.getFileName().resolve(each)).append('\0'));
      Files.writeString(list, names);
      pack(words, list, file);
    } finally {
      Files.delete(list);
    }
  }

  private static void pack(List<String> words, Path list, Path file)
      throws IOException, UsageException {
    Process tar =
        new ProcessBuilder(words).redirectErrorStream(true).redirectInput(list.toFile()).start();
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

  private static String sums(Path folder, List<Path> files) throws IOException {
    StringBuilder text = new StringBuilder();
    for (Path inside : files) {
      text.append(sum(folder.resolve(inside))).append("  ").append(inside).append('\n');
    }
    return text.toString();
  }

  /** Whether the bundle has it. */
  private static boolean isPacked(Path inside) {
    return !inside.toString().equals(SUMS)
        && LEFT_OUT.stream().noneMatch(name -> hasName(inside, name));
  }

  /**
   * Copies a suite's folder without names of this machine, and of those where it ran before. Pages
   * are left out.
   */
  private static final class Anonymous {

    private static final String CHECKSUM = ",\\n  \"checksum\" : \"[0-9a-f]+\"\\n}\\n$";

    /** A name of fewer letters, such as a host called db, is a word in texts as well. */
    private static final int SHORTEST = 2;

    /** In the place of the first slash of what stands for a path, until all paths are replaced. */
    private static final char DONE = '\1';

    private static final Pattern JSON_TEXT = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern LINE_OF_FILE = Pattern.compile(":\\d+( \\(.*\\))?$");
    private static final Pattern DATA = Pattern.compile("(/.+)/data/[^/]+");
    private static final Pattern HOME = Pattern.compile("/(?:home|Users)/([^/\\s\"',;:]+)");
    private static final Pattern NAMED_HOST =
        Pattern.compile(
            "(?:\"(?:host|hostname|server_host)\" : \"|(?m:^host=))([A-Za-z0-9][A-Za-z0-9.:_-]*)");
    private static final Pattern BOOT = Pattern.compile("(?m)^boot_id=(\\S+)");

    /** Servers name some files by their host: {@code db1-slow.log}. */
    private static final String END_OF_NAME = "(?![\\w]|-(?!(?:slow|bin|relay)\\b))";

    private static final Pattern URL =
        Pattern.compile(
            "(?:jdbc:[a-z0-9:]+|mongodb(?:\\+srv)?|mysql|mariadb|postgres(?:ql)?):(?://|@)"
                + "(?:[^@/\\s\"]*@)?([^/\\s\"?;]+)");
    private static final Pattern PATH =
        Pattern.compile(
            "(?<![\\w.:/<*\\\\-])/(?!(?:proc|sys|dev|etc|usr|bin|sbin|lib|lib64)/)"
                + "[A-Za-z._\\x80-\\xff][\\w.@+~%\\x80-\\xff-]*(?:/[\\w.@+~%\\x80-\\xff-]+)+");

    private final Path folder;
    private final List<Path> files;

    /** What stands for each name; longer ones first. */
    private final Map<String, String> names =
        new TreeMap<>(
            Comparator.comparingInt(String::length).reversed().thenComparing(Function.identity()));

    Anonymous(Path folder, Path suite, SuiteSetup setup, List<Path> files) throws IOException {
      this.folder = folder;
      this.files = files;
      path(folder.toString(), "/suite");
      path(suite.toString(), "/suite");
      path(System.getProperty("java.home"), "/java");
      path(Path.of("").toAbsolutePath().toString(), "/here");
      path(System.getProperty("user.home"), "/home/user");
      name(System.getProperty("user.name"), "user");
      ProcessIdentity here = ProcessIdentity.here(new Proc(), Instant.EPOCH);
      name(here.host(), "host");
      name(here.bootId(), "boot");
      NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .filter(address -> !address.isLoopbackAddress())
          .forEach(address -> name(address.getHostAddress().replaceAll("%.*", ""), "host"));
      for (ServerSpec spec : setup.servers().values()) {
        spec.home().ifPresent(home -> path(home.toString(), "/home-of-the-server"));
        spec.data().ifPresent(data -> path(data.toString(), "/data"));
        spec.log().ifPresent(log -> path(log.toString(), "/log"));
        spec.user().ifPresent(user -> name(user, "user"));
      }
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
        Path parent = Path.of(entry).toAbsolutePath().getParent();
        if (parent != null) {
          path(parent.toString(), "/ibench");
        }
      }
      formerNames();
    }

    /** The names of the machines, users and folders where the suite ran, as its records say. */
    private void formerNames() throws IOException {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path file : all.toList()) {
          String name = file.getFileName().toString();
          boolean record =
              Set.of("run.owner", "run.log", "database.properties").contains(name)
                  || name.endsWith(".json");
          if (record && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            formerNames(new String(bytes(file), StandardCharsets.UTF_8));
          }
        }
      }
    }

    private void formerNames(String text) {
      JSON_TEXT
          .matcher(text)
          .results()
          .map(found -> found.group(1).replace("\\\"", "\"").replace("\\\\", "\\"))
          .filter(value -> value.startsWith("/") && value.lastIndexOf('/') > 0)
          .forEach(
              value -> {
                Matcher data = DATA.matcher(value);
                if (data.matches()) {
                  path(data.group(1), "/suite");
                } else if (!PATH.matcher(value).replaceAll("").equals(value)) {
                  path(LINE_OF_FILE.matcher(value).replaceAll(""), "/path");
                }
              });
      HOME.matcher(text).results().forEach(found -> name(found.group(1), "user"));
      BOOT.matcher(text).results().forEach(found -> name(found.group(1), "boot"));
      NAMED_HOST.matcher(text).results().forEach(found -> name(found.group(1), "host"));
      URL.matcher(text)
          .results()
          .flatMap(found -> Stream.of(found.group(1).split(",")))
          .map(host -> host.replaceAll(":\\d+$", ""))
          .filter(host -> host.matches("[A-Za-z0-9][A-Za-z0-9.-]*|\\[.*]"))
          .filter(host -> !host.startsWith("127."))
          .forEach(host -> name(host, "host"));
    }

    private void path(String text, String instead) {
      String done = DONE + instead.substring(1);
      name(text, done);
      if (text.startsWith("/")) {
        name(Path.of(text).toUri().getRawPath().replaceAll("/$", ""), done);
      }
    }

    private void name(String text, String instead) {
      boolean ordinary = Set.of("/", "root", "localhost", "user", "host").contains(text);
      if (text.length() >= SHORTEST && !ordinary) {
        names.putIfAbsent(text, instead);
      }
    }

    /** Returns what was copied. */
    List<Path> copy(Path to, List<String> leftOut) throws IOException {
      List<Path> copied = new ArrayList<>();
      for (Path inside : files) {
        if (inside.toString().endsWith(".html")) {
          continue;
        }
        byte[] bytes = bytes(folder.resolve(inside));
        if (!isText(bytes)) {
          leftOut.add("left out: " + inside + " is no text: names in it cannot be replaced");
          continue;
        }
        Path copy = to.resolve(inside);
        Files.createDirectories(copy.getParent());
        // Bytes as characters, one to one.
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        String changed = without(text);
        // A record that was changed here has no checksum of ibench's any more.
        Files.writeString(
            copy,
            changed.equals(text) ? text : changed.replaceFirst(CHECKSUM, "\n}\n"),
            StandardCharsets.ISO_8859_1);
        copied.add(inside);
      }
      return copied;
    }

    /** Archives and other binary files have bytes that no text has. */
    private static boolean isText(byte[] bytes) {
      for (byte each : bytes) {
        if (each >= 0 && each < ' ' && "\t\n\r\f\33".indexOf(each) < 0) {
          return false;
        }
      }
      return true;
    }

    private String without(String text) {
      String changed = text;
      for (Map.Entry<String, String> name : names.entrySet()) {
        byte[] bytes = name.getKey().getBytes(StandardCharsets.UTF_8);
        String shown = new String(bytes, StandardCharsets.ISO_8859_1);
        if (changed.contains(shown)) {
          changed =
              changed.replaceAll(
                  "(?<![\\w.-])" + Pattern.quote(shown) + END_OF_NAME,
                  Matcher.quoteReplacement(name.getValue()));
        }
      }
      return PATH.matcher(changed).replaceAll("/path").replace(DONE, '/');
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
