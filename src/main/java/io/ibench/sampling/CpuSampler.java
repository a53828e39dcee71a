package io.ibench.sampling;

import io.ibench.sampling.SamplesReader.Span;
import java.util.List;

/** Samples somebody's CPU from its creation until {@link #end}. Confined to one thread. */
public interface CpuSampler extends AutoCloseable {

  /** Ends the sampling; the samples are complete. */
  void end() throws SamplerException, InterruptedException;

  /**
   * The samples of each span, after {@link #end}.
   *
   * @param spans that do not overlap, in order
   */
  List<CpuSamples> read(List<Span> spans) throws SamplerException;

  /** Removes its files, and what still samples. */
  @Override
  void close();
}
