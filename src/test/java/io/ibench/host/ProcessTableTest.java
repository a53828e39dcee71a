package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessTableTest {

  private static final long SERVER = 10;

  @TempDir Path temporary;
  private Recording recording;
  private ProcessTable table;

  @BeforeEach
  void record() throws IOException {
    recording = new Recording(temporary);
    table = new ProcessTable(recording.proc.reader());
    process(SERVER, 1);
    process(20, SERVER);
    process(33, 2);
  }

  private void process(long pid, long parent) throws IOException {
    recording.withProcess(new Recording.Process(pid, parent, 1, 1, 0, 1, 1));
  }

  private Set<Long> family() throws ProcException {
    ProcessStat server = ProcessStat.read(recording.proc.reader(), SERVER);
    Set<Long> pids = new TreeSet<>();
    table
        .family(List.of(server), List.of(new ServerProcess(SERVER, true)))
        .forEach(member -> pids.add(member.pid()));
    return pids;
  }

  @Test
  void aNewChildIsFoundAtOnce() throws Exception {
    assertThat(family()).containsExactly(SERVER, 20L);
    process(21, SERVER);
    process(22, 21);

    assertThat(family()).containsExactly(SERVER, 20L, 21L, 22L);
  }

  @Test
  void aMemberIsReadEachTime() throws Exception {
    for (int i = 0; i < 40; i++) {
      assertThat(family()).containsExactly(SERVER, 20L);
    }
    process(20, 1);

    assertThat(family()).containsExactly(SERVER);
  }

  @Test
  void aChildWithTheNumberOfAnotherProcessIsFoundLater() throws Exception {
    family();
    process(33, SERVER);
    boolean found = false;
    int calls = 0;
    while (!found && calls < 100) {
      found = family().contains(33L);
      calls++;
    }

    assertThat(calls).isBetween(2, 16);
  }
}
