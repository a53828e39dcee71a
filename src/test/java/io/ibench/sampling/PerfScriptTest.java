package io.ibench.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PerfScriptTest {

  private static final String TEXT =
      """
          0/0         0.000000000: PERF_RECORD_FORK(100:100):(1:1)
          0/0         0.000000000: PERF_RECORD_COMM: server:100/100
        100/101     531.684483052: cpu-clock:\s
      \t          d1af31 [unknown] (/usr/sbin/mariadbd)
      \t          a8456c (anonymous namespace)::close (/usr/sbin/mariadbd)
      \t           891f5 start_thread (/usr/lib/libc.so.6)

          7/7       531.684483053: cpu-clock:\s
      \t          d1af31 other (/usr/bin/other)

        100/100     531.700000000: PERF_RECORD_FORK(200:200):(100:100)
        200/200     532.000000001: cpu-clock:\s
      \tffffffff821f4dab do_syscall_64 ([kernel.kallsyms])
      \t               0 [unknown] ([unknown])

        100/100     532.100000000: PERF_RECORD_LOST lost 12
        200/200     532.200000000: PERF_RECORD_EXIT(200:200):(100:100)
      """;

  private final List<Long> times = new ArrayList<>();
  private final List<List<RawFrame>> stacks = new ArrayList<>();
  private long lost;

  private void read(String text) throws IOException {
    PerfScript.Sink sink =
        new PerfScript.Sink() {
          @Override
          public void sample(long nanos, List<RawFrame> stack) {
            times.add(nanos);
            stacks.add(stack);
          }

          @Override
          public void lost(long count) {
            lost += count;
          }
        };
    new PerfScript(Set.of(100L), sink).read(new BufferedReader(new StringReader(text)));
  }

  @Test
  void onlySamplesOfTheProcessesAndOfTheirForksCount() throws IOException {
    read(TEXT);

    assertThat(times).containsExactly(531_684_483_052L, 532_000_000_001L);
  }

  @Test
  void aFrameHasItsAddressItsSymbolAndItsFile() throws IOException {
    read(TEXT);

    assertThat(stacks.get(0))
        .containsExactly(
            new RawFrame(0xd1af31, "", "/usr/sbin/mariadbd"),
            new RawFrame(0xa8456c, "(anonymous namespace)::close", "/usr/sbin/mariadbd"),
            new RawFrame(0x891f5, "start_thread", "/usr/lib/libc.so.6"));
    assertThat(stacks.get(1))
        .containsExactly(
            new RawFrame(0xffffffff821f4dabL, "do_syscall_64", "[kernel.kallsyms]"),
            new RawFrame(0, "", ""));
  }

  @Test
  void lostRecordsAreCounted() throws IOException {
    read(TEXT);

    assertThat(lost).isEqualTo(12);
  }

  @Test
  void theLastSampleNeedsNoEmptyLine() throws IOException {
    read("100/100 1.000000000: cpu-clock: \n\t 1 f (/x)");

    assertThat(stacks).containsExactly(List.of(new RawFrame(1, "f", "/x")));
  }

  @Test
  void whatPerfDoesNotPrintIsPassedOver() throws IOException {
    read("nonsense\n\t 1 f (/x)\n100/100 1.000000000: cpu-clock: \n\tz\n\t1 f\n\n");

    assertThat(stacks).containsExactly(List.of(new RawFrame(0, "", ""), new RawFrame(0, "", "")));
  }
}
