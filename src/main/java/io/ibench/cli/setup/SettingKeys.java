package io.ibench.cli.setup;

import io.ibench.config.Key;
import io.ibench.engine.RunSettings;
import io.ibench.monitor.HttpAddress;
import io.ibench.workload.StepKeys;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The completion candidates of {@code -s}: every key, except those of steps, which have the user's
 * names, and secrets, which are refused there.
 */
public final class SettingKeys implements Iterable<String> {

  private static final String SECRET = "secret";

  /** Whether it is the name of a setting of a run; the steps have any names. */
  public static boolean isOfRun(String name) {
    return every().anyMatch(key -> key.name().equals(name))
        || StepKeys.all().stream().anyMatch(key -> name.endsWith("." + key.name()));
  }

  @Override
  public Iterator<String> iterator() {
    return every()
        .filter(key -> !key.type().equals(SECRET))
        .map(key -> key.name() + "=")
        .distinct()
        .sorted()
        .iterator();
  }

  private static Stream<Key<?>> every() {
    return Stream.of(
            List.<Key<?>>of(StepKeys.STEPS, Setup.HOST_DEVICE, LabelKeys.LABEL, HttpAddress.HTTP),
            ServerHost.keys(),
            RunSettings.keys(),
            HookSettings.keys(),
            CpuProfileKeys.keys(),
            Setup.workloads().values().stream().flatMap(w -> w.keys().stream()).toList(),
            Setup.adapters().values().stream().flatMap(a -> a.keys().stream()).toList())
        .flatMap(List::stream);
  }
}
