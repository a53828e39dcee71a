package io.ibench.workload;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.config.Rate;
import io.ibench.measure.Role;
import io.ibench.workload.StepKind.GroupMix;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the groups of threads of a step of requests. The keys of a named group begin with {@code
 * <step>.<group>}, those of an only group with the step's name.
 */
final class MixReader {

  private static final int MAX_THREADS = 10_000;

  private final Config config;
  private final String name;
  private final List<String> chain;
  private final Optional<Profile> profile;

  /**
   * @param chain the step's name and the steps that it is like
   * @param profile of an only group; takes the place of its rate
   */
  MixReader(Config config, String name, List<String> chain, Optional<Profile> profile) {
    this.profile = profile;
    this.config = config;
    this.name = name;
    this.chain = chain;
  }

  List<Step.Group> read(List<GroupMix> mixes) {
    if (mixes.isEmpty()) {
      return List.of(group("", Map.of()));
    }
    List<Step.Group> groups = new ArrayList<>();
    for (GroupMix mix : mixes) {
      groups.add(group(mix.name(), shares(mix)));
    }
    long threads = groups.stream().mapToLong(Step.Group::threads).sum();
    if (threads > MAX_THREADS) {
      config.problem(
          "makes " + threads + " threads in all groups; allowed: " + MAX_THREADS,
          StepKeys.THREADS.under(prefix(mixes.get(0).name())));
    }
    return groups;
  }

  private String prefix(String group) {
    return group.isEmpty() ? name : name + "." + group;
  }

  private List<String> prefixes(String group) {
    return group.isEmpty() ? chain : chain.stream().map(step -> step + "." + group).toList();
  }

  private Step.Group group(String group, Map<String, Double> mix) {
    List<String> prefixes = prefixes(group);
    int threads = Math.toIntExact(config.get(StepKeys.THREADS, prefixes));
    Rate rate =
        profile.isPresent() ? profile.get().meanRate() : config.get(StepKeys.RATE, prefixes);
    Pacing pacing = config.get(StepKeys.PACING, prefixes);
    StepReader.checkPacing(config, prefix(group), rate, pacing);
    return new Step.Group(
        group, Role.QUERY, 1, threads, rate, pacing, 1, Optional.empty(), mix, false);
  }

  private Map<String, Double> shares(GroupMix mix) {
    Optional<Map<String, Double>> given = config.find(StepKeys.MIX, prefixes(mix.name()));
    if (given.isEmpty()) {
      return mix.usual();
    }
    Key<?> key = StepKeys.MIX.under(prefix(mix.name()));
    List<String> unknown =
        given.get().keySet().stream().filter(each -> !mix.usual().containsKey(each)).toList();
    String allowed = "allowed: " + String.join(", ", mix.usual().keySet());
    if (!unknown.isEmpty()) {
      config.problem(
          "names " + String.join(", ", unknown) + ", no operation here; " + allowed, key);
      return mix.usual();
    }
    if (given.get().values().stream().mapToDouble(Double::doubleValue).sum() <= 0) {
      config.problem("has no share above 0; " + allowed, key);
      return mix.usual();
    }
    return given.get();
  }
}
