package io.ibench.bench;

/** LinkBench's ten requests by a driver alone. One thread's. */
interface RequestLoop extends Together.Loop {

  /**
   * Performs one request.
   *
   * @param v numbers of {@link Requests}
   * @param n where the request's begin, and where they end
   */
  void perform(int operation, long[] v, int n, int end, byte[] payload) throws Exception;
}
