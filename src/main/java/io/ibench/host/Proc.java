package io.ibench.host;

import java.nio.file.Path;

/**
 * Where the kernel's file systems are mounted: /proc, /sys and /dev, or folders of recorded files.
 * Immutable and thread-safe.
 */
public final class Proc {

  private final Path root;
  private final Path sys;
  private final Path dev;

  /** This machine's /proc, /sys and /dev. */
  public Proc() {
    this(Path.of("/proc"), Path.of("/sys"));
  }

  public Proc(Path root, Path sys) {
    this(root, sys, Path.of("/dev"));
  }

  public Proc(Path root, Path sys, Path dev) {
    this.root = root;
    this.sys = sys;
    this.dev = dev;
  }

  public Path root() {
    return root;
  }

  public Path sys() {
    return sys;
  }

  public Path dev() {
    return dev;
  }

  /** A reader with a buffer of its own, for one gauge on one thread. */
  ProcReader reader() {
    return new ProcReader(this);
  }
}
