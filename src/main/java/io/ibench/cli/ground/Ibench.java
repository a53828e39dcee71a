package io.ibench.cli.ground;

/** The command ibench, as its commands see it. */
public interface Ibench {

  /** The class that bin/ibench starts. */
  String MAIN_CLASS = "io.ibench.cli.Main";

  ProcessEnvironment process();
}
