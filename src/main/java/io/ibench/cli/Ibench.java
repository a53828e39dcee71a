package io.ibench.cli;

/** The command ibench, as its commands see it. */
interface Ibench {

  /** The class that bin/ibench starts. */
  String MAIN_CLASS = "io.ibench.cli.Main";

  ProcessEnvironment process();
}
