package io.ibench.cli;

import io.ibench.cli.ground.Installation;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.PlugIns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarFile;

/**
 * The place in a plug-in from which an unexpected error came.
 *
 * @param className the innermost class of a plug-in in the stack trace
 * @param jar the name of the jar that has the class; empty if it is no longer there
 */
record PlugInFault(String className, Optional<String> jar) {

  /**
   * Looks for a plug-in's class in the error's stack trace and in those of its causes, the root
   * cause first.
   *
   * @param installation whose plug-ins are loaded
   */
  static Optional<PlugInFault> of(Throwable error, Installation installation) {
    Deque<Throwable> rootFirst = new ArrayDeque<>();
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Throwable next = error; next != null && seen.add(next); next = next.getCause()) {
      rootFirst.push(next);
    }
    return rootFirst.stream()
        .flatMap(each -> Arrays.stream(each.getStackTrace()))
        .filter(frame -> PlugIns.LOADER.equals(frame.getClassLoaderName()))
        .map(StackTraceElement::getClassName)
        .findFirst()
        .map(name -> new PlugInFault(name, jarWith(name, installation)));
  }

  private static Optional<String> jarWith(String className, Installation installation) {
    String entry = className.replace('.', '/') + ".class";
    try {
      for (Path file : PlugIns.files(installation)) {
        try (JarFile jar = new JarFile(file.toFile())) {
          if (jar.getEntry(entry) != null) {
            return Optional.of(file.getFileName().toString());
          }
        }
      }
    } catch (IOException | UsageException e) {
      // A jar was removed or replaced meanwhile. The class's name says enough.
      return Optional.empty();
    }
    return Optional.empty();
  }

  /** As in {@code plug-in counter.jar (class example.counter.CounterWorkload)}. */
  String place() {
    return "plug-in " + jar.map(name -> name + " (class " + className + ")").orElse(className);
  }
}
