package io.ibench.sampling;

/**
 * A frame as perf prints it. Immutable.
 *
 * @param address of the instruction: negative in the kernel; in a file without a name for it, its
 *     place in that file
 * @param symbol empty if perf knows none
 * @param file the program or library, as perf names it
 */
record RawFrame(long address, String symbol, String file) {

  boolean isKernel() {
    return address < 0;
  }
}
