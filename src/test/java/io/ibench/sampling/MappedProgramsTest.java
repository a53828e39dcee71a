package io.ibench.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MappedProgramsTest {

  private final MappedPrograms programs =
      new MappedPrograms(
          List.of(
              "7f0000000000-7f0000001000 r--p 00000000 fe:00 17      /usr/lib/libx.so",
              "7f0000001000-7f0000003000 r-xp 00001000 fe:00 17      /usr/lib/libx.so",
              "7f0000005000-7f0000006000 r-xp 00000000 fe:00 18      /tmp/a copy.so (deleted)",
              "7f0000008000-7f0000009000 rwxp 00000000 00:00 0 ",
              "ffffffffff600000-ffffffffff601000 r-xp 00000000 00:00 0  [vsyscall]"));

  @Test
  void anInstructionHasItsPlaceInTheFile() {
    assertThat(programs.find(0x7f0000001234L))
        .contains(new RawFrame(0x1234, "", "/usr/lib/libx.so"));
    assertThat(programs.find(0x7f0000005010L)).contains(new RawFrame(0x10, "", "/tmp/a copy.so"));
  }

  @Test
  void whatNoFileHasIsNotFound() {
    assertThat(programs.find(0x7f0000000010L)).as("no code").isEmpty();
    assertThat(programs.find(0x7f0000003000L)).as("behind the code").isEmpty();
    assertThat(programs.find(0x7f0000008010L)).as("compiled by the JVM").isEmpty();
    assertThat(programs.find(0xffffffffff600000L)).as("the kernel's").isEmpty();
    assertThat(programs.find(1)).isEmpty();
  }
}
