package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessTreeMemoryTest {

  private static final long KIB = 1024;

  @TempDir Path temporary;
  private Path proc;
  private ProcessTreeMemory memory;

  @BeforeEach
  void open() throws IOException {
    proc = Files.createDirectories(temporary.resolve("proc"));
    memory = new ProcessTreeMemory(new Proc(proc, temporary.resolve("sys")).reader());
  }

  private ProcessStat process(long pid, long start, long anonymousKib, long sharedKib)
      throws IOException {
    Path folder = Files.createDirectories(proc.resolve(Long.toString(pid)));
    Files.writeString(
        folder.resolve("status"),
        """
        VmRSS:\t%d kB
        RssAnon:\t%d kB
        RssFile:\t2 kB
        RssShmem:\t%d kB
        """
            .formatted(anonymousKib + 2 + sharedKib, anonymousKib, sharedKib));
    return new ProcessStat(pid, "postgres", "S", 1, 0, 0, 1, start);
  }

  private List<ProcessStat> family(int members, long anonymousKib) throws IOException {
    List<ProcessStat> family = new ArrayList<>();
    for (int i = 0; i < members; i++) {
      family.add(process(100 + i, 7, anonymousKib, 50));
    }
    return family;
  }

  @Test
  void fewAreReadEachTime() throws Exception {
    memory.bytes(family(31, 10));

    assertThat(memory.bytes(family(31, 20))).isEqualTo((31 * 22 + 50) * KIB);
  }

  @Test
  void manyAreAllReadWithinFourReadings() throws Exception {
    assertThat(memory.bytes(family(40, 10))).isEqualTo((40 * 12 + 50) * KIB);

    assertThat(memory.bytes(family(40, 20))).isEqualTo((30 * 12 + 10 * 22 + 50) * KIB);
    memory.bytes(family(40, 20));
    memory.bytes(family(40, 20));
    assertThat(memory.bytes(family(40, 20))).isEqualTo((40 * 22 + 50) * KIB);
  }

  @Test
  void aNewProcessIsReadAtOnceAlsoUnderTheNumberOfAnOldOne() throws Exception {
    List<ProcessStat> family = family(40, 10);
    memory.bytes(family);
    for (int i = 0; i < 4; i++) {
      family.set(i, process(100 + i, 8, 1000, 50));
    }

    assertThat(memory.bytes(family)).isEqualTo((36 * 12 + 4 * 1002 + 50) * KIB);
  }

  @Test
  void whoHasEndedTakesNothing() throws Exception {
    List<ProcessStat> family = family(40, 10);
    memory.bytes(family);

    assertThat(memory.bytes(family.subList(0, 33))).isEqualTo((33 * 12 + 50) * KIB);
  }
}
