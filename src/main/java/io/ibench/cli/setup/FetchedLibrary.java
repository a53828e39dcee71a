package io.ibench.cli.setup;

import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** What can be fetched. */
public enum FetchedLibrary {
  ROCKSDB(
      new FetchedJar(
          "org.rocksdb",
          "rocksdbjni",
          "11.8.1",
          91_919_284,
          "628ed387887f4a431df480857954df2a28b4389bfe24858ccdec611cabf65dbf"));

  private final FetchedJar jar;

  FetchedLibrary(FetchedJar jar) {
    this.jar = jar;
  }

  public FetchedJar jar() {
    return jar;
  }

  /** As users write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What helps when a jar is damaged: the command that fetches it again, if it is one of these. */
  static String cure(Path jar) {
    return Stream.of(values())
        .filter(each -> jar.endsWith(each.jar.name()))
        .map(each -> "; bin/ibench fetch " + each + " gets it again")
        .findFirst()
        .orElse("");
  }
}
