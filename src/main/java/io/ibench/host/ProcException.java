package io.ibench.host;

import org.jspecify.annotations.Nullable;

/** A figure is not in the kernel's files; the message is the reason for the report. */
public final class ProcException extends Exception {

  private static final long serialVersionUID = 1L;

  private final boolean gone;

  private ProcException(String reason, boolean gone, @Nullable Throwable cause) {
    super(reason, cause);
    this.gone = gone;
  }

  public static ProcException gone(String reason, @Nullable Throwable cause) {
    return new ProcException(reason, true, cause);
  }

  public static ProcException unreadable(String reason, @Nullable Throwable cause) {
    return new ProcException(reason, false, cause);
  }

  static ProcException damaged(String file, String what) {
    return new ProcException(file + " has an unexpected form: " + what, false, null);
  }

  /** Whether the file or its process does not exist (any more). */
  boolean isGone() {
    return gone;
  }
}
