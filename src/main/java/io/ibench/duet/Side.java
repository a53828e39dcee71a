package io.ibench.duet;

/** One of the two sides of a duet. */
public enum Side {
  A,
  B;

  /** The other one. */
  public Side other() {
    return this == A ? B : A;
  }

  /** As in the names of folders. */
  public String folder() {
    return this == A ? "a" : "b";
  }
}
