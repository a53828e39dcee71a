package io.ibench.cli.setup;

import io.ibench.cli.ground.Installation;
import io.ibench.cli.ground.UsageException;
import io.ibench.config.Problem;
import io.ibench.db.Adapter;
import io.ibench.report.store.WriteFailure;
import io.ibench.workload.Workload;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All workloads and adapters: ibench's own, and those of the jars in the folders of plug-ins.
 *
 * <p>All jars share one class loader below ibench's, so that a driver may be a separate jar.
 * ibench's classes take precedence. The loader stays open until the process ends.
 */
public final class PlugIns {

  /** The name of the class loader of all plug-ins. */
  public static final String LOADER = "plug-ins";

  private final Map<String, Workload> workloads = new TreeMap<>(Setup.workloads());
  private final Map<String, Adapter> adapters = new TreeMap<>(Setup.adapters());
  private final IdentityHashMap<Object, PlugInJar> jars = new IdentityHashMap<>();
  private final List<PlugInJar> libraries = new ArrayList<>();

  private ClassLoader classes = PlugIns.class.getClassLoader();

  private final String searched;

  private PlugIns(String searched) {
    this.searched = searched;
  }

  /**
   * Loads the jars of the installation's folders.
   *
   * @throws UsageException for the first unusable jar, with its name
   */
  public static PlugIns load(Installation installation) throws UsageException {
    PlugIns plugIns = new PlugIns(searched(installation));
    List<PlugInJar> jars = new ArrayList<>();
    for (Path file : files(installation)) {
      try {
        jars.add(PlugInJar.read(file));
      } catch (IOException e) {
        throw mistake(
            file, "is not a jar that can be read: " + e.getMessage() + FetchedLibrary.cure(file));
      }
    }
    if (!jars.isEmpty()) {
      plugIns.classes = classes(jars);
      for (PlugInJar jar : jars) {
        plugIns.add(jar);
      }
    }
    return plugIns;
  }

  /**
   * Every jar once, in the order of the folders, sorted by name in each. A jar in a folder of the
   * user replaces those of the same file name in the installation's own folder: it is the one that
   * is being worked on.
   */
  public static List<Path> files(Installation installation) throws UsageException {
    Map<Path, List<Path>> byFolder = new LinkedHashMap<>();
    for (Path folder : installation.plugInFolders()) {
      byFolder.put(folder, jarsIn(folder, installation));
    }
    Set<Path> ofUser =
        byFolder.entrySet().stream()
            .filter(folder -> !installation.isOwn(folder.getKey()))
            .flatMap(folder -> folder.getValue().stream().map(Path::getFileName))
            .collect(Collectors.toSet());
    Map<Path, Path> byRealPath = new LinkedHashMap<>();
    for (Map.Entry<Path, List<Path>> folder : byFolder.entrySet()) {
      for (Path file : folder.getValue()) {
        if (!installation.isOwn(folder.getKey()) || !ofUser.contains(file.getFileName())) {
          byRealPath.putIfAbsent(realPath(file), file);
        }
      }
    }
    return List.copyOf(byRealPath.values());
  }

  private static List<Path> jarsIn(Path folder, Installation installation) throws UsageException {
    try (Stream<Path> found = Files.list(folder)) {
      return found.filter(PlugIns::isNamedLikeJar).sorted().toList();
    } catch (IOException e) {
      boolean missing = e instanceof NoSuchFileException;
      throw mistake(
          full(folder),
          "is not a folder of plug-ins that can be read: "
              + (missing ? "there is no such folder" : WriteFailure.reason(e))
              + (installation.isOwn(folder) ? "" : "; " + Installation.PLUGINS + " names it"));
    }
  }

