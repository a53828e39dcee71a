package io.ibench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.config.Config;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Products that need no program here: what they would run. */
class OtherProductsTest {

  private static final Path FOLDER = Path.of("/x/server");
  private final MongodbServers mongodb = new MongodbServers();
  private final ImageServers image = new ImageServers();

  /** From keys, as users write them. */
  private static ServerSpec spec(String product, String... pairs) {
    Map<String, String> keys = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      keys.put(pairs[i], pairs[i + 1]);
    }
    return ServerKeys.read(Config.of(keys), product, Optional.empty());
  }

  private static ServerInstance instance(ServerSpec spec, Map<String, Path> programs) {
    return new ServerInstance(
        "cell",
        spec,
        new Installed("product", programs),
        FOLDER,
        FOLDER.resolve("data"),
        FOLDER.resolve("data"),
        20001,
        "secret",
        Optional.empty());
  }

  @Test
  void mongodbIsAReplicaSetOfOneWithAKey() {
    ServerSpec spec =
        spec(
            "mongodb",
            "conf.storage.wiredTiger.engineConfig.cacheSizeGB",
            "1",
            "conf.operationProfiling.mode",
            "off",
            "conf.setParameter.x",
            "a: b");
    ServerInstance server = instance(spec, Map.of("mongod", Path.of("/opt/bin/mongod")));

    assertThat(mongodb.configuration(server))
        .isEqualTo(
            """
            storage.wiredTiger.engineConfig.cacheSizeGB: 1
            operationProfiling.mode: "off"
            setParameter.x: "a: b"
            storage.dbPath: "/x/server/data"
            net.port: 20001
            net.bindIp: "127.0.0.1"
            net.unixDomainSocket.enabled: false
            replication.replSetName: "ibench"
            security.keyFile: "/x/server/keyfile"
            """);
    assertThat(mongodb.secretFiles(server)).containsOnlyKeys("keyfile");
    assertThat(mongodb.command(server).words())
        .containsExactly("/opt/bin/mongod", "--config", "/x/server/server.cnf");
    assertThat(mongodb.access(server).settings())
        .containsEntry("url", "mongodb://127.0.0.1:20001/ibench?replicaSet=ibench&authSource=admin")
        .containsEntry("password", "${IBENCH_SERVER_PASSWORD}");
  }

  @Test
  void mongodbReadsBackWhatItsServerHasParsed() {
    Document parsed =
        Document.parse(
            "{storage: {wiredTiger: {engineConfig: {cacheSizeGB: 1.0}}}, net: {port: 20001}}");
    String cache = "storage.wiredTiger.engineConfig.cacheSizeGB";

    Map<String, String> values =
        MongodbServers.values(parsed, Set.of(cache, "storage.nothing", "net"));

    assertThat(values).containsExactly(Map.entry(cache, "1.0"));
    assertThat(mongodb.isEqual(cache, "1", "1.0")).isTrue();
    assertThat(mongodb.isEqual(cache, "2", "1.0")).isFalse();
  }

  @Test
  void mongodbRefusesWhatIbenchSetsItselfAndFilesInYaml() {
    ServerSpec spec =
        spec(
            "mongodb",
            "conf.net.port",
            "1",
            "server.conf_file",
            "/etc/hostname",
            "server.log",
            "l");

    assertThat(mongodb.mistakes(spec))
        .extracting(line -> line.replaceAll(":.*", ""))
        .contains("conf.net.port", "server.conf_file", "server.log");
  }

  /** The one who owns the files that ibench makes for it. */
  @Test
  void anImagesProgramsRunAsTheUserOfIbench(@TempDir Path made) throws Exception {
    Object user = Files.getAttribute(made, "unix:uid");
    Object group = Files.getAttribute(made, "unix:gid");
    Map<String, Path> programs =
        Map.of("engine", Path.of("/usr/bin/docker"), "mariadbd", Path.of("mariadbd"));
    ServerInstance server = instance(spec("image", "server.driver", "mariadb"), programs);

    assertThat(image.command(server).words()).contains("--user=" + user + ":" + group);
  }

  @Test
  void anImagesProgramsRunInContainersWithTheFoldersOfTheServer() {
    ServerSpec spec =
        spec(
            "image",
            "server.image",
            "docker.io/library/mariadb:11.4",
            "server.driver",
            "mariadb",
            "conf.innodb_log_file_size",
            "64M");
    Map<String, Path> programs =
        Map.of(
            "engine", Path.of("/usr/bin/docker"),
            "mariadbd", Path.of("mariadbd"),
            "mariadb-install-db", Path.of("mariadb-install-db"));
    ServerInstance server = instance(spec, programs);

    assertThat(image.mistakes(spec)).isEmpty();
    assertThat(image.command(server).words())
        .containsSubsequence(
            "/usr/bin/docker",
            "run",
            "--rm",
            "--name=ibench-20001",
            "--network=host",
            "--volume=/x/server:/x/server",
            "--entrypoint=mariadbd",
            "docker.io/library/mariadb:11.4",
            "--defaults-file=/x/server/server.cnf")
        .noneMatch(word -> word.contains("secret"));
    assertThat(image.initialization(server).get(0).words())
        .contains("--entrypoint=mariadb-install-db", "--datadir=/x/server/data");
    assertThat(image.configuration(server)).contains("innodb_log_file_size = 64M");
    assertThat(image.asked(spec)).containsExactly(Map.entry("innodb_log_file_size", "64M"));
    assertThat(image.isEqual(spec, "innodb_log_file_size", "64M", "67108864")).isTrue();
    assertThat(image.cleaning(server).get(0).words()).endsWith("/usr/bin/docker", "ibench-20001");
  }

  @Test
  void anImageThatCannotRunHereIsOneLine() {
    ServerSpec none = spec("image", "limit.memory", "1GB", "server.home", "/opt");
    ServerSpec spec = spec("image", "server.image", "no.such.host/x:1", "server.driver", "mariadb");

    assertThat(image.mistakes(none))
        .extracting(line -> line.replaceAll("[:,].*", ""))
        .containsExactly("server.image", "server.driver", "server.home", "server.product");
    assertThatThrownBy(() -> image.installed(spec))
        .isInstanceOf(ServerException.class)
        .hasMessageMatching(
            "product image needs podman or docker, and neither is on the PATH"
                + "|there is no image no.such.host/x:1 on this machine, .*");
  }
}
