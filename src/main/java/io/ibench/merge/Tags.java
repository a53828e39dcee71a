package io.ibench.merge;

/** The kinds of latency in the tags of latency.hlog. */
final class Tags {

  static final String SERVICE = "service";
  static final String RESPONSE = "response";
  static final String POOL_WAIT = "pool_wait";

  private Tags() {}
}
