package io.ibench.host;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The kernel's file systems: where /proc, /sys and /dev are mounted, or folders of recorded files,
 * or the texts of another host's /proc. Immutable and thread-safe.
 */
public final class Proc {

  /** The path of a file system that is not accessible from here. */
  private static final Path NOWHERE = Path.of("/nowhere/of/this/host");

  /** The files of another host. Called by the gauges' threads. */
  public interface Texts {
    /** The contents of a file at the last fetch. */
    String text(Path file) throws ProcException;
  }

  private final Path root;
  private final Path sys;
  private final Path dev;
  private final Optional<Texts> texts;

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

  /** Another host's texts; its /sys, /dev and links are not accessible. */
  public Proc(Texts texts) {
    this(Path.of("/proc"), NOWHERE, NOWHERE, Optional.of(texts));
  }

  private Proc(Path root, Path sys, Path dev, Optional<Texts> texts) {
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

  /** The texts of another host; empty for this machine. */
  Optional<Texts> texts() {
    return texts;
  }

  /** Whether it is this machine, whose files are accessible. */
  boolean isHere() {
    return texts.isEmpty();
  }

  /** The path with its links resolved, as far as possible from here. */
  Path realPath(Path path) {
    return texts.isPresent() ? path.normalize() : Devices.realPath(path);
  }

  /** A new reader with its own buffer, for one gauge on one thread. */
  public ProcReader reader() {
    return new ProcReader(this);
  }
}
