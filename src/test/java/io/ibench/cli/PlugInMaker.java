package io.ibench.cli;

import io.ibench.workload.Workload;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/** Makes jars from sources as the author of a plug-in does: with javac, then with jar. */
public final class PlugInMaker {

  private PlugInMaker() {}

  /**
   * Compiles for Java 17 against ibench alone, with every warning an error.
   *
   * @param further folders of classes that the sources need, too
   * @throws IllegalArgumentException with what the compiler says
   */
  public static void compile(Path classes, List<Path> sources, Path... further) {
    List<String> classPath = new ArrayList<>(List.of(ibench().toString()));
    for (Path folder : further) {
      classPath.add(folder.toString());
    }
    List<String> arguments =
        new ArrayList<>(List.of("--release", "17", "-proc:none", "-Xlint:all", "-Werror"));
    arguments.addAll(List.of("-cp", String.join(File.pathSeparator, classPath)));
    arguments.addAll(List.of("-d", classes.toString()));
    sources.forEach(source -> arguments.add(source.toString()));
    call("javac", arguments);
  }

  private static Path ibench() {
    try {
      return Path.of(Workload.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Packs what is in the folders, with a manifest that says version 1.2. */
  public static Path pack(Path jar, Path... folders) throws IOException {
    Path manifest = Files.createTempFile("manifest", ".txt");
    Files.writeString(manifest, "Implementation-Version: 1.2\n");
    List<String> arguments =
        new ArrayList<>(
            List.of("--create", "--file", jar.toString(), "--manifest", manifest.toString()));
    for (Path folder : folders) {
      arguments.addAll(List.of("-C", folder.toString(), "."));
    }
    call("jar", arguments);
    Files.delete(manifest);
    return jar;
  }

  private static void call(String tool, List<String> arguments) {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    int code =
        ToolProvider.findFirst(tool).orElseThrow().run(out, out, arguments.toArray(String[]::new));
    if (code != 0) {
      throw new IllegalArgumentException(tool + " " + arguments + ": " + said);
    }
  }
}
