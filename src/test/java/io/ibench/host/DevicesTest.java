package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DevicesTest {

  @TempDir Path temporary;
  private Recording recording;

  @BeforeEach
  void record() throws IOException {
    recording = new Recording(temporary);
    StringBuilder rows = new StringBuilder();
    for (String row : List.of("8 0 sda", "8 1 sda1", "8 2 sda2", "8 16 sdb", "253 0 dm-0")) {
      rows.append(row).append(" 1 2 3 4 5 6 7 8 9 10 11\n");
    }
    recording.with("proc/diskstats", rows.toString());
  }

  /** A mount below the folder of the recording, as the kernel writes it. */
  private String mount(String number, String point, String tail) {
    String path = recording.folder + (point.isEmpty() ? "" : "/" + point);
    return "36 35 " + number + " / " + path + " rw,noatime shared:1 master:2 - " + tail + " rw\n";
  }

  private void mounts(String... lines) throws IOException {
    String root = "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n";
    recording.with("proc/self/mountinfo", root + String.join("", lines));
  }

  private Path directory(String name) throws IOException {
    return Files.createDirectories(recording.folder.resolve(name));
  }

  private Devices paths(Path... paths) {
    return Devices.ofPaths(recording.proc, List.of(paths));
  }

  private Devices names(String... names) {
    return Devices.ofNames(recording.proc, List.of(names));
  }

  @Test
  void theLongestMountPointWins() throws IOException {
    mounts(mount("8:16", "data/db", "xfs /dev/sdb"), mount("8:2", "data", "ext4 /dev/sda2"));

    assertThat(paths(directory("data/db/files")).names()).containsExactly("sdb");
    assertThat(paths(directory("data/dbother")).names()).containsExactly("sda2");
    assertThat(paths(directory("elsewhere")).names()).containsExactly("sda1");
  }

  @Test
  void ofMountsAtOnePointTheLastWins() throws IOException {
    mounts(mount("8:2", "data", "ext4 /dev/sda2"), mount("8:16", "data", "xfs /dev/sdb"));

    assertThat(paths(directory("data")).names()).containsExactly("sdb");
  }

  @Test
  void blanksInMountPointsAreDecoded() throws IOException {
    mounts(mount("8:16", "my\\040data\\134x", "xfs /dev/sdb"));

    assertThat(paths(directory("my data\\x")).names()).containsExactly("sdb");
    assertThat(MountTable.unescape("a\\011b\\9\\04")).isEqualTo("a\tb\\9\\04");
  }

  @Test
  void symbolicLinksAreFollowed() throws IOException {
    mounts(mount("8:16", "data", "xfs /dev/sdb"));
    directory("data/files");
    Path link = Files.createSymbolicLink(recording.folder.resolve("link"), Path.of("data"));

    assertThat(paths(link.resolve("files")).names()).containsExactly("sdb");
  }

  /** As with a server in a container: the parent's disk would be the wrong one. */
  @Test
  void aDirectoryThatIsNotThereIsNamed() throws IOException {
    mounts();
    Path missing = recording.folder.resolve("missing");

    Devices devices = paths(directory("data"), missing);

    assertThat(devices.names()).containsExactly("sda1");
    assertThat(devices.reasons()).hasSize(1);
    assertThat(devices.reasons().get(0)).startsWith(missing + " is not there;");
  }

  @Test
  void allDevicesOfABtrfsAreFound() throws IOException {
    recording.with("sys/fs/btrfs/features/raid1c34", "0\n");
    recording.with("sys/fs/btrfs/2c1e-77/devices/sda2/size", "1\n");
    recording.with("sys/fs/btrfs/93aa-01/devices/sdb/size", "1\n");
    recording.with("sys/fs/btrfs/93aa-01/devices/dm-0/size", "1\n");
    mounts(mount("0:40", "data", "btrfs /dev/sdb"));

    assertThat(paths(directory("data")).names()).containsExactlyInAnyOrder("sdb", "dm-0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\134\\054", "\\134,", "\\054"})
  void anOverlayIsStoredWhereItWrites(String comma) throws IOException {
    Path upper = directory("layers/up,per");
    String options = "lowerdir=/l/1:/l/2,upperdir=" + upper.toString().replace(",", comma);
    mounts(
        mount("8:16", "layers", "xfs /dev/sdb"),
        mount("0:50", "data", "overlay overlay rw," + options + ",workdir=/w"));

    assertThat(paths(directory("data")).names()).containsExactly("sdb");
  }

  @Test
  void anOverlaysFolderWithoutADeviceIsNamedToo() throws IOException {
    Path upper = directory("memory/upper");
    mounts(
        mount("0:49", "memory", "tmpfs tmpfs"),
        mount("0:50", "data", "overlay overlay rw,upperdir=" + upper));

    assertThat(paths(directory("data")).reasons().get(0))
        .contains(upper + ", and that on tmpfs", "in memory");
  }

  @Test
  void anOverlayThatIsItsOwnUpperFolderEnds() throws IOException {
    Path data = directory("data");
    mounts(mount("0:50", "data", "overlay overlay rw,upperdir=" + data));

    assertThat(paths(data).reasons()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "tmpfs,tmpfs,its files are in memory",
    "nfs4,server:/export,its disks are another machine's",
    "zfs,tank/data,name the pool's disks in host.device",
    "overlay,overlay,name the disk below it in host.device",
    "fuse.sshfs,me@there:,name it in host.device",
  })
  void theReasonSaysWhatToDo(String type, String source, String advice) throws IOException {
    mounts(mount("0:50", "data", type + " " + source));

    assertThat(paths(directory("data")).reasons().get(0)).contains(advice);
  }

  @Test
  void anonymousFileSystemsUseTheirMountSource() throws IOException {
    Files.createSymbolicLink(
        Files.createDirectories(recording.folder.resolve("dev/mapper")).resolve("vg-data"),
        Path.of("../dm-0"));
    recording.with("dev/dm-0", "");
    mounts(
        mount("0:40", "btrfs", "btrfs /dev/sdb"),
        mount("0:41", "volume", "btrfs /dev/mapper/vg-data"));

    assertThat(paths(directory("btrfs"), directory("volume")).names())
        .containsExactly("sdb", "dm-0");
  }

  @ParameterizedTest
  @CsvSource({"tmpfs,tmpfs", "overlay,overlay", "nfs4,server:/export", "zfs,tank/data"})
  void fileSystemsWithoutADeviceSaySo(String type, String source) throws IOException {
    mounts(mount("0:50", "data", type + " " + source));

    Devices devices = paths(directory("data"));

    assertThat(devices.names()).isEmpty();
    assertThat(devices.reasons()).hasSize(1);
    assertThat(devices.reasons().get(0))
        .startsWith(recording.folder + "/data is on " + type + ", which has no block device");
  }

  @Test
  void anUnlistedDeviceIsNamedInTheReason() throws IOException {
    mounts(mount("9:9", "a", "ext4 /dev/md9"), mount("0:51", "b", "btrfs /dev/sdz"));

    assertThat(paths(directory("a")).reasons().get(0)).contains("/dev/md9 (9:9)");
    assertThat(paths(directory("b")).reasons().get(0)).contains("/dev/sdz (0:51)");
  }

  @Test
  void severalPathsOnOneDeviceCountItOnce() throws IOException {
    mounts(mount("8:16", "data", "xfs /dev/sdb"));

    assertThat(paths(directory("data/a"), directory("log"), directory("data/b")).names())
        .containsExactly("sdb", "sda1");
  }

  @Test
  void oneUnresolvedPathIsNamedBesideTheOthers() throws IOException {
    mounts(mount("0:50", "log", "tmpfs tmpfs"));

    Devices devices = paths(directory("data"), directory("log"));

    assertThat(devices.names()).containsExactly("sda1");
    assertThat(devices.reasons()).hasSize(1);
  }

  @Test
  void damagedMountLinesAreNoMounts() throws IOException {
    mounts("36 35 8:16\n", "\n", mount("8:16", "data", "xfs /dev/sdb").replace(" - ", " "), "36");

    assertThat(paths(directory("data")).names()).containsExactly("sda1");

    recording.with("proc/self/mountinfo", "");
    assertThat(paths(directory("data")).reasons().get(0)).contains("no mount point above");
  }

  @Test
  void givenNamesMayBePathsAndLinks() throws IOException {
    Path byId = Files.createDirectories(recording.folder.resolve("dev/disk/by-id"));
    Files.createSymbolicLink(byId.resolve("fast"), Path.of("../../sdb"));
    recording.with("dev/sdb", "");

    assertThat(names("sda", "/dev/sda", "/dev/disk/by-id/fast").names())
        .containsExactly("sda", "sdb");
  }

  @Test
  void unknownNamesListWhatThereIs() {
    Devices devices = names("sda", "vda", "", "\0");

    assertThat(devices.names()).containsExactly("sda");
    assertThat(devices.reasons()).hasSize(3);
    assertThat(devices.reasons().get(0))
        .isEqualTo("there is no disk vda; there are sda, sda1, sda2, sdb, dm-0");
  }

  @Test
  void aDiskIsNotCountedAgainForItsPartitionOrVolume() throws IOException {
    recording.with("sys/devices/block/sda/sda2/partition", "2\n");
    Path blocks = Files.createDirectories(recording.folder.resolve("sys/class/block"));
    Files.createSymbolicLink(blocks.resolve("sda2"), Path.of("../../devices/block/sda/sda2"));
    recording.with("sys/class/block/dm-0/slaves/sda2", "");

    assertThat(names("dm-0", "sda", "sdb").names()).containsExactly("sda", "sdb");
    assertThat(names("dm-0", "sda1").names()).containsExactly("dm-0", "sda1");
  }

  @Test
  void nothingAskedForIsAReasonToo() {
    assertThat(paths().reasons()).hasSize(1);
    assertThat(Devices.ofNames(new Proc(temporary.resolve("no"), temporary), List.of()).reasons())
        .hasSize(1);
  }
}
