package io.ibench.overhead;

/** The keys of the rows that both sides insert: no key comes twice. Not thread-safe. */
final class InsertedKeys {

  private long last;

  long next() {
    return ++last;
  }
}
