package io.ibench.sampling;

/**
 * A function on a stack. Immutable.
 *
 * @param module the program or library without folder and version, such as {@code mariadbd} or
 *     {@code libc}; {@code kernel}; empty for a frame that stands for no function
 * @param name without arguments; empty if the module has no name for it
 * @param address where a function without a name begins in its module; 0 for one with a name
 */
public record Frame(String module, String name, long address) {

  /** Stands above stacks that do not reach the start of their thread. */
  public static final Frame CUT = new Frame("", "[cut]", 0);

  /** Stands for callees that a full tree has no room for. */
  public static final Frame OTHERS = new Frame("", "[others]", 0);

  static final String KERNEL = "kernel";
  private static final String NO_NAME = "[no name]";

  /** A function with a name. */
  static Frame named(String module, String name) {
    return new Frame(module, name, 0);
  }

  /** All functions of a module whose addresses tell nothing. */
  public static Frame noName(String module) {
    return named(module, NO_NAME);
  }

  /** What the kernel does for a thread, in a word. */
  static Frame kernel(String name) {
    return new Frame(KERNEL, name, 0);
  }

  public boolean hasName() {
    return !name.isEmpty();
  }

  /**
   * For readers: {@code row_search}, {@code mariadbd@d93de0}, {@code kernel: recvfrom}, {@code libx
   * [no name]}.
   */
  public String text() {
    if (!hasName()) {
      return module + "@" + Long.toHexString(address);
    }
    if (name.equals(NO_NAME) && !module.isEmpty()) {
      return module + " " + NO_NAME;
    }
    return module.equals(KERNEL) ? KERNEL + ": " + name : name;
  }
}
