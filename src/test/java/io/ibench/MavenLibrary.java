package io.ibench;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * A jar that the distribution contains, in Maven's repository on this machine, with its pom beside
 * it.
 *
 * @param licences as its pom or a parent of that calls them
 * @param needs the names of the libraries that it needs
 */
record MavenLibrary(
    String group,
    String name,
    String version,
    Path jar,
    List<String> licences,
    List<String> needs) {

  private static final Path POM = Path.of("pom.xml");
  private static final String INSIDE = "META-INF/licenses/[^/]+/([^/]+)/.*";

  /** All libraries that pom.xml names for the distribution, and what they need, by name. */
  static Map<String, MavenLibrary> shipped() throws IOException {
    Map<String, Path> jars = jarsOfTests();
    Map<String, MavenLibrary> found = new TreeMap<>();
    List<String> wanted = new ArrayList<>(direct());
    while (!wanted.isEmpty()) {
      String name = wanted.remove(0);
      if (!found.containsKey(name)) {
        MavenLibrary library = read(jars.get(name), jars);
        found.put(name, library);
        wanted.addAll(library.needs());
      }
    }
    return found;
  }

  /** The names of the libraries that pom.xml itself names for the distribution. */
  static List<String> direct() throws IOException {
    return needs(parse(POM));
  }

  /** The value of a property in pom.xml. */
  static String property(String name) throws IOException {
    return text(child(parse(POM), "properties"), name);
  }

  private static Map<String, Path> jarsOfTests() {
    Map<String, Path> jars = new LinkedHashMap<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (entry.endsWith(".jar")) {
        Path jar = Path.of(entry);
        jars.put(jar.getParent().getParent().getFileName().toString(), jar);
      }
    }
    return jars;
  }

  private static MavenLibrary read(Path jar, Map<String, Path> jars) throws IOException {
    String version = jar.getParent().getFileName().toString();
    String name = jar.getParent().getParent().getFileName().toString();
    Element pom = parse(jar.resolveSibling(name + "-" + version + ".pom"));
    Element named = text(pom, "groupId").isEmpty() ? child(pom, "parent") : pom;
    String group = text(named, "groupId");
    Path repository = jar.getParent().getParent().getParent();
    for (int i = 0; i < group.split("\\.").length; i++) {
      repository = repository.getParent();
    }
    List<String> needs = needs(pom).stream().filter(jars::containsKey).sorted().toList();
    return new MavenLibrary(group, name, version, jar, licences(pom, repository), needs);
  }

  private static List<String> licences(Element pom, Path repository) throws IOException {
    List<Element> licences = children(child(pom, "licenses"), "license");
    Element parent = child(pom, "parent");
    if (!licences.isEmpty() || parent == null) {
      return licences.stream().map(licence -> text(licence, "name")).toList();
    }
    String name = text(parent, "artifactId");
    String version = text(parent, "version");
    Path folder = repository.resolve(text(parent, "groupId").replace('.', '/'));
    Path file = folder.resolve(name).resolve(version).resolve(name + "-" + version + ".pom");
    return licences(parse(file), repository);
  }

  private static List<String> needs(Element pom) {
    return children(child(pom, "dependencies"), "dependency").stream()
        .filter(each -> text(each, "scope").matches("|compile|runtime"))
        .filter(each -> !text(each, "optional").equals("true"))
        .map(each -> text(each, "artifactId"))
        .toList();
  }

  private static Element parse(Path pom) throws IOException {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(pom.toFile())
          .getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(pom.toString(), e);
    }
  }

  private static List<Element> children(Element parent, String name) {
    List<Element> found = new ArrayList<>();
    for (Node each = parent == null ? null : parent.getFirstChild();
        each != null;
        each = each.getNextSibling()) {
      if (each instanceof Element element && element.getTagName().equals(name)) {
        found.add(element);
      }
    }
    return found;
  }

  private static Element child(Element parent, String name) {
    return children(parent, name).stream().findFirst().orElse(null);
  }

  /** Empty if there is no such element. */
  private static String text(Element parent, String name) {
    Element found = child(parent, name);
    return found == null ? "" : found.getTextContent().strip().replaceAll("\\s+", " ");
  }

  /** Its name in a list of CycloneDX. */
  String reference() {
    return "pkg:maven/" + group + "/" + name + "@" + version;
  }

  String sha256() {
    try {
      return sha256(Files.readAllBytes(jar));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Libraries inside its jar, as NAME-VERSION, that have a folder for their licences there. */
  TreeSet<String> inside() {
    try (JarFile file = new JarFile(jar.toFile());
        Stream<String> names = file.stream().map(entry -> entry.getName())) {
      TreeSet<String> inside = new TreeSet<>();
      names
          .filter(name -> name.matches(INSIDE))
          .forEach(name -> inside.add(name.replaceFirst(INSIDE, "$1")));
      return inside;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
