package io.ibench.bench;

import java.util.Arrays;

/** Threads that run {@link BareLoad} on rows drawn beforehand. */
final class BareLoadSide implements LoadBench.Side {

  private final LoadBench bench;
  private final LinkRows[] rows;

  BareLoadSide(LoadBench bench) throws Exception {
    this.bench = bench;
    rows = LinkRows.draw(LoadBench.links(bench.config("load", "values")), bench.threads());
  }

  @Override
  public void empty() {
    throw new IllegalStateException("the other side empties the tables");
  }

  @Override
  public LoadBench.Round load(String form) throws Exception {
    Together.Took took =
        Together.run(
            rows.length,
            () -> new BareLoad(bench.url(), form.equals("bulk"), bench.rowsPerCommit()),
            (load, number) -> load.load(rows[number]));
    long count = Arrays.stream(rows).mapToLong(LinkRows::rows).sum();
    return new LoadBench.Round(count / took.seconds(), took.cpuMicros() / count, count);
  }
}
