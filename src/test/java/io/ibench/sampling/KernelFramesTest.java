package io.ibench.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelFramesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          finish_task_switch schedule __sys_recvfrom __x64_sys_recvfrom do_syscall_64 | recvfrom
          fput __arm64_sys_ppoll el0_svc                                              | ppoll
          sock_read_iter vfs_read ksys_read do_syscall_64                             | read
          clear_page handle_mm_fault do_user_addr_fault asm_exc_page_fault            | page faults
          tcp_ack __do_softirq sysvec_apic_timer_interrupt                            | interrupts
          syscall_exit_to_user_mode do_syscall_64            | entry and exit of system calls
          schedule kthread                                                            | other
          """)
  void aStackInTheKernelIsWhatItIsFor(String symbols, String name) {
    assertThat(KernelFrames.of(List.of(symbols.split(" ")))).isEqualTo(Frame.kernel(name));
  }
}
