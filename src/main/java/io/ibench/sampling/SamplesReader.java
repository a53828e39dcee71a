package io.ibench.sampling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Folds what a sampler has recorded, in one pass and bounded memory. */
public final class SamplesReader {

  private final Set<Long> processes;
  private final long periodNanos;
  private final String how;
  private final Source source;

  /** Prints the samples. */
  interface Source {
    PerfSampler.Lines open() throws IOException;
  }

  /** A span of {@link System#nanoTime}. */
  public record Span(long startNanos, long endNanos) {
    boolean contains(long nanos) {
      return nanos >= startNanos && nanos < endNanos;
    }
  }

  /** What a span has so far. */
  static final class Collected {
    private final CallTree tree = new CallTree();
    private long rooted;
    private long named;

    void add(StackFolder.Folded stack) {
      tree.add(stack.frames(), 1);
      rooted += stack.rooted() ? 1 : 0;
      named += stack.named() ? 1 : 0;
    }

    CpuSamples samples(long periodNanos, String how, long lost, Map<String, String> buildIds) {
      return new CpuSamples(periodNanos, how, tree, lost, rooted, named, buildIds);
    }
  }

  SamplesReader(Set<Long> processes, long periodNanos, String how, Source source) {
    this.processes = Set.copyOf(processes);
    this.periodNanos = periodNanos;
    this.how = how;
    this.source = source;
  }

  /**
   * The samples of each span.
   *
   * @param spans that do not overlap, in order
   */
  public List<CpuSamples> read(List<Span> spans) throws SamplerException {
    List<Collected> collected = new ArrayList<>();
    spans.forEach(span -> collected.add(new Collected()));
    StackFolder folder = new StackFolder(this::program);
    long[] lost = {0};
    PerfScript.Sink sink =
        new PerfScript.Sink() {
          @Override
          public void sample(long nanos, List<RawFrame> stack) {
            for (int i = 0; i < spans.size(); i++) {
              if (spans.get(i).contains(nanos) && !stack.isEmpty()) {
                collected.get(i).add(folder.fold(stack));
              }
            }
          }

          @Override
          public void lost(long count) {
            lost[0] += count;
          }
        };
    try (PerfSampler.Lines lines = source.open()) {
      new PerfScript(processes, sink).read(lines.reader());
    } catch (IOException e) {
      throw new SamplerException("perf's samples cannot be read: " + e.getMessage());
    }
    return collected.stream()
        .map(each -> each.samples(periodNanos, how, lost[0], folder.buildIds()))
        .toList();
  }

  /** A program as the sampled processes see it, which may be in a container. */
  private ElfFunctions program(String file) {
    for (long process : processes) {
      Path seen = Path.of("/proc", Long.toString(process), "root" + file);
      if (Files.isReadable(seen)) {
        return ElfFunctions.read(seen);
      }
    }
    return ElfFunctions.read(Path.of(file));
  }
}
