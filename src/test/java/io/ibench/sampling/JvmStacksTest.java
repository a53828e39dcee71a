package io.ibench.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.sampling.JvmStacks.Raw;
import java.util.List;
import org.junit.jupiter.api.Test;

class JvmStacksTest {

  private static final Raw RUN = new Raw("Interpreted", "java.lang.Thread", "run");
  private static final Raw LOOP = new Raw("JIT compiled", "io.ibench.engine.WorkerLoop", "work");

  private final JvmStacks stacks =
      new JvmStacks(
          new MappedPrograms(List.of("7f00-8f00 r-xp 00001000 fe:00 17      /usr/lib/libx.so.1")));

  private StackFolder.Folded fold(Raw... innermostFirst) {
    return stacks.fold(List.of(innermostFirst));
  }

  private List<String> texts(Raw... innermostFirst) {
    return fold(innermostFirst).frames().stream().map(Frame::text).toList();
  }

  @Test
  void methodsHaveShortClassesAndLibrariesTheirFunctions() {
    StackFolder.Folded folded =
        fold(
            new Raw("Native", "", "0x7f10"),
            new Raw("C++", "librocksdbjni123456789.so", "rocksdb::DBImpl::Get(int)"),
            new Raw("Inlined", "org.rocksdb.RocksDB", "get"),
            LOOP,
            RUN);

    assertThat(folded.frames())
        .containsExactly(
            Frame.named("java.lang", "Thread.run"),
            Frame.named("io.ibench.engine", "WorkerLoop.work"),
            Frame.named("org.rocksdb", "RocksDB.get"),
            Frame.named("librocksdbjni", "rocksdb::DBImpl::Get"));
    assertThat(folded.rooted()).isTrue();
    assertThat(folded.named()).isTrue();
  }

  @Test
  void aFunctionWithoutANameIsOneOfItsLibrary() {
    Raw unnamed = new Raw("Native", "", "/usr/lib/libx.so.1");
    StackFolder.Folded folded =
        fold(new Raw("Native", "", "0x7f10"), unnamed, unnamed, unnamed, LOOP, RUN);

    assertThat(folded.frames().get(2)).isEqualTo(Frame.noName("libx"));
    assertThat(folded.frames()).hasSize(3);
    assertThat(folded.named()).isFalse();
  }

  @Test
  void aStackThatCouldNotBeFollowedIsCut() {
    StackFolder.Folded folded = fold(LOOP, new Raw("Native", "", "break_interpreted"));

    assertThat(folded.frames())
        .containsExactly(Frame.CUT, Frame.named("io.ibench.engine", "WorkerLoop.work"));
    assertThat(folded.rooted()).isFalse();
    assertThat(fold(new Raw("Native", "", "unknown")).rooted()).isFalse();
    assertThat(fold(new Raw("Native", "", "unknown")).named()).isFalse();
  }

  @Test
  void threadsOfTheJvmItselfBeginInTheirLibrary() {
    assertThat(
            fold(
                    new Raw("C++", "libjvm.so", "Compile::Optimize()"),
                    new Raw("Native", "libc.so.6", "start_thread"))
                .rooted())
        .isTrue();
  }

  @Test
  void numbersOfThisRunAreNotInNames() {
    assertThat(
            texts(
                new Raw("Inlined", "io.ibench.engine.Engine$$Lambda$77.0x00007f8", "accept"),
                new Raw("Inlined", "java.lang.invoke.LambdaForm$MH.0x00007f9", "invoke"),
                RUN))
        .containsExactly("Thread.run", "LambdaForm$MH.invoke", "Engine$$Lambda.accept");
  }
}
