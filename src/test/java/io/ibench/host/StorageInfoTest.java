package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageInfoTest {

  @TempDir Path temporary;
  private Recording recording;

  @BeforeEach
  void record() throws IOException {
    recording = new Recording(temporary);
  }

  private Map<String, Object> read(List<Path> directories, String... devices) {
    return StorageInfo.read(recording.proc, directories, List.of(devices));
  }

  @SuppressWarnings("unchecked") // as documented
  private static List<Map<String, Object>> list(Map<String, Object> facts, String key) {
    return (List<Map<String, Object>>) facts.get(key);
  }

  /** A disk with one partition, as /sys shows them. */
  private void disk(String disk, String partition) throws IOException {
    String folder = "sys/devices/pci0/" + disk;
    recording.with(folder + "/" + partition + "/partition", "1\n");
    recording.with(folder + "/" + partition + "/size", "2048\n");
    recording.with(folder + "/size", "4096\n");
    recording.with(folder + "/queue/scheduler", "none [mq-deadline] kyber\n");
    recording.with(folder + "/queue/rotational", "0\n");
    recording.with(folder + "/queue/nr_requests", "256\n");
    recording.with(folder + "/queue/read_ahead_kb", "128\n");
    recording.with(folder + "/device/model", "Fast Disk 2   \n");
    Path blocks = Files.createDirectories(recording.folder.resolve("sys/class/block"));
    Files.createSymbolicLink(blocks.resolve(disk), recording.folder.resolve(folder));
    Files.createSymbolicLink(
        blocks.resolve(partition), recording.folder.resolve(folder + "/" + partition));
  }

  @Test
  void aPartitionHasItsDisksSettingsAndItsOwnSize() throws IOException {
    disk("sda", "sda1");

    assertThat(list(read(List.of(), "sda1"), "devices"))
        .containsExactly(
            Map.of(
                "name",
                "sda1",
                "disk",
                "sda",
                "scheduler",
                "mq-deadline",
                "rotational",
                false,
                "nr_requests",
                256L,
                "read_ahead_kb",
                128L,
                "size_bytes",
                2048L * 512,
                "model",
                "Fast Disk 2"));
  }

  @Test
  void whatAVolumeConsistsOfIsListedToo() throws IOException {
    disk("sda", "sda1");
    recording.with("sys/class/block/dm-0/slaves/sda1", "");
    recording.with("sys/class/block/dm-0/queue/scheduler", "none\n");

    List<Map<String, Object>> devices = list(read(List.of(), "dm-0"), "devices");

    assertThat(devices).extracting(device -> device.get("name")).containsExactly("dm-0", "sda1");
    assertThat(devices.get(0)).containsEntry("scheduler", "none").containsEntry("model", null);
  }

  @Test
  void aDirectoryHasItsMount() throws IOException {
    Path data = Files.createDirectories(recording.folder.resolve("data/db"));
    String point = recording.folder + "/data";
    recording.with(
        "proc/self/mountinfo",
        "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n36 35 8:2 / "
            + point
            + " rw,noatime shared:1 - xfs /dev/sda2 rw,attr2,noquota\n");

    assertThat(list(read(List.of(data)), "directories"))
        .containsExactly(
            Map.of(
                "path", data.toString(),
                "mount_point", point,
                "type", "xfs",
                "options", "rw,noatime,attr2,noquota",
                "source", "/dev/sda2"));
  }

  @Test
  void factsThatCannotBeHadAreNull() {
    Map<String, Object> facts = read(List.of(Path.of("/data")), "nvme9n9");

    assertThat(list(facts, "directories").get(0))
        .containsEntry("path", "/data")
        .containsEntry("mount_point", null)
        .containsEntry("options", null);
    assertThat(list(facts, "devices").get(0))
        .containsEntry("name", "nvme9n9")
        .containsEntry("scheduler", null)
        .containsEntry("rotational", null)
        .containsEntry("size_bytes", null);
  }
}
