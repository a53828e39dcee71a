package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.ListeningProcess.SearchResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListeningProcessTest {

  private static final Set<String> NAMES = Set.of("some server");
  private static final int PORT = 3306;

  private static final String HEAD =
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid"
          + "  timeout inode\n";

  @TempDir private Path temporary;
  private Recording recording;

  @BeforeEach
  void record() throws IOException {
    recording = new Recording(temporary);
    recording.with(
        "proc/net/tcp",
        HEAD
            + socket(0, "0100007F:0CEA", "0A", 112, 501)
            + socket(1, "0100007F:0CEA", "01", 7, 502));
    recording.with("proc/net/tcp6", HEAD);
  }

  private static String socket(int number, String local, String state, int user, long inode) {
    return "%4d: %s 00000000:0000 %s 00000000:00000000 00:00000000 00000000 %5d        0 %d 1 0 100\n"
        .formatted(number, local, state, user, inode);
  }

  private void process(long pid, long parent, int user, long... inodes) throws IOException {
    recording.withProcess(new Recording.Process(pid, parent, 1, 1, 0, 10, 10));
    recording.with("proc/" + pid + "/status", "Name:\tsome server\nUid:\t" + user + "\t0\t0\t0\n");
    if (inodes.length > 0) {
      Path open = Files.createDirectories(recording.folder.resolve("proc/" + pid + "/fd"));
      Files.createSymbolicLink(open.resolve("0"), Path.of("/dev/null"));
      for (int i = 0; i < inodes.length; i++) {
        Files.createSymbolicLink(
            open.resolve(Integer.toString(3 + i)), Path.of("socket:[" + inodes[i] + "]"));
      }
    }
  }

  private SearchResult found() {
    return ListeningProcess.atPort(recording.proc, PORT, NAMES);
  }

  @Test
  void itIsTheOneThatHasTheSocketOpen() throws IOException {
    process(17, 1, 112, 400);
    process(18, 1, 112, 400, 501);
    assertThat(found()).isEqualTo(new SearchResult(OptionalLong.of(18), ""));
  }

  @Test
  void aConnectionOfThePortIsNotItsListener() throws IOException {
    process(17, 1, 112, 502);
    assertThat(found().pid()).isEmpty();
    assertThat(found().reason())
        .isEqualTo("no single process with the server's name listens at port 3306");
  }

  @Test
  void childrenThatInheritTheSocketAreNotTheServer() throws IOException {
    process(19, 18, 112, 501);
    process(18, 1, 112, 501);
    assertThat(found().pid()).hasValue(18);
  }

  @Test
  void theOnlyProcessOfTheNameIsTheOneWhenTheSocketIsItsUsers() throws IOException {
    process(17, 1, 112);
    assertThat(found()).isEqualTo(new SearchResult(OptionalLong.of(17), ""));
  }

  @Test
  void aSocketOfAnotherUserMayLeadElsewhere() throws IOException {
    process(17, 1, 113);
    assertThat(found())
        .isEqualTo(
            SearchResult.none(
                "which process listens at port 3306 is told to root and the server's user only"));
  }

  @Test
  void ofTwoProcessesThatKeepTheirSocketsToThemselvesNoneIsTaken() throws IOException {
    process(17, 1, 112);
    process(18, 1, 112);
    assertThat(found().pid()).isEmpty();
    assertThat(found().reason()).contains("told to root and the server's user only");
  }

  @Test
  void whoHasAnotherNameIsNotTheServer() throws IOException {
    process(17, 1, 112, 501);
    assertThat(ListeningProcess.atPort(recording.proc, PORT, Set.of("mysqld", "mariadbd")))
        .isEqualTo(SearchResult.none("no process here is named mariadbd or mysqld"));
  }

  @Test
  void nothingMayListenHere() throws IOException {
    process(17, 1, 112, 501);
    assertThat(ListeningProcess.atPort(recording.proc, 3307, NAMES))
        .isEqualTo(SearchResult.none("nothing on this machine listens at port 3307"));
  }

  @Test
  void aUnixSocketIsFoundByItsPath() throws IOException {
    Path socket = Files.createFile(temporary.resolve("my socket"));
    recording.with(
        "proc/net/unix",
        "Num       RefCount Protocol Flags    Type St Inode Path\n"
            + "0000: 00000002 00000000 00010000 0001 01 501 /elsewhere\n"
            + "0000: 00000003 00000000 00000000 0001 03 502 %s\n".formatted(socket)
            + "0000: 00000002 00000000 00010000 0001 01 503 %s\n".formatted(socket));
    process(17, 1, 112, 501, 502);
    process(18, 1, 112, 503);
    assertThat(ListeningProcess.atSocket(recording.proc, socket, NAMES).pid()).hasValue(18);
    assertThat(ListeningProcess.atSocket(recording.proc, Path.of("/none"), NAMES).reason())
        .isEqualTo("nothing on this machine listens at the socket /none");
  }
}
