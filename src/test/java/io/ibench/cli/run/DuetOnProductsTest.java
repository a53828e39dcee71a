package io.ibench.cli.run;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.Cli;
import io.ibench.db.mongo.ServerInProcess;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A duet of two databases that need no server of their own, and of each workload that can be one.
 */
@Slow
@ResourceLock("cpus")
class DuetOnProductsTest {

  @TempDir private Path folder;

  private Path file(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name + ".properties"), List.of(lines));
  }

  /** Both sides must read the same. */
  private void answersAreEqual(Path workload, String step, Path a, Path b, String... settings)
      throws IOException {
    List<Object> arguments = new ArrayList<>(List.of("duet", workload, "-d", a, "-d", b));
    arguments.addAll(List.of("-o", folder.resolve("out"), "--no-page", "--threads", "2"));
    arguments.addAll(List.of("--most", "1s", "--within", "50", "--step", step));
    for (String setting : settings) {
      arguments.addAll(List.of("-s", setting));
    }
    Cli duet = ibench(arguments.toArray());
    assertThat(duet.code()).as(duet.err() + duet.out()).isZero();
    JsonNode found = new ObjectMapper().readTree(folder.resolve("out/duet.json").toFile());
    assertThat(found.at("/course/other_answers").isNull()).isTrue();
    assertThat(found.at("/blocks")).hasSizeGreaterThanOrEqualTo(4);
    assertThat(found.at("/operations").size()).isPositive();
  }

  private static final Path LINKBENCH = Cli.LINKBENCH;

  @Test
  void rocksdb() throws IOException {
    answersAreEqual(
        LINKBENCH,
        "request",
        file("a", "database=rocksdb", "sync=normal", "dir=" + folder.resolve("a")),
        file("b", "database=rocksdb", "sync=normal", "dir=" + folder.resolve("b")),
        "linkbench.maxid1=301");
  }

  @Test
  void anyJdbcProduct() throws IOException {
    String url = "url=jdbc:h2:mem:duet_";
    answersAreEqual(
        LINKBENCH,
        "request",
        file("a", "database=jdbc", url + "a;DB_CLOSE_DELAY=-1", "user=sa"),
        file("b", "database=jdbc", url + "b;DB_CLOSE_DELAY=-1", "user=sa"),
        "linkbench.maxid1=301");
  }

  @Test
  void mongodb() throws IOException {
    ServerInProcess server = ServerInProcess.shared();
    String a = server.urlOfItsOwn();
    String b = server.urlOfItsOwn();
    try {
      answersAreEqual(
          LINKBENCH,
          "request",
          file("a", "database=mongodb", "url=" + a),
          file("b", "database=mongodb", "url=" + b),
          "linkbench.maxid1=301");
    } finally {
      server.dropDatabase(a);
      server.dropDatabase(b);
    }
  }

  @Test
  void aStepThatIsOverBeforeABlockIsNamesTheOtherSteps() throws IOException {
    Path a = file("a", "database=sqlite", "sync=normal", "file=" + folder.resolve("a.db"));
    Path b = file("b", "database=sqlite", "sync=normal", "file=" + folder.resolve("b.db"));
    Cli duet =
        ibench(
            "duet",
            Path.of("workloads", "kv.properties"),
            "-d",
            a,
            "-d",
            b,
            "-o",
            folder.resolve("out"),
            "-s",
            "kv.num=500");
    assertThat(duet.err())
        .contains(
            "step readseq has nothing left to do before a block is over; --step names another one:"
                + " readrandom, multireadrandom, fwdrange, overwrite, updaterandom");
    assertThat(duet.code()).isEqualTo(1);
  }

  /** Each workload that has a step without an order between its operations. */
  @ParameterizedTest
  @CsvSource({
    "kv, readrandom, kv.num=500",
    "ycsb, workloada, ycsb.recordcount=500",
    "oltp, read_write, oltp.rows=300",
    "orders, request, rows.orders=300",
    "tpcb, request, seed=1"
  })
  void eachWorkload(String workload, String step, String setting) throws IOException {
    answersAreEqual(
        Path.of("workloads", workload + ".properties"),
        step,
        file("a", "database=sqlite", "sync=normal", "file=" + folder.resolve("a.db")),
        file("b", "database=sqlite", "sync=normal", "file=" + folder.resolve("b.db")),
        setting);
  }

  @Test
  void filesWithoutADatabase() throws IOException {
    answersAreEqual(
        Path.of("workloads", "io.properties"),
        "read.16",
        file("a", "database=files", "dir=" + folder.resolve("a")),
        file("b", "database=files", "dir=" + folder.resolve("b")),
        "io.size=4MB",
        "io.direct=false");
  }
}
