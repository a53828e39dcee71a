package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.Recording.Reading;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.OperatingSystemMXBean;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientGaugeTest {

  @TempDir Path temporary;

  static GarbageCollectorMXBean collector(String name, long millis) {
    return bean(GarbageCollectorMXBean.class, name, millis);
  }

  /** A management bean that answers with a name or a number. */
  private static <T> T bean(Class<T> type, String name, long number) {
    Object bean =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                method.getReturnType() == String.class ? (Object) name : (Object) number);
    return type.cast(bean);
  }

  private Reading read(OperatingSystemMXBean system, GarbageCollectorMXBean... collectors)
      throws IOException {
    Recording recording =
        new Recording(temporary).with("proc/self/status", "Name:\tjava\nVmRSS:\t  1768 kB\n");
    return Reading.of(new ClientGauge(recording.proc, system, List.of(collectors)));
  }

  @Test
  void pausesOfAllCollectorsAreSummedWithoutConcurrentCycles() throws IOException {
    Reading reading =
        read(
            bean(com.sun.management.OperatingSystemMXBean.class, "", 5_000),
            collector("ZGC Cycles", 10_000),
            collector("ZGC Pauses", 7),
            collector("G1 Old Generation", 30));

    assertThat(reading.value(HostMetric.CLIENT_GC_MILLIS)).isEqualTo(37);
    assertThat(reading.value(HostMetric.CLIENT_CPU_NANOS)).isEqualTo(5_000);
    assertThat(reading.value(HostMetric.CLIENT_RSS_BYTES)).isEqualTo(1768 * 1024);
    assertThat(reading.value(HostMetric.CLIENT_HEAP_BYTES)).isPositive();
  }

  @Test
  void whatTheJvmDoesNotTellIsAbsent() throws IOException {
    Reading reading =
        read(bean(com.sun.management.OperatingSystemMXBean.class, "", -1), collector("Odd", -1));

    assertThat(reading.reason(HostMetric.CLIENT_CPU_NANOS)).contains("does not report");
    assertThat(reading.reason(HostMetric.CLIENT_GC_MILLIS)).contains("Odd");
    assertThat(reading.reason(HostMetric.CLIENT_GC_LONG_PAUSES)).contains("Odd");
  }

  @Test
  void aJvmWithoutTheExtendedBeanHasNoCpuTime() throws IOException {
    Reading reading = read(bean(OperatingSystemMXBean.class, "", 1));

    assertThat(reading.reason(HostMetric.CLIENT_CPU_NANOS)).contains("does not report");
  }
}
