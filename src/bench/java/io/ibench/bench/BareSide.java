package io.ibench.bench;

import java.util.Arrays;

/** Threads that run {@link RequestLoop}s on requests drawn beforehand. */
final class BareSide implements Bench.Side {

  /** More than a thread can make. */
  private static final int REQUESTS_PER_SECOND = 12_000;

  private final Bench bench;
  private final Requests[] requests;
  private final Requests[] replayed;
  private final int[] position;
  private final long[] counts;
  private final long[] bytes;

  BareSide(Bench bench) throws Exception {
    this.bench = bench;
    position = new int[bench.threads()];
    counts = new long[bench.threads()];
    bytes = new long[bench.threads()];
    requests =
        bench.draw(
            bench.config("request", 77, bench.timed()),
            77,
            bench.seconds() * bench.rounds() * REQUESTS_PER_SECOND);
    replayed =
        bench.draw(
            bench.config("request", Bench.REPLAY_SEED, bench.counted()),
            Bench.REPLAY_SEED,
            (int) Bench.ALLOCATION_TO);
  }

  @Override
  public void load() {
    throw new IllegalStateException("the other side loads");
  }

  @Override
  public Bench.Round round(int number) throws Exception {
    return measured(this::work);
  }

  @Override
  public Bench.Round replay() throws Exception {
    return measured(this::replay);
  }

  private Bench.Round measured(Together.Work<RequestLoop> work) throws Exception {
    try (RequestLoops loops = RequestLoops.of(bench)) {
      Together.Took took = Together.run(bench.threads(), loops::open, work);
      long count = Arrays.stream(counts).sum();
      return new Bench.Round(
          count / took.seconds(), took.cpuMicros() / count, Arrays.stream(bytes).sum());
    }
  }

  private void work(RequestLoop loop, int number) throws Exception {
    Requests mine = requests[number];
    byte[] operations = mine.operations();
    int[] first = mine.first();
    long[] numbers = mine.numbers();
    byte[][] payloads = mine.payloads();
    int at = position[number];
    long count = 0;
    long end = System.nanoTime() + bench.seconds() * 1_000_000_000L;
    while (System.nanoTime() < end) {
      loop.perform(operations[at], numbers, first[at], first[at + 1], payloads[at]);
      count++;
      at = at + 1 == operations.length ? 0 : at + 1;
    }
    position[number] = at;
    counts[number] = count;
  }

  private void replay(RequestLoop loop, int number) throws Exception {
    Requests mine = replayed[number];
    long before = 0;
    for (int at = 0; at < mine.size(); at++) {
      if (at == Bench.ALLOCATION_FROM) {
        before = MarkedPlan.allocated();
      }
      loop.perform(
          mine.operations()[at],
          mine.numbers(),
          mine.first()[at],
          mine.first()[at + 1],
          mine.payloads()[at]);
    }
    counts[number] = mine.size();
    bytes[number] = MarkedPlan.allocated() - before;
  }
}
