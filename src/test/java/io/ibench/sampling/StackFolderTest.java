package io.ibench.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StackFolderTest {

  private static final RawFrame START = new RawFrame(1, "start_thread", "/lib/libc.so.6");
  private static final RawFrame WORK = new RawFrame(2, "work.isra.0", "/usr/sbin/server");

  private final StackFolder folder = new StackFolder(file -> ElfFunctions.NONE);

  @Test
  void aStackIsTurnedAround() {
    StackFolder.Folded folded = folder.fold(List.of(WORK, START));

    assertThat(folded.frames())
        .containsExactly(Frame.named("libc", "start_thread"), Frame.named("server", "work"));
    assertThat(folded.rooted()).isTrue();
    assertThat(folded.named()).isTrue();
  }

  @Test
  void theKernelIsOneFrame() {
    RawFrame inner = new RawFrame(-2, "schedule", "[kernel.kallsyms]");
    RawFrame call = new RawFrame(-3, "__x64_sys_futex", "[kernel.kallsyms]");

    assertThat(folder.fold(List.of(inner, call, WORK, START)).frames())
        .endsWith(Frame.named("server", "work"), Frame.kernel("futex"));
  }

  @Test
  void aStackThatDoesNotReachTheStartOfItsThreadIsBelowCut() {
    StackFolder.Folded folded = folder.fold(List.of(WORK));

    assertThat(folded.frames()).containsExactly(Frame.CUT, Frame.named("server", "work"));
    assertThat(folded.rooted()).isFalse();
  }

  @Test
  void aFunctionWithoutANameIsItsBeginInItsModule() {
    Path java = Path.of(System.getProperty("java.home"), "lib", "server", "libjvm.so");
    StackFolder named = new StackFolder(file -> ElfFunctions.read(java));
    RawFrame frame = new RawFrame(0x500000, "", "/usr/lib/libjvm.so");

    StackFolder.Folded folded = named.fold(List.of(frame, START));

    Frame inner = folded.frames().get(1);
    assertThat(folded.named()).isFalse();
    assertThat(inner.module()).isEqualTo("libjvm");
    assertThat(inner.hasName()).isFalse();
    assertThat(inner.text()).isEqualTo("libjvm@" + Long.toHexString(inner.address()));
    assertThat(named.buildIds()).containsOnlyKeys("libjvm");
  }

  @Test
  void aChainOfAddressesInNoProgramIsOneFrame() {
    RawFrame nowhere = new RawFrame(4, "", "");

    assertThat(folder.fold(List.of(WORK, nowhere, new RawFrame(5, "", ""), nowhere)).frames())
        .containsExactly(Frame.CUT, Frame.named("", "[no name]"), Frame.named("server", "work"));
  }

  @Test
  void withoutATableOfFunctionsThereIsNoName() {
    assertThat(folder.fold(List.of(new RawFrame(3, "", "/bin/x"), START)).frames())
        .endsWith(Frame.named("x", "[no name]"));
  }

  @Test
  void aVeryDeepStackKeepsItsInnermostFramesBelowCut() {
    List<RawFrame> stack = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      stack.add(new RawFrame(i, "f" + i, "/usr/sbin/server"));
    }
    stack.add(START);

    StackFolder.Folded folded = folder.fold(stack);

    assertThat(folded.frames()).hasSize(StackFolder.MAX_DEPTH + 1);
    assertThat(folded.frames().get(0)).isEqualTo(Frame.CUT);
    assertThat(folded.frames().get(StackFolder.MAX_DEPTH)).isEqualTo(Frame.named("server", "f0"));
    assertThat(folded.rooted()).isFalse();
  }
}
