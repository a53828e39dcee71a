package io.ibench.cli.ground;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command ibench, as its commands see it. */
public interface Ibench {

  /** The class that bin/ibench starts. */
  String MAIN_CLASS = "io.ibench.cli.Main";

  ProcessEnvironment process();

  /** The program and the options of this process, so that a child is the same ibench. */
  static List<String> itself() {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN_CLASS));
    return words;
  }
}
