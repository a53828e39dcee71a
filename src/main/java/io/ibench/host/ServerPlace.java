package io.ibench.host;

/** Where the database runs, as seen from the client. */
public enum ServerPlace {
  /** Inside the client: what one of both uses cannot be told from what the other one does. */
  EMBEDDED,
  /** Beside the client, on the same machine. */
  SAME_MACHINE,
  /**
   * On another machine: figures of a machine are of that one, and the client has no part in them.
   */
  OTHER_MACHINE
}
