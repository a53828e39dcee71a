package io.ibench.testing;

import io.ibench.report.store.JsonFile;
import io.ibench.report.store.StoredCpuProfiles;
import io.ibench.report.store.StoredCpuProfiles.Profile;
import io.ibench.report.store.StoredCpuProfiles.Sampling;
import io.ibench.report.store.StoredCpuProfiles.Whose;
import io.ibench.report.store.StoredCpuProfiles.Work;
import io.ibench.sampling.CallTree;
import io.ibench.sampling.CpuSamples;
import io.ibench.sampling.Frame;
import io.ibench.sampling.PprofFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Profiles of the server's CPU that a test writes into a result folder. Not thread-safe. */
public final class CpuProfileFiles {

  private static final String MODULE = "server";

  private final Path run;
  private final List<Profile> profiles = new ArrayList<>();
  private String build = "1234";

  public CpuProfileFiles(Path run) {
    this.run = run;
  }

  /** What follows is of another build. */
  public CpuProfileFiles ofBuild(String id) {
    build = id;
    return this;
  }

  /**
   * Adds the profile of a step.
   *
   * @param micros CPU for each operation
   * @param stacks samples by the functions of a stack, the outermost one first, with blanks
   *     between; {@code server@20} is one without a name
   */
  public CpuProfileFiles with(String step, double micros, Map<String, Long> stacks)
      throws IOException {
    CallTree tree = new CallTree();
    stacks.forEach((stack, count) -> tree.add(frames(stack), count));
    String file = String.format(Locale.ROOT, "cpu/%02d-%s.pb.gz", profiles.size() + 1, step);
    Files.createDirectories(run.resolve("cpu"));
    Map<String, String> builds = Map.of(MODULE, build);
    PprofFile.write(
        run.resolve(file),
        new CpuSamples(10_000_000, "cpu-clock", tree, 0, 0, 0, builds),
        new PprofFile.About(0, 1, List.of()));
    profiles.add(
        new Profile(
            step,
            0,
            Optional.of(Whose.SERVER),
            Optional.empty(),
            Optional.of(file),
            Optional.of(new Work("q", 1, 1_000, Optional.empty(), micros)),
            Optional.of(new Sampling(99, "cpu-clock", tree.samples(), 1, 0, 1, 1, builds)),
            List.of(),
            Optional.empty(),
            Optional.empty()));
    return write();
  }

  /** Adds a step that has none, and the reason. */
  public CpuProfileFiles without(String step, String why) {
    profiles.add(Profile.none(step, 0, Whose.SERVER, why));
    return write();
  }

  private CpuProfileFiles write() {
    JsonFile.replace(run.resolve(StoredCpuProfiles.NAME), new StoredCpuProfiles(profiles));
    return this;
  }

  private static List<Frame> frames(String stack) {
    return Stream.of(stack.split(" ")).map(CpuProfileFiles::frame).toList();
  }

  private static Frame frame(String name) {
    String[] parts = name.split("@");
    return parts.length == 1
        ? new Frame(MODULE, name, 0)
        : new Frame(MODULE, "", Long.parseLong(parts[1], 16));
  }
}
