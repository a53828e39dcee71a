package io.ibench.sampling;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;

/**
 * Makes stacks of functions from those that async-profiler records: methods as {@code
 * Class.method}, native functions as perf's. Confined to one thread.
 */
final class JvmStacks {

  private static final Set<String> JAVA =
      Set.of("Interpreted", "JIT compiled", "Inlined", "C1 compiled");

  /** Stubs, and code that the JVM makes of no method. */
  private static final String JVM = "jvm";

  /** Stands at the end of a stack that could not be followed. */
  private static final String BREAK = "break_";

  private static final Set<String> UNKNOWN =
      Set.of("unknown", "unknown_nmethod", "no_Java_frame", "stale_jmethodID");

  /** Classes made in this run: their names have numbers that the next run does not have. */
  private static final Pattern NUMBERS = Pattern.compile("(?<=\\$\\$Lambda).*|[./]0x[0-9a-f]+$");

  private final MappedPrograms programs;
  private final StackFolder folder;

  /**
   * A frame as async-profiler writes it.
   *
   * @param kind how its code was made
   * @param owner the class of a method, or the library of a native function; may be empty
   */
  record Raw(String kind, String owner, String name) {

    static Raw of(RecordedFrame frame) {
      RecordedMethod method = frame.getMethod();
      return new Raw(String.valueOf(frame.getType()), method.getType().getName(), method.getName());
    }

    boolean isJava() {
      return JAVA.contains(kind);
    }
  }

  /**
   * @param programs that are in the sampled process
   */
  JvmStacks(MappedPrograms programs) {
    this.programs = programs;
    this.folder = new StackFolder(programs::functions);
  }

  /**
   * Folds a stack.
   *
   * @param recorded the innermost frame first, before which stands the address of the instruction
   */
  StackFolder.Folded fold(List<Raw> recorded) {
    List<Raw> user = new ArrayList<>();
    Optional<Long> address = Optional.empty();
    boolean whole = true;
    for (Raw each : recorded) {
      if (each.name.startsWith("0x")) {
        address = Optional.of(Long.parseUnsignedLong(each.name.substring(2), 16));
      } else if (each.name.startsWith(BREAK)) {
        whole = false;
      } else {
        user.add(each);
      }
    }
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < user.size(); i++) {
      Frame next = frame(user.get(i), i == 0 ? address : Optional.empty());
      boolean again =
          next.equals(Frame.noName(next.module()))
              && !frames.isEmpty()
              && next.equals(frames.get(frames.size() - 1));
      // A chain of functions without a name is one frame.
      if (!again) {
        frames.add(next);
      }
    }
    boolean rooted = whole && !user.isEmpty() && isStart(user.get(user.size() - 1));
    if (!rooted) {
      frames.add(Frame.CUT);
    }
    boolean named = hasName(frames.get(0));
    Collections.reverse(frames);
    return new StackFolder.Folded(frames, rooted, named);
  }

  private static boolean hasName(Frame frame) {
    return frame.hasName()
        && !frame.equals(Frame.noName(frame.module()))
        && !frame.equals(Frame.CUT);
  }

  /** A stack of methods is followed to its first one. */
  private static boolean isStart(Raw outermost) {
    return outermost.isJava() || StackFolder.isStart(outermost.name);
  }

  private Frame frame(Raw raw, Optional<Long> address) {
    if (raw.isJava()) {
      return method(raw.owner, raw.name);
    }
    if (!raw.owner.isEmpty()) {
      return folder.frame(new RawFrame(0, raw.name, raw.owner));
    }
    if (UNKNOWN.contains(raw.name)) {
      return Frame.noName("");
    }
    if (raw.name.startsWith("/")) {
      // A program that has no name for it is named instead.
      return address
          .flatMap(programs::find)
          .map(folder::frame)
          .orElse(Frame.noName(FunctionNames.module(raw.name)));
    }
    return Frame.named(JVM, raw.name);
  }

  private static Frame method(String owner, String name) {
    String type = NUMBERS.matcher(owner).replaceFirst("");
    int dot = type.lastIndexOf('.');
    return Frame.named(
        dot < 0 ? JVM : type.substring(0, dot), type.substring(dot + 1) + "." + name);
  }

  /** The build ids of the modules that have functions without a name. */
  Map<String, String> buildIds() {
    return folder.buildIds();
  }
}
