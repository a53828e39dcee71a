package io.ibench.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
}
