package io.ibench.server;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.Document;

/**
 * Servers of MongoDB: a replica set of one server, because a standalone server has no transactions.
 * Options are those of the configuration file, such as {@code
 * storage.wiredTiger.engineConfig.cacheSizeGB}.
 */
public final class MongodbServers implements ServerProduct {

  private static final String SERVER = "mongod";
  private static final String KEY_FILE = "keyfile";
  private static final String SET = "ibench";
  private static final int UNAUTHORIZED = 13;
  private static final int AUTHENTICATION_FAILED = 18;
  private static final Pattern VERSION = Pattern.compile("db version v(\\d[\\w.]*)");
  private static final Set<String> RESERVED =
      Set.of(
          "storage.dbPath",
          "net.port",
          "net.bindIp",
          "net.bindIpAll",
          "net.unixDomainSocket.enabled",
          "processManagement.fork",
          "processManagement.pidFilePath",
          "security.keyFile",
          "security.authorization",
          "replication.replSetName",
          "systemLog.destination",
          "systemLog.path");
  private static final Map<String, Long> NO_UNITS = Map.of();

  @Override
  public String name() {
    return "mongodb";
  }

  @Override
  public String adapter() {
    return "mongodb";
  }

  @Override
  public Optional<String> systemUser() {
    return Optional.of("mongodb");
  }

  @Override
  public Installed installed(ServerSpec spec) throws ServerException {
    Path server =
        spec.home()
            .map(
                home ->
                    Stream.of("bin", "")
                        .map(folder -> home.resolve(folder).resolve(SERVER))
                        .filter(Files::isExecutable)
                        .findFirst())
            .orElseGet(() -> Programs.find(SERVER, List.of(Path.of("/usr/bin"))))
            .orElseThrow(
                () ->
                    new ServerException(
                        spec.home().isPresent()
                            ? "server.home = " + spec.home().get() + " has no bin/" + SERVER
                            : "MongoDB is not installed: no mongod on the PATH; unpack its tar.gz,"
                                + " and name the folder by server.home"));
    String printed = Programs.output(List.of(server.toString(), "--version")).orElse("");
    Matcher version = VERSION.matcher(printed);
    if (!version.find()) {
      throw new ServerException(server + " --version prints no version: " + printed);
    }
    return new Installed("MongoDB " + version.group(1), Map.of(SERVER, server));
  }

  @Override
  public List<String> mistakes(ServerSpec spec) {
    List<String> mistakes = new ArrayList<>(ConfFile.mistakes(spec, RESERVED, Set.of()));
    if (spec.confFile().isPresent()) {
      mistakes.add(
          "server.conf_file: ibench reads no YAML; write its options as conf.OPTION, such as"
              + " conf.storage.wiredTiger.engineConfig.cacheSizeGB = 1");
    }
    if (spec.log().isPresent()) {
      mistakes.add("server.log: MongoDB keeps its journal in the data folder; leave it out");
    }
    return mistakes;
  }

  /** YAML accepts names with dots. JSON's strings are YAML's as well. */
  @Override
  public String configuration(ServerInstance server) {
    Map<String, String> options = new LinkedHashMap<>(asked(server.spec()));
    options.put("storage.dbPath", server.data().toString());
    options.put("net.port", Integer.toString(server.port()));
    options.put("net.bindIp", "127.0.0.1");
    options.put("net.unixDomainSocket.enabled", "false");
    options.put("replication.replSetName", SET);
    options.put("security.keyFile", server.folder().resolve(KEY_FILE).toString());
    StringBuilder text = new StringBuilder();
    options.forEach(
        (name, value) -> text.append(name).append(": ").append(yaml(value)).append('\n'));
    return text.toString();
  }

