package io.ibench.host.remote;

import io.ibench.host.ProcException;
import io.ibench.host.ProcTexts;
import java.nio.file.Path;
import java.util.Map;

/**
 * What another host's files held at about the same moment. Immutable.
 *
 * @param startNanos when it was begun to be brought, by our clock
 * @param texts by path; empty for what gave nothing
 * @param nothing why a file gives nothing, one sentence that the file's name is put before
 */
record RemoteSample(long startNanos, Map<String, String> texts, String nothing)
    implements ProcTexts {

  RemoteSample {
    texts = Map.copyOf(texts);
  }

  /** Of which there is nothing, for one reason. */
  static ProcTexts absent(String reason) {
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
    // Every process has this file, and everybody may read it: without it, there is no process.
    throw name.matches("/proc/[0-9]+/stat")
        ? ProcException.gone(reason, null)
        : ProcException.unreadable(reason, null);
  }
}
