package io.ibench.report.store;

/** Waits for the thread that writes position.json, for tests with a scripted clock. */
public final class WrittenPosition {

  private WrittenPosition() {}

  public static void await(ResultFolder folder) {
    folder.awaitPosition();
  }
}
