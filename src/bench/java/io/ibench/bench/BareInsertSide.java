package io.ibench.bench;

/** A thread that runs {@link BareInsert}. */
final class BareInsertSide implements InsertBench.Side {

  private final InsertBench bench;

  BareInsertSide(InsertBench bench) {
    this.bench = bench;
  }

  @Override
  public void create() {
    throw new IllegalStateException("the other side creates the table");
  }

  @Override
  public InsertBench.Round insert() throws Exception {
    ThreadCost cost = new ThreadCost();
    Together.Took took =
        Together.run(
            1,
            () -> new BareInsert(bench),
            (loop, number) -> {
              cost.begin();
              loop.insert();
              cost.end();
            });
    double rows = bench.rows();
    return new InsertBench.Round(
        rows / took.seconds(),
        took.cpuMicros() / rows,
        cost.cpuMicros() / rows,
        cost.bytes() / rows);
  }

  @Override
  public InsertBench.Binding bind() {
    throw new IllegalStateException("there is nothing between drawing and the driver");
  }
}
