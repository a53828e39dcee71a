package io.ibench.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.testing.LinuxProgram;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** fio and ibench, by the commands of docs/coming-from.md, do the same to files. */
@StartsProcess
@Timeout(600)
class ComingFromFioTest {

  private static final Translations PAGE = Translations.of("fio");
  private static final String BASE =
      "fio --name=t --rw=randread --norandommap --bs=4k --size=1g --numjobs=4 --direct=1"
          + " --runtime=20 --time_based";
  private static final int PAGE_BYTES = 4096;
  private static final int MEGABYTE = 1 << 20;

  /** Before the pages of a file of ibench. */
  private static final int HEAD_BYTES = 64 << 10;

  @TempDir private Path folder;
  private Path theirFolder;
  private Path ourFolder;
  private boolean direct;

  @BeforeEach
  void prepare() throws Exception {
    LinuxProgram.require("fio");
    theirFolder = Files.createDirectory(folder.resolve("theirs"));
    ourFolder = folder.resolve("ours");
    direct = takesDirect();
  }

  /** Some file systems, such as older tmpfs, have no O_DIRECT. */
  private boolean takesDirect() {
    try {
      LinuxProgram.run(
          "dd",
          "if=/dev/zero",
          "of=" + folder.resolve("probe"),
          "bs=4096",
          "count=1",
          "oflag=direct");
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  /** What fio counted: of all its jobs together. */
  private record Counts(long reads, long readBytes, long writes, long writtenBytes, long syncs) {}

  /** fio with 4 jobs of 1 MB each, and its counts. */
  private Counts fio(String... options) throws Exception {
    Words command =
        PAGE.theirs(BASE)
            .where("--size=1g", "--size=1m")
            .where("--runtime=20", "--runtime=1")
            .where("--name=t", "--name=t --directory=" + theirFolder);
    for (String option : options) {
      command = command.with(option);
      if (option.startsWith("--number_ios")) {
        command = command.where(" --runtime=1 --time_based", "");
      }
    }
    if (!direct) {
      command = command.with("--direct=0");
    }
    String printed =
        LinuxProgram.run(
            command
                .plus("--output-format=json", "--fallocate=none", "--verify_state_save=0")
                .toArray());
    JsonNode jobs =
        new ObjectMapper().readTree(printed.substring(printed.indexOf('{'))).path("jobs");
    assertThat(jobs).isNotEmpty();
    long[] sums = new long[5];
    for (JsonNode job : jobs) {
      sums[0] += job.path("read").path("total_ios").asLong();
      sums[1] += job.path("read").path("io_bytes").asLong();
      sums[2] += job.path("write").path("total_ios").asLong();
      sums[3] += job.path("write").path("io_bytes").asLong();
      sums[4] += job.path("sync").path("lat_ns").path("N").asLong();
    }
    return new Counts(sums[0], sums[1], sums[2], sums[3], sums[4]);
  }

  /** The right side of a row, with 4 MB in all. */
  private Words ours(String row) {
    Words base =
        PAGE.ours(BASE).where("io.size=4GB", "io.size=4MB").where("--until 20s", "--until 1s");
    if (!row.equals(BASE)) {
      base = base.with(PAGE.row(row).ours().get(0).replace("GB", "MB"));
    }
    return direct ? base : base.with("-s io.direct=false");
  }

  private IbenchRun ibench(Words command, String name) throws Exception {
    return IbenchRun.of(command.plus("-s", "dir=" + ourFolder), Map.of(), folder.resolve(name));
  }

  /** What a step of ibench counted; a row is a page. */
  private static long bytesOf(IbenchRun run, String step, String operation) {
    return run.operation(step, operation).path("rows").asLong() * PAGE_BYTES;
  }

  private static List<Path> files(Path folder, String prefix) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .sorted()
          .toList();
    }
  }

