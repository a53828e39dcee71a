package io.ibench.report;

import org.junit.jupiter.api.Test;

class InsertReportTest {
  @Test
  void show() {
    for (int n : new int[] {1, 4, 16}) {
      System.out.println(
          TextReport.of(Samples.report(InsertSamples.run("l.i0"), true, InsertSamples.all(n))));
    }
  }
}
