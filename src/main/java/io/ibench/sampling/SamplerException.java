package io.ibench.sampling;

/** There are no samples, for a reason in one line. */
public final class SamplerException extends Exception {

  private static final long serialVersionUID = 1;

  public SamplerException(String reason) {
    super(reason);
  }
}