  /** Of what is behind the heads. */
  private static List<Long> sizes(Path folder, String prefix, int head) throws IOException {
    List<Path> files = files(folder, prefix);
    long[] sizes = new long[files.size()];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = Files.size(files.get(i)) - head;
    }
    return Arrays.stream(sizes).boxed().toList();
  }

  private List<Long> theirSizes() throws IOException {
    return sizes(theirFolder, "t", 0);
  }

  private List<Long> ourSizes() throws IOException {
    return sizes(ourFolder, "DATA.", HEAD_BYTES);
  }

  @Test
  @Translates(BASE)
  void readsPagesOfFourFiles() throws Exception {
    Counts theirs = fio();
    IbenchRun run = ibench(ours(BASE), "run");
    assertThat(ourSizes()).isEqualTo(theirSizes()).hasSize(4).containsOnly((long) MEGABYTE);
    assertThat(theirs.readBytes() / theirs.reads()).isEqualTo(PAGE_BYTES);
    assertThat(bytesOf(run, "read", "read") / run.count("read", "read")).isEqualTo(PAGE_BYTES);
    assertThat(run.step("read").path("threads").asLong()).isEqualTo(4);
    assertThat(theirs.writes()).isZero();
  }

  @Test
  @Translates("--filename=t")
  void allJobsMayShareOneFile() throws Exception {
    fio("--filename=t");
    ibench(ours("--filename=t"), "run");
    assertThat(ourSizes()).isEqualTo(theirSizes()).containsExactly((long) MEGABYTE);
  }

  @ParameterizedTest
  @CsvSource({"--rw=randwrite, 0.632", "--rw=write, 1"})
  @Translates({"--rw=randwrite", "--rw=write"})
  void writesAsManyDistinctPages(String row, double share) throws Exception {
    fio("--rw=read --create_only=1");
    List<byte[]> before = pages(theirFolder, "t", 0);
    Counts theirs = fio(row, "--number_ios=256");
    assertThat(theirs.writes()).isEqualTo(1024);
    assertThat(theirs.writtenBytes()).isEqualTo(1024L * PAGE_BYTES);
    assertThat(changed(before, pages(theirFolder, "t", 0))).isCloseTo(share, within(0.05));

    ibench(
        ours(row)
            .where("steps=fill,write", "steps=fill")
            .where(" --threads 4 --until 1s", " -s fill.threads=4"),
        "fill");
    before = pages(ourFolder, "DATA.", HEAD_BYTES);
    IbenchRun run =
        ibench(
            ours(row).where("steps=fill,", "steps=").with("-s write.operations=1024 --until 1h"),
            "run");
    assertThat(run.count("write", "write")).isEqualTo(1024);
    assertThat(bytesOf(run, "write", "write")).isEqualTo(1024L * PAGE_BYTES);
    assertThat(changed(before, pages(ourFolder, "DATA.", HEAD_BYTES)))
        .isCloseTo(share, within(0.05));
  }

  /** The page says that ibench has no equal to fio's default. */
  @Test
  void fioRepeatsNoBlockByDefault() throws Exception {
    fio("--rw=read --create_only=1");
    List<byte[]> before = pages(theirFolder, "t", 0);
    fio("--rw=randwrite", "--norandommap=0", "--number_ios=256");
    assertThat(changed(before, pages(theirFolder, "t", 0))).isEqualTo(1);
  }

  private static List<byte[]> pages(Path folder, String prefix, int head) throws IOException {
    Stream.Builder<byte[]> pages = Stream.builder();
    for (Path file : files(folder, prefix)) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        channel.position(head);
        ByteBuffer page = ByteBuffer.allocate(PAGE_BYTES);
        while (channel.read(page.clear()) == PAGE_BYTES) {
          pages.add(page.array().clone());
        }
      }
    }
    return pages.build().toList();
  }

  private static double changed(List<byte[]> before, List<byte[]> after) {
    assertThat(after).hasSameSizeAs(before).hasSize(1024);
    long changed = 0;
    for (int i = 0; i < before.size(); i++) {
      changed += Arrays.equals(before.get(i), after.get(i)) ? 0 : 1;
    }
    return changed / (double) before.size();
  }

  @Test
  @Translates({"--rw=read", "--number_ios=1000"})
  void readsSoManyPages() throws Exception {
    // A job of fio ends at the end of its file of 256 blocks.
    assertThat(fio("--rw=read", "--number_ios=200").reads()).isEqualTo(800);
    Words ours = ours("--rw=read").with(PAGE.row("--number_ios=1000").ours().get(0));
    IbenchRun run = ibench(ours.where("=4000", "=800"), "run");
    assertThat(run.count("read", "read")).isEqualTo(800);
  }

  @Test
  @Translates("--rw=randrw --rwmixread=80")
  void mixesReadsAndWrites() throws Exception {
    String row = "--rw=randrw --rwmixread=80";
    Counts theirs = fio(row, "--number_ios=1000");
    IbenchRun run = ibench(ours(row).with("-s mix.operations=4000 --until 1h"), "run");
    Chance.assertEqualShares(
        "reads", run.count("mix", "read"), 4000, theirs.reads(), theirs.reads() + theirs.writes());
    assertThat(run.count("mix", "read") + run.count("mix", "write")).isEqualTo(4000);
  }

  @Test
  @Translates("--bs=256k")
  void readsAndWritesLargerBlocks() throws Exception {
    Translations.Row row = PAGE.row("--bs=256k");
    Counts read = fio(row.name(), "--number_ios=10");
    assertThat(read.readBytes() / read.reads()).isEqualTo(256 << 10);
    IbenchRun run = ibench(ours(row.name()), "read");
    assertThat(bytesOf(run, "read", "read") / run.count("read", "read")).isEqualTo(256 << 10);
    Words writing = ours("--rw=randwrite").with(row.ours().get(1));
    run = ibench(writing, "write");
    assertThat(bytesOf(run, "write", "write") / run.count("write", "write")).isEqualTo(256 << 10);
  }

  @Test
  @Translates("--ioengine=libaio --iodepth=16")
  void hasAsManyReadsInFlight() throws Exception {
    String row = "--ioengine=libaio --iodepth=16";
    assertThat(fio(row, "--number_ios=64").reads()).isEqualTo(256);
    IbenchRun run = ibench(ours(row).with("-s read.operations=256 --until 1h"), "run");
    assertThat(run.step("read").path("threads").asLong()).isEqualTo(4 * 16);
    assertThat(run.count("read", "read")).isEqualTo(256);
  }

  @Test
  @Translates("--direct=0")
  void readsThroughThePageCache() throws Exception {
    assertThat(fio("--direct=0", "--number_ios=64").reads()).isEqualTo(256);
    IbenchRun run = ibench(ours("--direct=0").with("-s read.operations=256 --until 1h"), "run");
    assertThat(run.count("read", "read")).isEqualTo(256);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--rw=randwrite --fdatasync=1", "--rw=randwrite --fsync=1"})
  @Translates({"--rw=randwrite --fdatasync=1", "--rw=randwrite --fsync=1"})
  void syncsAfterEachWrite(String row) throws Exception {
    Counts theirs = fio(row, "--number_ios=20");
    assertThat(theirs.writes()).isEqualTo(80);
    assertThat(theirs.syncs()).isBetween(76L, 80L); // not after the last write of a job
    IbenchRun run = ibench(ours(row).with("-s write.operations=80 --until 1h"), "run");
    assertThat(run.count("write", "write_sync")).isEqualTo(80);
  }

  @Test
  @Translates("--rw=randwrite --sync=dsync")
  void writesWithDsync() throws Exception {
    String row = "--rw=randwrite --sync=dsync";
    Counts theirs = fio(row, "--number_ios=20");
    assertThat(theirs.writes()).isEqualTo(80);
    assertThat(theirs.syncs()).isZero();
    IbenchRun run = ibench(ours(row).with("-s write.operations=80 --until 1h"), "run");
    assertThat(run.count("write", "write")).isEqualTo(80);
  }

  @Test
  @Translates("--nrfiles=8")
  void hasAsManyFiles() throws Exception {
    fio("--nrfiles=8", "--number_ios=8");
    ibench(ours("--nrfiles=8"), "run");
    assertThat(ourSizes()).isEqualTo(theirSizes()).hasSize(32).containsOnly(MEGABYTE / 8L);
  }

  @Test
  @Translates("--rate_iops=250")
  void keepsTheRateOfAllTogether() throws Exception {
    Counts theirs = fio("--rate_iops=250");
    IbenchRun run = ibench(ours("--rate_iops=250"), "run");
    assertThat(theirs.reads()).isBetween(1L, 1100L);
    assertThat(run.count("read", "read")).isBetween(1L, 1000L);
  }

  @Test
  @Translates("--rw=randwrite --verify=crc32c")
  void findsWhatWasWrittenWhole() throws Exception {
    String row = "--rw=randwrite --verify=crc32c";
    assertThat(fio(row, "--number_ios=64", "--norandommap=0").writes()).isEqualTo(256);
    IbenchRun run = ibench(ours(row).with("-s write.operations=256 --until 1h"), "run");
    assertThat(run.step("verify").path("state").asText()).isEqualTo("done");
    assertThat(run.step("verify").path("problems")).isEmpty();
  }
}
