package io.ibench.workload.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.workload.Plan;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ForwardingPlanTest {

  /** A method that is not forwarded has the default of {@link Plan}: lines of a report are lost. */
  @Test
  void everyMethodIsForwarded() {
    assertThat(Plan.class.getDeclaredMethods())
        .filteredOn(method -> !Modifier.isStatic(method.getModifiers()) && !method.isSynthetic())
        .isNotEmpty()
        .allMatch(ForwardingPlanTest::isForwarded);
  }

  private static boolean isForwarded(Method method) {
    return Arrays.stream(ForwardingPlan.class.getDeclaredMethods())
        .anyMatch(
            each ->
                each.getName().equals(method.getName())
                    && Arrays.equals(each.getParameterTypes(), method.getParameterTypes()));
  }
}
