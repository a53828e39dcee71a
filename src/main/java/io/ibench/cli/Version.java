package io.ibench.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** ibench's version, written by the build. */
final class Version implements IVersionProvider {

  private static final String RESOURCE = "/io/ibench/version.properties";

  static String number() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + RESOURCE, e);
    }
    return properties.getProperty("version");
  }

  /** What {@code --version} prints. */
  static String line() {
    return "ibench " + number();
  }

  @Override
  public String[] getVersion() {
    return new String[] {line()};
  }
}
