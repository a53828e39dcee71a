package io.ibench.cli.run;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.Cli;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A duet with the other driver and the other engine of MariaDB. */
@NeedsServer
@ResourceLock("cpus")
class DuetDriversTest {

  @TempDir private Path folder;

  @Test
  void connectorJReachesTwoServersWithMyRocksThatChangeTheirData() throws IOException {
    Servers.requireMyRocks();
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Cli duet =
        ibench(
            "duet",
            Cli.LINKBENCH,
            "-d",
            "conf/mysql.properties",
            "--server",
            "--no-page",
            "-o",
            folder.resolve("out"),
            "-s",
            "linkbench.maxid1=301",
            "-s",
            "server.product=mariadb",
            "-s",
            "server.data=" + folder.resolve("data"),
            "-s",
            "engine=RocksDB",
            "--versus",
            "rocksdb_block_size=16384",
            "--most",
            "1s",
            "--within",
            "50");
    assertThat(duet.code()).as(duet.err() + duet.out()).isZero();
    JsonNode found = new ObjectMapper().readTree(folder.resolve("out/duet.json").toFile());
    assertThat(found.at("/subject/database").asText()).isEqualTo("mysql");
    assertThat(found.at("/subject/version").asText()).startsWith("MariaDB");
    assertThat(found.at("/course/other_answers").isNull()).isTrue();
    assertThat(found.at("/blocks")).hasSize(6);
    assertThat(found.at("/differs").toString())
        .isEqualTo("{\"conf.rocksdb_block_size\":[\"-\",\"16384\"]}");
    assertThat(folder.resolve("data-a")).doesNotExist();
  }
}
