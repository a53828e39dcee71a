package io.ibench.workload.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import org.junit.jupiter.api.Test;

class IoPlanTest {

  @Test
  void mistakesAreReportedTogether() {
    assertThat(
            IoTrial.mistakes(
                "fill, read, mix, write, innosim",
                "io.page=512B",
                "io.files=3",
                "read.direct=true",
                "mix.read_pct=100",
                "mix.sync_every=4",
                "write.write_block=3KB",
                "innosim.max_dirty=10",
                "innosim.redo_write=2MB",
                "innosim.hit_pct=100",
                "innosim.dirty_pct=0"))
        .anyMatch(line -> line.contains("io.size") && line.contains("no multiple of 3 files"))
        .anyMatch(line -> line.contains("read.direct") && line.contains("4 KB or more"))
        .anyMatch(line -> line.contains("mix.sync_every") && line.contains("never comes"))
        .anyMatch(line -> line.contains("write.write_block") && line.contains("no power of two"))
        .anyMatch(line -> line.contains("innosim.max_dirty"))
        .anyMatch(line -> line.contains("innosim.redo_write"))
        .anyMatch(line -> line.contains("innosim.hit_pct"));
    assertThat(IoTrial.mistakes("fill", "io.page=3KB")).hasSize(1);
  }

  @Test
  void filesThatFitIntoTheMemoryAreWarnedOfUnlessReadsAreDirect() {
    Config config = IoTrial.config("fill, read");
    assertThat(new IoPlan(config, new Memory(1 << 30)).warnings())
        .singleElement()
        .asString()
        .startsWith("read: direct = false, and the page cache holds it");
    Config direct = IoTrial.config("fill, read", "read.direct=true");
    assertThat(new IoPlan(direct, new Memory(1 << 30)).warnings()).isEmpty();
  }
}
