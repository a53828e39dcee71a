package io.ibench.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Servers whose programs are in an image ({@code server.image}), run by podman or docker. {@code
 * server.driver} says which product it is; all that ibench knows of the product holds. The folders
 * have the same paths inside, and the network is that of the machine: the server uses this
 * machine's files and its port as any other one does. The image must be on this machine.
 */
public final class ImageServers implements ServerProduct {

  private static final String ENGINE = "engine";
  private static final List<String> ENGINES = List.of("podman", "docker");
  private static final Map<String, ProgramProduct> PRODUCTS =
      Map.of(
          "mariadb", new MariadbServers(),
          "mysql", new MysqlServers(),
          "postgres", new PostgresServers());

  @Override
  public String name() {
    return "image";
  }

  /** {@code server.driver} is needed. */
  @Override
  public String adapter() {
    return "mariadb";
  }

  private static ProgramProduct product(ServerSpec spec) {
    return PRODUCTS.getOrDefault(
        spec.driver().orElse(""), Objects.requireNonNull(PRODUCTS.get("mariadb")));
  }

  private static String image(ServerSpec spec) {
    return spec.lines().getOrDefault("image", "");
  }

  @Override
  public Installed installed(ServerSpec spec) throws ServerException {
    Path engine =
        ENGINES.stream()
            .flatMap(name -> Programs.find(name, List.of(Path.of("/usr/bin"))).stream())
            .findFirst()
            .orElseThrow(
                () ->
                    new ServerException(
                        "product image needs podman or docker, and neither is on the PATH"));
    ProgramProduct product = product(spec);
    String image = image(spec);
    String digest =
        Programs.output(List.of(engine.toString(), "image", "inspect", "--format={{.Id}}", image))
            .orElseThrow(
                () ->
                    new ServerException(
                        "there is no image "
                            + image
                            + " on this machine, or "
                            + engine.getFileName()
                            + " does not work; first: "
                            + engine.getFileName()
                            + " pull "
                            + image));
    String program = product.programs().get(0);
    List<String> words =
        List.of(engine.toString(), "run", "--rm", "--entrypoint=" + program, image, "--version");
    String printed =
        Programs.output(words)
            .orElseThrow(() -> new ServerException("image " + image + " has no " + program));
    String version =
        product
            .version(printed)
            .orElseThrow(
                () -> new ServerException("image " + image + " is another product: " + printed));
    Map<String, Path> programs =
        product.programs().stream().collect(Collectors.toMap(name -> name, Path::of));
    programs.put(ENGINE, engine);
    return new Installed(version + ", image " + image + " " + digest, programs);
  }

  @Override
  public List<String> mistakes(ServerSpec spec) {
    List<String> mistakes = new ArrayList<>();
    if (image(spec).isBlank()) {
      mistakes.add("server.image: product image needs it, such as docker.io/library/mariadb:11.4");
    }
    if (image(spec).startsWith("-")) {
      mistakes.add("server.image: is an option of the engine; allowed: the name of an image");
    }
    if (!PRODUCTS.containsKey(spec.driver().orElse(""))) {
      mistakes.add("server.driver: product image needs it; allowed: mariadb, mysql, postgres");
    }
    if (spec.home().isPresent() || spec.preload().isPresent() || !spec.wrap().isEmpty()) {
      mistakes.add("server.home, server.preload, server.wrap: are not for product image");
    }
    if (spec.limits().needsControlGroup() || spec.limits().serverCpus().isPresent()) {
      mistakes.add("server.product: ibench cannot limit the server of an image");
    }
    if (SystemUser.isRoot() && !product(spec).runsAsRoot()) {
      mistakes.add("server.driver: this product does not run as root; run ibench as another user");
    }
    if (spec.confFile().isPresent()) {
      mistakes.add(
          "server.conf_file: only the program in the image could read it; write its options as"
              + " conf.OPTION");
    }
    mistakes.addAll(product(spec).mistakes(spec));
    return mistakes;
  }

  @Override
  public Map<String, String> optionsFor(Map<String, String> settings) {
    return Objects.requireNonNull(PRODUCTS.get("mariadb")).optionsFor(settings);
  }

  @Override
  public String configuration(ServerInstance server) {
    return product(server.spec()).configuration(server);
  }

  @Override
  public Map<String, String> secretFiles(ServerInstance server) {
    return product(server.spec()).secretFiles(server);
  }

  @Override
  public List<Program> initialization(ServerInstance server) {
    return product(server.spec()).initialization(server).stream()
        .map(program -> inside(server, program))
        .toList();
  }

  @Override
  public Program command(ServerInstance server) {
    return inside(server, product(server.spec()).command(server));
  }

  /** A program of the product, in a container with the folders of the server. */
  private static Program inside(ServerInstance server, Program program) {
    List<String> words = new ArrayList<>();
    words.add(server.installed().program(ENGINE).toString());
    words.addAll(List.of("run", "--rm", "--name=" + container(server), "--network=host"));
    Path engine = server.installed().program(ENGINE).getFileName();
    if (engine.toString().equals("podman") && !SystemUser.isRoot()) {
      words.add("--userns=keep-id");
    }
    words.add("--user=" + user());
    if (engine.toString().equals("docker")) {
      // Programs look the name of their user up.
      words.add("--volume=/etc/passwd:/etc/passwd:ro");
    }
    Set<Path> folders = new LinkedHashSet<>(List.of(server.folder()));
    if (!server.log().equals(server.data())) {
      folders.add(server.log());
    }
    folders.forEach(folder -> words.add("--volume=" + folder + ":" + folder));
    words.add("--entrypoint=" + program.words().get(0));
    words.add(image(server.spec()));
    words.addAll(program.words().subList(1, program.words().size()));
    return new Program(program.purpose(), words, program.environment());
  }

  private static String container(ServerInstance server) {
    return "ibench-" + server.port();
  }

  /** The files belong to the user of ibench. */
  private static String user() {
    try {
      return SystemUser.id() + ":" + SystemUser.groupId();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void ready(ServerInstance server) throws ServerException {
    product(server.spec()).ready(server);
  }

  @Override
  public Map<String, String> asked(ServerSpec spec) {
    return product(spec).asked(spec);
  }

  @Override
  public Map<String, String> readBack(ServerInstance server, Set<String> options)
      throws ServerException {
    return product(server.spec()).readBack(server, options);
  }

  @Override
  public boolean isEqual(String option, String asked, String has) {
    return asked.equals(has);
  }

  /** Each product has units of its own. */
  @Override
  public boolean isEqual(ServerSpec spec, String option, String asked, String has) {
    return product(spec).isEqual(spec, option, asked, has);
  }

  /** A container whose client was killed; without one the command does nothing. */
  @Override
  public List<Program> cleaning(ServerInstance server) {
    String engine = server.installed().program(ENGINE).toString();
    return List.of(
        Program.of(
            "removing the container",
            List.of(
                "sh", "-c", "\"$1\" rm --force \"$2\" || true", "sh", engine, container(server))));
  }

  @Override
  public ServerAccess access(ServerInstance server) {
    Map<String, String> settings =
        new LinkedHashMap<>(product(server.spec()).access(server).settings());
    return new ServerAccess(settings, Map.of(ServerAccess.PASSWORD, server.password()));
  }
}