  private static Path realPath(Path file) throws UsageException {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      throw mistake(file, "is not a jar that can be read: " + e.getMessage());
    }
  }

  private static boolean isNamedLikeJar(Path file) {
    return file.getFileName().toString().endsWith(".jar");
  }

  private static ClassLoader classes(List<PlugInJar> jars) throws UsageException {
    List<URL> urls = new ArrayList<>();
    for (PlugInJar jar : jars) {
      urls.add(url(jar));
    }
    return new URLClassLoader(LOADER, urls.toArray(URL[]::new), PlugIns.class.getClassLoader());
  }

  private static URL url(PlugInJar jar) throws UsageException {
    try {
      return jar.url();
    } catch (IOException e) {
      throw mistake(jar.file(), "has no address: " + e.getMessage());
    }
  }

  private void add(PlugInJar jar) throws UsageException {
    int before = jars.size();
    try (URLClassLoader own = new URLClassLoader(new URL[] {url(jar)}, null)) {
      ClassLoader loader = new ServicesOfOneJar(own, classes);
      for (Workload workload : ServiceLoader.load(Workload.class, loader)) {
        String name = workload.name();
        check(jar, PlugInRules.ofWorkload(name, workload.description(), workload.keys()));
        put(workloads, "workload", name, workload, jar);
      }
      for (Adapter adapter : ServiceLoader.load(Adapter.class, loader)) {
        String name = adapter.name();
        check(jar, PlugInRules.ofAdapter(name, adapter.description(), adapter.keys()));
        put(adapters, "database", name, adapter, jar);
      }
    } catch (IOException | RuntimeException | ServiceConfigurationError | LinkageError e) {
      throw mistake(jar.file(), PlugInRules.reason(e));
    }
    if (jars.size() == before) {
      libraries.add(jar);
    }
  }

  private static void check(PlugInJar jar, Optional<String> flaw) throws UsageException {
    if (flaw.isPresent()) {
      throw mistake(jar.file(), flaw.get());
    }
  }

  private <T> void put(Map<String, T> all, String what, String name, T provider, PlugInJar jar)
      throws UsageException {
    T before = all.putIfAbsent(name, provider);
    if (before != null) {
      String owner = jarOf(before).map(found -> full(found).toString()).orElse("ibench itself");
      throw mistake(full(jar), what + " " + name + ": the name is taken already, by " + owner);
    }
    jars.put(provider, jar);
  }

  private static Path full(PlugInJar jar) {
    return full(jar.file());
  }

  private static Path full(Path file) {
    return file.toAbsolutePath().normalize();
  }

  private static UsageException mistake(Path where, String message) {
    return new UsageException(new Problem(where.toString(), "", "", message).toString());
  }

  /** Where they were looked for, in words. */
  String searched() {
    return searched;
  }

  private static String searched(Installation installation) {
    List<String> folders =
        Stream.concat(installation.ownPlugIns().stream(), installation.plugInFolders().stream())
            .map(folder -> full(folder).toString())
            .distinct()
            .toList();
    return "plug-ins are looked for in "
        + (folders.isEmpty() ? "" : String.join(", ", folders) + " and ")
        + (installation.plugInFolders().stream().allMatch(installation::isOwn)
            ? "the folders of " + Installation.PLUGINS + ", which is not set"
            : "no other folder");
  }

  /** By name. */
  public Map<String, Workload> workloads() {
    return Collections.unmodifiableMap(workloads);
  }

  /** By name. */
  public Map<String, Adapter> adapters() {
    return Collections.unmodifiableMap(adapters);
  }

  /** Finds the classes of all jars, and ibench's. */
  ClassLoader classes() {
    return classes;
  }

  /** The jar of a workload or an adapter; empty for ibench's own. */
  public Optional<PlugInJar> jarOf(Object provider) {
    return Optional.ofNullable(jars.get(provider));
  }

  /**
   * The plug-ins of a run for its result: their jars and all jars of libraries, with version and
   * checksum; empty if it uses no plug-in.
   */
  Map<String, String> versions(Workload workload, Adapter adapter, Adapter.Target target)
      throws UsageException {
    Set<PlugInJar> used = new LinkedHashSet<>();
    jarOf(workload).ifPresent(used::add);
    jarOf(adapter).ifPresent(used::add);
    if (!used.isEmpty() || target.usesPlugIns()) {
      used.addAll(libraries);
    }
    Map<String, String> versions = new LinkedHashMap<>();
    for (PlugInJar jar : used) {
      String version = jar.version().map(text -> text + ", ").orElse("");
      try {
        String value = version + "SHA-256 " + jar.sha256();
        versions.merge("plugin " + jar.name(), value, (one, other) -> one + "; " + other);
      } catch (IOException e) {
        throw mistake(jar.file(), "cannot be read: " + e);
      }
    }
    return versions;
  }

  /** Finds the classes of all jars, but the service files of only one. */
  private static final class ServicesOfOneJar extends ClassLoader {

    private final URLClassLoader jar;

    ServicesOfOneJar(URLClassLoader jar, ClassLoader classes) {
      super(classes);
      this.jar = jar;
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
      return jar.findResources(name);
    }
  }
}
