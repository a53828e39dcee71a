package io.ibench.cli.ground;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** ibench's version and the commit that it is built from, written by the build. */
public final class Version implements IVersionProvider {

  private static final String RESOURCE = "/io/ibench/version.properties";

  public static String number() {
    return properties().getProperty("version");
  }

  private static Properties properties() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + RESOURCE, e);
    }
    return properties;
  }

  /** What {@code --version} prints. A build outside of a repository knows no commit. */
  public static String line() {
    Properties properties = properties();
    String commit = properties.getProperty("commit", "");
    return "ibench "
        + properties.getProperty("version")
        + (commit.isEmpty() ? "" : " (" + commit + ")");
  }

  @Override
  public String[] getVersion() {
    return new String[] {line()};
  }
}
