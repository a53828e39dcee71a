package io.ibench.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ElfFunctionsTest {

  private static final Path JVM =
      Path.of(System.getProperty("java.home"), "lib", "server", "libjvm.so");

  @TempDir Path folder;

  @Test
  void theFunctionsOfAStrippedProgramAreFound() {
    ElfFunctions jvm = ElfFunctions.read(JVM);

    OptionalLong start = jvm.startAt(0x600000);

    assertThat(start).isPresent();
    assertThat(jvm.startAt(0x600000 + 1)).isPresent();
    assertThat(jvm.buildId()).matches("[0-9a-f]{8,}");
  }

  @Test
  void anAddressOutsideOfTheProgramIsInNoFunction() {
    assertThat(ElfFunctions.read(JVM).startAt(Long.MAX_VALUE)).isEmpty();
  }

  @Test
  void whatIsNoProgramHasNone() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "x".repeat(100));
    Path cut = Files.write(folder.resolve("cut"), new byte[] {0x7f, 'E', 'L', 'F', 2, 1});

    for (Path file : new Path[] {text, cut, folder.resolve("none"), folder}) {
      assertThat(ElfFunctions.read(file).startAt(0)).isEmpty();
    }
  }

  @Test
  void aDamagedProgramHasNone() throws IOException {
    byte[] head = new byte[200];
    try (java.io.InputStream in = Files.newInputStream(JVM)) {
      in.readNBytes(head, 0, head.length);
    }
    Path cut = Files.write(folder.resolve("cut"), head);

    assertThat(ElfFunctions.read(cut).startAt(0x1000)).isEmpty();
  }
}
