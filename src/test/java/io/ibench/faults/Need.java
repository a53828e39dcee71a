package io.ibench.faults;

/** What a fault needs of the server. The proxy in front of it is always there. */
enum Need {
  /** A way to kill the server and to start it again. */
  RESTART,
  /** A private server, with its processes and an administrator's connection. */
  PRIVATE,
  /** A private server on a small file system of its own. */
  SMALL_DISK
}
