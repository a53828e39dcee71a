package io.ibench.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Param;

class WorkloadOperationsTest {

  private static List<String> workloads() throws NoSuchFieldException {
    return List.of(
        WorkloadOperations.Run.class.getField("workload").getAnnotation(Param.class).value());
  }

  /** A failed operation ends the loop with an exception. */
  @ParameterizedTest
  @MethodSource("workloads")
  void eachWorkloadPerformsItsOperationsWithoutADatabase(String workload) throws Exception {
    WorkloadOperations.Run run = new WorkloadOperations.Run();
    run.workload = workload;
    run.begin();
    var loop = run.loop();
    loop.run(300);
    assertThat(loop.successes()).isEqualTo(300);
  }
}
