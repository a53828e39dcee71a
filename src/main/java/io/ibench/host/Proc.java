package io.ibench.host;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the kernel's file systems are mounted: /proc, /sys and /dev, or folders of recorded files;
 * or texts of another host's /proc. Immutable and thread-safe.
 */
public final class Proc {

  /** Stands for a file system that cannot be looked at from here. */
  private static final Path NOWHERE = Path.of("/nowhere/of/this/host");

  private final Path root;
  private final Path sys;
  private final Path dev;
  private final Optional<ProcTexts> texts;

  /** This machine's /proc, /sys and /dev. */
  public Proc() {
    this(Path.of("/proc"), Path.of("/sys"));
  }

  public Proc(Path root, Path sys) {
    this(root, sys, Path.of("/dev"));
  }

  public Proc(Path root, Path sys, Path dev) {
    this(root, sys, dev, Optional.empty());
  }

  /** Another host's, of which there are texts only: its /sys, /dev and links cannot be read. */
  public Proc(ProcTexts texts) {
    this(Path.of("/proc"), NOWHERE, NOWHERE, Optional.of(texts));
  }

  private Proc(Path root, Path sys, Path dev, Optional<ProcTexts> texts) {
    this.root = root;
    this.sys = sys;
    this.dev = dev;
    this.texts = texts;
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

  /** Present for another host. */
  Optional<ProcTexts> texts() {
    return texts;
  }

  /** Whether it is this machine, so that its files can be looked at as any others. */
  boolean isHere() {
    return texts.isEmpty();
  }

  /** The path with its links resolved, as far as this host can. */
  Path realPath(Path path) {
    return texts.isPresent() ? path.normalize() : Devices.realPath(path);
  }

  /** A reader with a buffer of its own, for one gauge on one thread. */
  public ProcReader reader() {
    return new ProcReader(this);
  }
}
