package io.ibench.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PprofFileTest {

  private static final Frame MAIN = Frame.named("server", "main");
  private static final Frame UNNAMED = new Frame("server", "", 0xd93de0);
  private static final Frame CALL = Frame.kernel("recvfrom");

  @TempDir Path folder;

  @Test
  void whatIsWrittenIsRead() throws IOException {
    CallTree tree = new CallTree();
    tree.add(List.of(MAIN, UNNAMED), 300);
    tree.add(List.of(MAIN, CALL), 2);
    tree.add(List.of(Frame.CUT, UNNAMED), 1);
    Path file = folder.resolve("profile.pb.gz");

    PprofFile.write(
        file,
        new CpuSamples(10_000_000, "", tree, 0, 0, 0, Map.of("server", "abc")),
        new PprofFile.About(1_000, 2_000, List.of("operations: 7")));
    CallTree read = PprofFile.read(file);

    assertThat(read.samples()).isEqualTo(303);
    assertThat(read.functions()).isEqualTo(tree.functions());
  }

  @Test
  void aDamagedFileIsNamed() throws IOException {
    Path file = folder.resolve("profile.pb.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(new byte[] {0x12, 0x50, 1, 2});
    }

    assertThatThrownBy(() -> PprofFile.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("profile.pb.gz is damaged");
  }

  @Test
  void aFileThatWouldBeTooLargeHasTheRarestCallsOfNoFunction() throws IOException {
    Random random = new Random(1);
    CallTree tree = new CallTree();
    tree.add(List.of(MAIN, CALL), 1_000);
    for (int i = 0; i < 15_000; i++) {
      List<Frame> stack = new ArrayList<>(List.of(MAIN));
      for (int depth = 0; depth < 20; depth++) {
        stack.add(new Frame("server", "", random.nextLong() >>> 1));
      }
      tree.add(stack, 1 + i % 3);
    }
    Path file = folder.resolve("profile.pb.gz");

    long bytes =
        PprofFile.write(
            file,
            new CpuSamples(10_000_000, "", tree, 0, 0, 0, Map.of()),
            new PprofFile.About(1_000, 2_000, List.of()));
    CallTree read = PprofFile.read(file);

    assertThat(bytes).isEqualTo(Files.size(file)).isLessThanOrEqualTo(PprofFile.MAX_BYTES);
    assertThat(read.samples()).isEqualTo(31_000);
    assertThat(read.functions())
        .containsEntry(MAIN, new CallTree.Counts(0, 31_000))
        .containsEntry(CALL, new CallTree.Counts(1_000, 1_000))
        .containsEntry(Frame.OTHERS, new CallTree.Counts(30_000, 30_000));
  }
}
