package io.ibench.sampling;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the kernel does for a thread, in one frame. Stateless.
 *
 * <p>The timer of cpu-clock does not fire while interrupts are off, so that the innermost function
 * of the kernel is often the one that switches them on again. The system call around it is right.
 */
final class KernelFrames {

  private static final Pattern CALL =
      Pattern.compile(
          "(?:__(?:do|se|x64|ia32|arm64|riscv|s390x?|powerpc)_(?:compat_)?sys|ksys)_(\\w+)");

  private static final Pattern FAULT =
      Pattern.compile("(asm_)?exc_page_fault|do_user_addr_fault|do_mem_abort|do_page_fault");

  private static final Pattern INTERRUPT =
      Pattern.compile(
          "(asm_)?sysvec_\\w+|(asm_)?common_interrupt|el[01]\\w*_(irq|interrupt)\\w*|do_IRQ|irq_exit\\w*");

  private static final Pattern ENTRY =
      Pattern.compile(
          "entry_SYSCALL_\\w+|do_syscall_64|syscall_\\w+|x64_sys_call|el0_svc\\w*|do_el0_svc"
              + "|exit_to_user_mode\\w*");

  private KernelFrames() {}

  /**
   * The frame of a thread's functions in the kernel.
   *
   * @param symbols the innermost one first
   */
  static Frame of(List<String> symbols) {
    for (int i = symbols.size() - 1; i >= 0; i--) {
      Matcher call = CALL.matcher(symbols.get(i));
      if (call.lookingAt()) {
        return Frame.kernel(call.group(1));
      }
    }
    if (any(symbols, FAULT)) {
      return Frame.kernel("page faults");
    }
    if (any(symbols, INTERRUPT)) {
      return Frame.kernel("interrupts");
    }
    return Frame.kernel(any(symbols, ENTRY) ? "entry and exit of system calls" : "other");
  }

  private static boolean any(List<String> symbols, Pattern pattern) {
    return symbols.stream().anyMatch(symbol -> pattern.matcher(symbol).matches());
  }
}
