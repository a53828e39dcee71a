package io.ibench.host.machine;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a probe has measured. Immutable.
 *
 * @param folder whose disk was measured
 * @param threads of the figure of all CPUs
 */
public record ProbeResult(
    Path folder, long fileBytes, ReadSource reads, int threads, List<ProbeFigure> figures) {

  public static final String FSYNC = "fsync";
  public static final String FDATASYNC = "fdatasync";
  public static final String READ = "16 KB read";
  public static final String CPU = "CPU, 1 thread";
  public static final String CPUS = "CPU, all threads";
  public static final String TIMER = "timer call";

  /** Where the reads were answered. */
  public enum ReadSource {
    DISK("from the disk (O_DIRECT)"),
    NO_DISK("with O_DIRECT, but the kernel counts no reads of a disk: from a cache or memory"),
    UNKNOWN("with O_DIRECT; the kernel does not say whether they reach a disk"),
    PAGE_CACHE("from the page cache, as the file system refuses O_DIRECT");

    private final String label;

    ReadSource(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  ProbeFigure figure(String name) {
    return figures.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  /** For results and for programs. */
  public Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("folder", folder.toString());
    facts.put("file_bytes", fileBytes);
    facts.put("reads", reads.label());
    facts.put("threads", threads);
    facts.put("figures", figures.stream().map(ProbeFigure::facts).toList());
    return facts;
  }
}
