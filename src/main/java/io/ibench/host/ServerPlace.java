package io.ibench.host;

/** Where the database runs, as seen from the client. */
public enum ServerPlace {
  /** Inside the client: the figures of both cannot be separated. */
  EMBEDDED,
  /** On the client's machine. */
  SAME_MACHINE,
  /** On another machine: the machine's figures are of that one, and do not include the client. */
  OTHER_MACHINE
}
