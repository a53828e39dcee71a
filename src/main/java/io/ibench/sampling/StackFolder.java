package io.ibench.sampling;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Makes stacks of functions from those of addresses: names, functions without a name, one frame for
 * the kernel. Confined to one thread.
 */
final class StackFolder {

  private static final Set<String> STARTS =
      Set.of(
          "_start",
          "main",
          "__libc_start_main",
          "__libc_start_call_main",
          "start_thread",
          "thread_start",
          "__clone",
          "__clone3",
          "clone",
          "clone3",
          "start",
          "runtime.goexit");

  /** How far from the outermost frame the start of a thread may be. */
  private static final int NEAR_START = 3;

  /** That of perf, if nobody has changed it. */
  static final int MAX_DEPTH = 127;

  private final Function<String, ElfFunctions> programs;
  private final Map<String, ElfFunctions> known = new HashMap<>();
  private final Map<String, String> buildIds = new TreeMap<>();
  private final Map<RawFrame, Frame> frames = new HashMap<>();

  /**
   * A stack.
   *
   * @param frames the outermost function first; not empty
   * @param rooted whether it reaches the start of its thread
   * @param named whether its innermost function has a name of its own
   */
  record Folded(List<Frame> frames, boolean rooted, boolean named) {}

  /**
   * @param programs reads a file that perf has named
   */
  StackFolder(Function<String, ElfFunctions> programs) {
    this.programs = programs;
  }

  /**
   * Folds a stack.
   *
   * @param stack the innermost frame first
   */
  Folded fold(List<RawFrame> stack) {
    List<Frame> folded = new ArrayList<>();
    List<RawFrame> user = stack.stream().filter(frame -> !frame.isKernel()).toList();
    if (user.size() < stack.size()) {
      folded.add(
          KernelFrames.of(
              stack.stream().filter(RawFrame::isKernel).map(RawFrame::symbol).toList()));
    }
    boolean named = !folded.isEmpty() || !user.isEmpty() && !user.get(0).symbol().isEmpty();
    List<RawFrame> innermost = user.subList(0, Math.min(MAX_DEPTH, user.size()));
    for (RawFrame raw : innermost) {
      Frame next = frame(raw);
      boolean again = next.equals(Frame.noName(next.module())) && next.equals(lastOf(folded));
      // A chain of addresses in no known program is one frame.
      if (!again) {
        folded.add(next);
      }
    }
    boolean rooted = isRooted(innermost);
    if (!rooted) {
      folded.add(Frame.CUT);
    }
    Collections.reverse(folded);
    return new Folded(folded, rooted, named);
  }

  private static Frame lastOf(List<Frame> frames) {
    return frames.isEmpty() ? Frame.CUT : frames.get(frames.size() - 1);
  }

  private static boolean isRooted(List<RawFrame> user) {
    return user.stream()
        .skip(Math.max(0, user.size() - NEAR_START))
        .anyMatch(frame -> isStart(frame.symbol()));
  }

  /** Whether a function begins a thread or a program. */
  static boolean isStart(String symbol) {
    return STARTS.contains(FunctionNames.clean(symbol));
  }

  /** The function of one frame. */
  Frame frame(RawFrame raw) {
    return frames.computeIfAbsent(raw, this::made);
  }

  private Frame made(RawFrame raw) {
    String module = FunctionNames.module(raw.file());
    if (!raw.symbol().isEmpty()) {
      return Frame.named(module, FunctionNames.clean(raw.symbol()));
    }
    if (module.isEmpty() || !raw.file().startsWith("/")) {
      return Frame.noName(module);
    }
    ElfFunctions program = program(raw.file());
    OptionalLong start = program.startAt(raw.address());
    if (start.isEmpty()) {
      return Frame.noName(module);
    }
    buildIds.put(module, program.buildId());
    return new Frame(module, "", start.getAsLong());
  }

  private ElfFunctions program(String file) {
    return known.computeIfAbsent(file, programs);
  }

  /** The build ids of the modules that have functions without a name. */
  Map<String, String> buildIds() {
    return Map.copyOf(buildIds);
  }
}
