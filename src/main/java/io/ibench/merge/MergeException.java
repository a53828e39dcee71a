package io.ibench.merge;

import java.util.List;

/** Folders that cannot be merged, with all mistakes, one line each. */
public final class MergeException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient List<String> mistakes;

  MergeException(List<String> mistakes) {
    super(String.join("; ", mistakes));
    this.mistakes = List.copyOf(mistakes);
  }

  public List<String> mistakes() {
    return mistakes;
  }
}
