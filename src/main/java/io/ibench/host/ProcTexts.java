package io.ibench.host;

import java.nio.file.Path;

/** The kernel's files as texts that were brought from somewhere, instead of as files. */
public interface ProcTexts {

  /** What a file held when all of them were last brought. Called by the gauges' threads. */
  public String text(Path file) throws ProcException;
}
