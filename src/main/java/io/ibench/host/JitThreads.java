package io.ibench.host;

import io.ibench.measure.CompilerThreads;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * HotSpot's compiler threads, from the schedstat of each. Finds the threads once: a JVM that starts
 * more of them later has enough CPUs.
 */
public final class JitThreads implements CompilerThreads {

  private final ProcReader reader;
  private final List<Path> schedstats = new ArrayList<>();

  public JitThreads(Proc proc) {
    this.reader = proc.reader();
    File tasks = proc.root().resolve("self").resolve("task").toFile();
    String[] present = tasks.list();
    for (String task : present == null ? new String[0] : present) {
      Path folder = tasks.toPath().resolve(task);
      if (isCompiler(folder)) {
        schedstats.add(folder.resolve("schedstat"));
      }
    }
  }

  /** The kernel keeps 15 characters of "C2 CompilerThread0". */
  private boolean isCompiler(Path folder) {
    try {
      ProcText name = reader.file(folder.resolve("comm"));
      return name.nextLine()
          && (name.startsWith("C1 CompilerThre") || name.startsWith("C2 CompilerThre"));
    } catch (ProcException e) {
      return false; // the thread has ended
    }
  }

  @Override
  public Optional<Times> read() {
    long cpu = 0;
    long waited = 0;
    for (Path schedstat : schedstats) {
      try {
        ProcText text = reader.file(schedstat);
        if (!text.nextLine()) {
          return Optional.empty();
        }
        cpu += text.number();
        waited += text.number();
      } catch (ProcException e) {
        return Optional.empty();
      }
    }
    return schedstats.isEmpty() ? Optional.empty() : Optional.of(new Times(cpu, waited));
  }
}
