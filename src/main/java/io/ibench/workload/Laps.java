package io.ibench.workload;

/**
 * Times the parts of one worker's operations, such as the statements of a transaction. The parts of
 * an operation take no more time than the operation. Confined to the worker's thread.
 *
 * <p>An attempt that fails leaves no times: the worker goes back to where the repeated part begins.
 */
public interface Laps {

  /** Times nothing. */
  Laps NONE =
      new Laps() {
        @Override
        public void begin() {}

        @Override
        public void lap(int part) {}

        @Override
        public int mark() {
          return 0;
        }

        @Override
        public void backTo(int mark) {}

        @Override
        public void end() {}
      };

  /** An attempt begins: the next part begins now. */
  void begin();

  /**
   * A part ends now, and the next one begins.
   *
   * @param part its number in {@link Plan#parts}
   */
  void lap(int part);

  /** Where the operation is; {@link #backTo} forgets all later parts. */
  int mark();

  /** Forgets the parts that have ended after the mark. */
  void backTo(int mark);

  /** The operation has succeeded: its parts count. */
  void end();
}
