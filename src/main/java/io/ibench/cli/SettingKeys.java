package io.ibench.cli;

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
final class SettingKeys implements Iterable<String> {

  private static final String SECRET = "secret";

  @Override
  public Iterator<String> iterator() {
    Stream<Key<?>> every =
        Stream.of(
                List.<Key<?>>of(
                    StepKeys.STEPS, Setup.HOST_DEVICE, LabelKeys.LABEL, HttpAddress.HTTP),
                ServerHost.keys(),
                RunSettings.keys(),
                HookSettings.keys(),
                Setup.workloads().values().stream().flatMap(w -> w.keys().stream()).toList(),
                Setup.adapters().values().stream().flatMap(a -> a.keys().stream()).toList())
            .flatMap(List::stream);
    return every
        .filter(key -> !key.type().equals(SECRET))
        .map(key -> key.name() + "=")
        .distinct()
        .sorted()
        .iterator();
  }
}
