package io.ibench.cli;

import io.ibench.cli.ground.Installation;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.ground.Version;
import io.ibench.cli.setup.PlugInRules;
import io.ibench.cli.setup.PlugIns;
import io.ibench.workload.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import javax.lang.model.SourceVersion;

/** The files of a new plug-in, made from templates. Immutable. */
final class NewPlugIn {

  private static final String TEMPLATES = "/io/ibench/cli/plugin/";
  private static final String JAVA = "src/main/java/plugin/";

  /** What the plug-in has; named as on the command line. */
  enum Kind {
    workload("Workload", "io.ibench.workload.Workload"),
    database("Adapter", "io.ibench.db.Adapter");

    private final String suffix;
    private final String service;

    Kind(String suffix, String service) {
      this.suffix = suffix;
      this.service = service;
    }
  }

  private final Kind kind;
  private final String name;
  private final Path home;
  private final Path jar;

  private NewPlugIn(Kind kind, String name, Path home, Path jar) {
    this.kind = kind;
    this.name = name;
    this.home = home;
    this.jar = jar;
  }

  /**
   * Checks the name.
   *
   * @throws UsageException when it is no name, taken, or that of an existing file
   */
  static NewPlugIn of(Kind kind, String name, Installation installation) throws UsageException {
    if (!PlugInRules.isName(name)) {
      throw new UsageException(
          "new " + kind + " " + name + ": not a name; allowed: lower case letters, digits and _");
    }
    if (SourceVersion.isKeyword(name, SourceVersion.RELEASE_17)) {
      throw new UsageException(
          "new "
              + kind
              + " "
              + name
              + ": a word of Java, which cannot name a package; allowed:"
              + " any other name");
    }
    PlugIns known = PlugIns.load(installation);
    Set<String> taken =
        kind == Kind.workload ? known.workloads().keySet() : known.adapters().keySet();
    if (taken.contains(name)) {
      throw new UsageException(
          "new "
              + kind
              + " "
              + name
              + ": there is one of this name; allowed: any other than "
              + String.join(", ", taken));
    }
    if (Files.exists(Path.of(name), LinkOption.NOFOLLOW_LINKS)) {
      throw new UsageException(
          "new "
              + kind
              + " "
              + name
              + ": "
              + name
              + " exists already in this folder, and nothing"
              + " is overwritten");
    }
    Path home = installation.home().orElse(Path.of("")).toAbsolutePath().normalize();
    return new NewPlugIn(kind, name, home, ownJar());
  }

  /** The jar that has ibench's classes. */
  private static Path ownJar() {
    try {
      return Path.of(Workload.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Starts the plug-in, from its folder. */
  String runCommand() {
    String what =
        kind == Kind.workload
            ? name + ".properties"
            : "workloads/linkbench.properties -d " + name + ".properties";
    return "IBENCH_PLUGINS=$PWD/target/plugins "
        + quoted(home.resolve("bin/ibench"))
        + " run "
        + what;
  }

  /** For a shell. */
  private static String quoted(Path path) {
    String text = path.toString();
    return text.matches("[A-Za-z0-9_./-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  private static String xml(Path path) {
    return path.toString().replace("&", "&amp;").replace("<", "&lt;");
  }

  /** Writes all files into a folder that does not exist. */
  void write(Path folder) throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    String className = className() + kind.suffix;
    files.put("README.md", "README.md");
    files.put(".gitignore", "gitignore.txt");
    files.put("pom.xml", "pom.xml");
    files.put(name + ".properties", kind + "/plugin.properties");
    files.put(JAVA + name + "/" + className + ".java", kind + "/Plugin.java.txt");
    files.put(
        "src/test/java/plugin/" + name + "/" + className() + "Test.java", "IbenchTest.java.txt");
    for (Map.Entry<String, String> file : files.entrySet()) {
      write(folder.resolve(file.getKey()), filled(template(file.getValue())));
    }
    write(
        folder.resolve("src/main/resources/META-INF/services/" + kind.service),
        "plugin." + name + "." + className + "\n");
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** As in {@code MyShop} for {@code my_shop}. */
  private String className() {
    StringBuilder text = new StringBuilder();
    for (String word : name.split("_")) {
      if (!word.isEmpty()) {
        text.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
      }
    }
    return text.toString();
  }

  private String filled(String template) throws IOException {
    boolean database = kind == Kind.database;
    return template
        .replace("@test@", template(kind + "/test.txt"))
        .replace("@dependencies@", database ? template("database/dependencies.txt") : "")
        .replace("@plugins@", database ? template("database/plugins.txt") : "")
        .replace("@run@", runCommand())
        .replace("@tutorial@", "tutorial-" + kind + ".md")
        .replace("@kind@", kind.toString())
        .replace("@class@", className() + kind.suffix)
        .replace("@Name@", className())
        .replace("@name@", name)
        .replace("@version@", Version.number())
        .replace("@plugins-folder@", quoted(home.resolve("plugins")))
        .replace("@home@", xml(home))
        .replace("@jar@", xml(jar));
  }

  private static String template(String file) throws IOException {
    try (InputStream in = NewPlugIn.class.getResourceAsStream(TEMPLATES + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