  private static String yaml(String value) {
    boolean plain = value.matches("-?[0-9]+(\\.[0-9]+)?|true|false");
    return plain ? value : "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  /** Members of a set with users need a key, also a single one. */
  @Override
  public Map<String, String> secretFiles(ServerInstance server) {
    byte[] secret = ("key of " + server.password()).getBytes(StandardCharsets.UTF_8);
    return Map.of(KEY_FILE, Base64.getEncoder().encodeToString(secret) + "\n");
  }

  @Override
  public Program command(ServerInstance server) {
    List<String> words = new ArrayList<>(server.spec().wrap());
    server
        .spec()
        .preload()
        .ifPresent(library -> words.addAll(List.of("env", "LD_PRELOAD=" + library)));
    words.add(server.installed().program(SERVER).toString());
    words.addAll(List.of("--config", server.configurationFile().toString()));
    return Program.of("starting MongoDB", words);
  }

  /** Initiates the set and makes the user, which a new server allows without a login. */
  @Override
  public void ready(ServerInstance server) throws ServerException {
    try (MongoClient client = MongoClients.create(url(server, false))) {
      Document hello = run(client, new Document("hello", 1));
      if (!hello.getBoolean("isWritablePrimary", false)) {
        initiate(server, client, hello.containsKey("setName"));
        throw new ServerException("the server is no primary yet");
      }
      makeUser(client, server.password());
    } catch (MongoException e) {
      throw new ServerException(String.valueOf(e.getMessage()));
    }
    try (MongoClient client = MongoClients.create(url(server, true))) {
      run(client, new Document("listDatabases", 1));
    } catch (MongoException e) {
      throw new ServerException(String.valueOf(e.getMessage()));
    }
  }

  /** A copy of data knows the port of the server before it. */
  private static void initiate(ServerInstance server, MongoClient client, boolean isMember) {
    Document member = new Document("_id", 0).append("host", "127.0.0.1:" + server.port());
    Document set = new Document("_id", SET).append("version", 1).append("members", List.of(member));
    try {
      if (!isMember) {
        run(client, new Document("replSetInitiate", set));
      }
    } catch (MongoCommandException e) {
      if (e.getErrorCode() != UNAUTHORIZED) {
        return; // it was initiated before, and elects
      }
      try (MongoClient user = MongoClients.create(url(server, true))) {
        set.append("version", 1_000_000);
        run(user, new Document("replSetReconfig", set).append("force", true));
      }
    }
  }

  private static void makeUser(MongoClient client, String password) {
    try {
      run(
          client,
          new Document("createUser", ServerInstance.DATABASE)
              .append("pwd", password)
              .append("roles", List.of("root")));
    } catch (MongoCommandException e) {
      if (e.getErrorCode() != UNAUTHORIZED && e.getErrorCode() != AUTHENTICATION_FAILED) {
        throw e;
      }
      // There is a user already: only the first one is made without a login.
    }
  }

  private static Document run(MongoClient client, Document command) {
    return client.getDatabase("admin").runCommand(command);
  }

  private static String url(ServerInstance server, boolean login) {
    String user = login ? ServerInstance.DATABASE + ":" + server.password() + "@" : "";
    return "mongodb://"
        + user
        + "127.0.0.1:"
        + server.port()
        + "/?directConnection=true&authSource=admin&serverSelectionTimeoutMS=2000";
  }

  @Override
  public Map<String, String> readBack(ServerInstance server, Set<String> options)
      throws ServerException {
    try (MongoClient client = MongoClients.create(url(server, true))) {
      Document parsed =
          run(client, new Document("getCmdLineOpts", 1)).get("parsed", new Document());
      return values(parsed, options);
    } catch (MongoException e) {
      throw new ServerException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * The values of options in what the server has parsed.
   *
   * @param parsed a document within a document for each dot
   */
  static Map<String, String> values(Document parsed, Set<String> options) {
    Map<String, String> found = new LinkedHashMap<>();
    for (String option : options) {
      Object value = parsed.getEmbedded(List.of(option.split("\\.")), Object.class);
      if (value != null && !(value instanceof Document)) {
        found.put(option, value.toString());
      }
    }
    return found;
  }

  @Override
  public boolean isEqual(String option, String asked, String has) {
    return OptionValues.isEqual(asked, has, NO_UNITS);
  }

  /** The adapter finds the primary by the name of the set. */
  @Override
  public ServerAccess access(ServerInstance server) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("database", server.spec().driver().orElse(adapter()));
    settings.put(
        "url",
        "mongodb://127.0.0.1:"
            + server.port()
            + "/"
            + ServerInstance.DATABASE
            + "?replicaSet="
            + SET
            + "&authSource=admin");
    settings.put("user", ServerInstance.DATABASE);
    settings.put("password", "${" + ServerAccess.PASSWORD + "}");
    return new ServerAccess(settings, Map.of(ServerAccess.PASSWORD, server.password()));
  }
}
