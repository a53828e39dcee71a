package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.Recording.Reading;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlGroupTest {

  private static final String MOUNT = "%d 30 0:%1$d %s %s rw,nosuid shared:9 - %s cgroup rw,%s\n";
  private static final String UNLIMITED = "9223372036854771712\n";

  @TempDir Path temporary;
  private Recording recording;
  private String mounts = "22 1 254:1 / / rw,relatime - ext4 /dev/vda1 rw\n";

  @BeforeEach
  void record() throws IOException {
    recording = new Recording(temporary);
  }

  private void mount(String root, String folder, String type, String options) throws IOException {
    mounts +=
        MOUNT.formatted(
            31 + mounts.length(), root, recording.folder.resolve(folder), type, options);
    recording.with("proc/self/mountinfo", mounts);
  }

  private ControlGroup self() {
    return new ControlGroup(recording.proc, "self");
  }

  @Test
  void theSmallestLimitOfNestedGroupsCounts() throws IOException {
    mount("/", "sys/fs/cgroup", "cgroup2", "nsdelegate");
    recording
        .with("proc/self/cgroup", "0::/user.slice/run.scope\n")
        .with("sys/fs/cgroup/cpu.stat", "usage_usec 1\n")
        .with("sys/fs/cgroup/user.slice/cpu.max", "150000 100000\n")
        .with("sys/fs/cgroup/user.slice/memory.max", "8589934592\n")
        .with("sys/fs/cgroup/user.slice/run.scope/cpu.max", "400000 100000\n")
        .with("sys/fs/cgroup/user.slice/run.scope/memory.max", "max\n");

    assertThat(self().cpuQuota()).hasValue(1.5);
    assertThat(self().memoryLimitBytes()).hasValue(8L << 30);
  }

  @Test
  void withoutLimitsThereAreNone() throws IOException {
    mount("/", "sys/fs/cgroup", "cgroup2", "nsdelegate");
    recording
        .with("proc/self/cgroup", "0::/a\n")
        .with("sys/fs/cgroup/a/cpu.max", "max 100000\n")
        .with("sys/fs/cgroup/a/memory.max", "max\n");

    assertThat(self().cpuQuota()).isEmpty();
    assertThat(self().memoryLimitBytes()).isEmpty();
    assertThat(Reading.of(new ThrottleGauge(recording.proc)).reason(throttled()))
        .contains("no limit");
  }

  @Test
  void versionOneWritesALargeNumberWhereThereIsNoLimit() throws IOException {
    mount("/", "sys/fs/cgroup/memory", "cgroup", "memory");
    recording
        .with("proc/self/cgroup", "5:memory:/m\n")
        .with("sys/fs/cgroup/memory/m/memory.limit_in_bytes", UNLIMITED)
        .with("sys/fs/cgroup/memory/memory.stat", "hierarchical_memory_limit " + UNLIMITED);

    assertThat(self().memoryLimitBytes()).isEmpty();
  }

  private static HostMetric throttled() {
    return HostMetric.CLIENT_THROTTLED_MICROS;
  }

  @Test
  void versionOneHasAHierarchyForEachController() throws IOException {
    mount("/", "sys/fs/cgroup/cpu,cpuacct", "cgroup", "cpu,cpuacct");
    mount("/", "sys/fs/cgroup/memory", "cgroup", "memory");
    recording
        .with("proc/self/cgroup", "5:memory:/m\n4:cpuset:/\n3:cpu,cpuacct:/c\n1:name=systemd:/x\n")
        .with("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n")
        .with("sys/fs/cgroup/cpu,cpuacct/c/cpu.cfs_quota_us", "250000\n")
        .with("sys/fs/cgroup/cpu,cpuacct/c/cpu.cfs_period_us", "100000\n")
        .with(
            "sys/fs/cgroup/cpu,cpuacct/c/cpu.stat",
            "nr_periods 10\nnr_throttled 3\nthrottled_time 7654321\n")
        .with("sys/fs/cgroup/memory/memory.limit_in_bytes", UNLIMITED)
        .with("sys/fs/cgroup/memory/m/memory.limit_in_bytes", "1073741824\n");

    assertThat(self().cpuQuota()).hasValue(2.5);
    assertThat(self().memoryLimitBytes()).hasValue(1L << 30);
    assertThat(Reading.of(new ThrottleGauge(recording.proc)).value(throttled())).isEqualTo(7654);
  }

  @Test
  void versionOneTellsTheMemoryLimitOfGroupsThatCannotBeSeen() throws IOException {
    mount("/docker/abc", "sys/fs/cgroup/memory", "cgroup", "memory");
    recording
        .with("proc/self/cgroup", "5:memory:/docker/abc\n")
        .with("sys/fs/cgroup/memory/memory.limit_in_bytes", UNLIMITED)
        .with("sys/fs/cgroup/memory/memory.stat", "cache 0\nhierarchical_memory_limit 536870912\n");

    assertThat(self().memoryLimitBytes()).hasValue(512L << 20);
  }

  @Test
  void aHybridHierarchyHasItsLimitsInVersionOne() throws IOException {
    mount("/", "sys/fs/cgroup/cpu", "cgroup", "cpu");
    mount("/", "sys/fs/cgroup/unified", "cgroup2", "nsdelegate");
    recording
        .with("proc/self/cgroup", "1:cpu:/a\n0::/b\n")
        .with("sys/fs/cgroup/unified/b/cpu.max", "100000 100000\n")
        .with("sys/fs/cgroup/cpu/a/cpu.cfs_quota_us", "50000\n")
        .with("sys/fs/cgroup/cpu/a/cpu.cfs_period_us", "100000\n");

    assertThat(self().cpuQuota()).hasValue(0.5);
  }

  @Test
  void aContainersRootIsItsOwnGroup() throws IOException {
    mount("/", "sys/fs/cgroup", "cgroup2", "nsdelegate");
    recording
        .with("proc/self/cgroup", "0::/\n")
        .with("sys/fs/cgroup/cpu.max", "200000 100000\n")
        .with("sys/fs/cgroup/cpu.stat", "usage_usec 9\nnr_throttled 2\nthrottled_usec 4321\n");

    assertThat(self().cpuQuota()).hasValue(2);
    assertThat(Reading.of(new ThrottleGauge(recording.proc)).value(throttled())).isEqualTo(4321);
  }

  @Test
  void aContainerWithoutANamespaceReadsTheHostsPath() throws IOException {
    mount("/kubepods/pod1/c1", "sys/fs/cgroup/cpu", "cgroup", "cpu");
    recording
        .with("proc/self/cgroup", "1:cpu:/kubepods/pod1/c1\n")
        .with("proc/17/cgroup", "1:cpu:/kubepods/pod1/c1/inner\n")
        .with("proc/18/cgroup", "1:cpu:/kubepods/pod1/c11\n")
        .with("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "300000\n")
        .with("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n")
        .with("sys/fs/cgroup/cpu/inner/cpu.cfs_quota_us", "100000\n")
        .with("sys/fs/cgroup/cpu/inner/cpu.cfs_period_us", "100000\n");

    assertThat(self().cpuQuota()).hasValue(3);
    assertThat(new ControlGroup(recording.proc, "17").cpuQuota()).hasValue(1);
    assertThat(new ControlGroup(recording.proc, "18").cpuQuota()).isEmpty();
  }

  @Test
  void aServerInAnotherContainerIsNotTakenForOneInOurs() throws IOException {
    mount("/", "sys/fs/cgroup", "cgroup2", "nsdelegate");
    recording
        .with("proc/17/cgroup", "0::/../cgroup\n")
        .with("sys/fs/cgroup/cpu.max", "200000 100000\n");

    assertThat(new ControlGroup(recording.proc, "17").cpuQuota()).isEmpty();
  }

  @Test
  void damagedFilesLimitNothing() throws IOException {
    mount("/", "sys/fs/cgroup", "cgroup2", "nsdelegate");
    recording
        .with("proc/self/cgroup", "0::/\n")
        .with("sys/fs/cgroup/cpu.max", "100000 0\n")
        .with("sys/fs/cgroup/memory.max", "1073");

    assertThat(self().cpuQuota()).isEmpty();
    assertThat(self().memoryLimitBytes()).isEmpty();
    assertThat(new ControlGroup(recording.proc, "17").cpuQuota()).isEmpty();
  }
}
