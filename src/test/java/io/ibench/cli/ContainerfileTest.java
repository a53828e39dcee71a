package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What can be said of the image without building it, which takes a network. */
class ContainerfileTest {

  private String file;

  @BeforeEach
  void read() throws IOException {
    file = Files.readString(Path.of("Containerfile")).replace("\\\n", " ");
  }

  /** The arguments of an instruction that the file has once. */
  private String the(String instruction) {
    return assertThat(found(file, "(?m)^" + instruction + " (.*)$"))
        .as(instruction)
        .singleElement()
        .actual();
  }

  private static List<String> found(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().map(ContainerfileTest::last).toList();
  }

  private static String last(MatchResult result) {
    return result.group(result.groupCount());
  }

  @Test
  void beginsWithAJavaThatRunsIbench() {
    String base = the("FROM");

    assertThat(base).matches("docker\\.io/library/eclipse-temurin:\\d+-jre");
    assertThat(Integer.parseInt(base.replaceAll(".*:|-jre", ""))).isBetween(17, 25);
  }

  @Test
  void unpacksTheArchiveOfTheBuildAndLinksAProgramOfIt() throws IOException {
    String[] copied = the("COPY").split(" ");
    String unpack = the("RUN");

    assertThat(copied[0]).isEqualTo("target/ibench-*.tar.gz");
    assertThat(Files.readString(Path.of("pom.xml"))).contains("<artifactId>ibench</artifactId>\n");
    assertThat(unpack)
        .contains("tar -xzf " + copied[1] + " -C /opt/ibench --strip-components=1 ")
        .contains("mkdir /opt/ibench ", "rm " + copied[1] + " ");
    String program = found(unpack, "ln -s /opt/ibench/(\\S+) /usr/local/bin/ibench ").get(0);
    assertThat(Path.of(program)).isExecutable();
    assertThat(Files.readString(Path.of("src/distribution/assembly.xml")))
        .contains("<directory>" + Path.of(program).getParent() + "</directory>")
        .contains("<include>" + Path.of(program).getFileName() + "</include>");
    assertThat(the("ENTRYPOINT")).isEqualTo("[\"ibench\"]");
  }

  @Test
  void runsAsAUserWhoMayWriteWhereItWorks() {
    String user = the("USER");

    assertThat(user).isNotEqualTo("root");
    assertThat(the("RUN"))
        .contains("useradd --create-home " + user + " ")
        .contains("install -d -o " + user + " " + the("WORKDIR"));
    assertThat(file.indexOf("\nUSER ")).isGreaterThan(file.indexOf("\nRUN "));
  }

  /** The image's user is another one than the owner of the folder that is mounted. */
  @Test
  void theCommandsInItMountTheFolderAsItsOwner() {
    List<String> commands = found(file, "(?m)^# {5}((?:podman|docker) run .*)$");

    assertThat(commands).hasSize(2);
    assertThat(commands)
        .allSatisfy(
            command ->
                assertThat(command)
                    .contains("--user \"$(id -u):$(id -g)\"")
                    .contains("-v \"$PWD:" + the("WORKDIR") + "\""));
    assertThat(commands)
        .filteredOn(command -> command.startsWith("podman"))
        .allMatch(command -> command.contains(" --userns=keep-id "));
  }
}
