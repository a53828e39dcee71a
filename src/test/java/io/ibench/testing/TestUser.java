package io.ibench.testing;

/** Who runs the tests. */
public final class TestUser {

  private TestUser() {}

  public static boolean isRoot() {
    return "root".equals(name());
  }

  static String name() {
    return System.getProperty("user.name");
  }
}
