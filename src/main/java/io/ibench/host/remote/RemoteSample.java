package io.ibench.host.remote;

import io.ibench.host.Proc;
import io.ibench.host.ProcException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The contents of another host's files at about the same moment. Immutable.
 *
 * @param startNanos when the fetch began, by this machine's clock
 * @param texts by path; empty for a missing file
 * @param nothing why a file is missing; follows the file's name in a sentence
 */
record RemoteSample(long startNanos, Map<String, String> texts, String nothing)
    implements Proc.Texts {

  RemoteSample {
    texts = Map.copyOf(texts);
  }

  /** Texts that are all missing for one reason. */
  static Proc.Texts absent(String reason) {
    return file -> {
      throw ProcException.unreadable(reason, null);
    };
  }

  @Override
  public String text(Path file) throws ProcException {
    String name = file.toString();
    String text = texts.getOrDefault(name, "");
    if (!text.isEmpty()) {
      return text;
    }
    String reason = name + " " + nothing;
    // Every process has this file, and every user may read it: without it, there is no process.
    throw name.matches("/proc/[0-9]+/stat")
        ? ProcException.gone(reason, null)
        : ProcException.unreadable(reason, null);
  }
}
