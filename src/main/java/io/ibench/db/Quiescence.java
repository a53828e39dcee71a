package io.ibench.db;

import java.util.List;

/**
 * Background work that writes have left to do, such as checkpoints and compactions: started by
 * {@link Database#quiesce}, awaited by polling. Confined to one thread.
 */
public interface Quiescence extends AutoCloseable {

  /** For a database without such work. */
  Quiescence NOTHING_TO_DO = settled(List.of());

  /** One that has nothing left to do and only reports. */
  static Quiescence settled(List<String> facts) {
    List<String> lines = List.copyOf(facts);
    return new Quiescence() {
      @Override
      public boolean isSettled() {
        return true;
      }

      @Override
      public List<String> facts() {
        return lines;
      }

      @Override
      public void close() {}
    };
  }

  /** Whether all work that the product reports is done; poll it until it is. */
  boolean isSettled() throws DatabaseException;

  /** What {@link #isSettled} found undone at its last call, in words; empty if it does not say. */
  default String waitsFor() {
    return "";
  }

  /** What was done or failed, and why, one line each. Complete after {@link #close}. */
  List<String> facts();

  /** Stops the work and restores every changed setting of the server. */
  @Override
  void close() throws DatabaseException;
}
