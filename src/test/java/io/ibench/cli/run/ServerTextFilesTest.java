package io.ibench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.DiagnosticText;
import io.ibench.db.FailureKind;
import io.ibench.db.noop.NoopDatabase;
import io.ibench.engine.RunControl;
import io.ibench.measure.Clock;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ServerTextFilesTest {

  @TempDir private Path result;

  private final RunControl control = new RunControl(Clock.system());
  private Callable<List<DiagnosticText>> answer = List::of;
  private final NoopDatabase noop = new NoopDatabase();

  /** The noop database, with its own diagnostics. */
  private final Database database =
      (Database)
          Proxy.newProxyInstance(
              Database.class.getClassLoader(),
              new Class<?>[] {Database.class},
              (proxy, method, arguments) ->
                  method.getName().equals("diagnostics")
                      ? answer.call()
                      : method.invoke(noop, arguments));

  private ServerTextFiles files() {
    return new ServerTextFiles(database, List.of(), result, control);
  }

  private Path before() {
    return result.resolve("server/01-load/before");
  }

  @Test
  void everyTextIsAFileAsItIs() throws Exception {
    answer =
        () -> List.of(new DiagnosticText("status.txt", "a\r\nb"), new DiagnosticText("empty", ""));

    assertThat(files().store("01-load", "before")).isEmpty();
    assertThat(Files.readString(before().resolve("status.txt"))).isEqualTo("a\r\nb");
    assertThat(before().resolve("empty")).isEmptyFile();
    assertThat(files().store("01-load", "after")).isEmpty();
    assertThat(result.resolve("server/01-load/after/status.txt")).exists();
  }

  @Test
  void namesThatAreNoFilesOrCameBeforeAreMadeOthers() throws Exception {
    answer =
        () ->
            List.of(
                new DiagnosticText("../../../escaped", "1"),
                new DiagnosticText("same", "2"),
                new DiagnosticText("same", "3"),
                new DiagnosticText("same", "\ud800"));

    assertThat(files().store("01-load", "before")).isEmpty();
    assertThat(before().toFile().list())
        .containsExactlyInAnyOrder("_.._.._.._escaped", "same", "2-same", "3-same");
    assertThat(before().resolve("2-same")).hasContent("3");
  }

  private ServerTextFiles files(ServerTextFiles.Space space) {
    return new ServerTextFiles(database, List.of(), result, control, space);
  }

  @Test
  void theLastOfTheDiskIsLeftToTheResults() throws Exception {
    answer = () -> List.of(new DiagnosticText("status.txt", "ten bytes."));
    ServerTextFiles files = files(file -> ServerTextFiles.FREE_BYTES + 9);

    assertThat(files.store("01-load", "before"))
        .contains(
            "server/01-load/before is left out: the results' disk has 128 MB left, and the last"
                + " 128 MB are for the results");
    assertThat(result).isEmptyDirectory();
    assertThat(files(file -> ServerTextFiles.FREE_BYTES + 10).store("01-load", "before")).isEmpty();
    assertThat(before().resolve("status.txt")).hasContent("ten bytes.");
  }

  @Test
  void theTextsOfARunAreBounded() throws Exception {
    String large = "x".repeat((int) ServerTextFiles.MAX_BYTES / 2);
    answer = () -> List.of(new DiagnosticText("status.txt", large));
    ServerTextFiles files = files(file -> Long.MAX_VALUE);

    assertThat(files.store("01-load", "before")).isEmpty();
    assertThat(files.store("01-load", "after")).isEmpty();
    assertThat(files.store("02-request", "before"))
        .contains(
            "server/02-request/before is left out: the server's texts of a run may take 64 MB");
    assertThat(result.resolve("server/02-request")).doesNotExist();
    answer = () -> List.of(new DiagnosticText("empty.txt", ""));
    assertThat(files.store("02-request", "after")).isEmpty();
  }

  @Test
  void ofTextsThatCouldNotBeWrittenNoneIsLeft() throws Exception {
    Files.createDirectories(before().resolve("second"));
    answer = () -> List.of(new DiagnosticText("first", "1"), new DiagnosticText("second", "2"));

    assertThat(files(file -> Long.MAX_VALUE).store("01-load", "before").orElseThrow())
        .startsWith("server/01-load/before is not there: ");
    assertThat(before().resolve("first")).doesNotExist();
  }

  @Test
  void aDatabaseThatSaysNothingLeavesNoFolder() throws Exception {
    assertThat(files().store("01-load", "before")).isEmpty();
    assertThat(result).isEmptyDirectory();
  }

  @Test
  void aFailureIsNamedInAFileAndToTheCaller() throws Exception {
    answer =
        () -> {
          throw new DatabaseException(FailureKind.DENIED, "no PROCESS for //root:geheim@host");
        };

    assertThat(files().store("01-load", "before"))
        .contains("server/01-load/before is empty: denied: no PROCESS for //root:***@host");
    assertThat(before().resolve("ERROR.txt")).hasContent("denied: no PROCESS for //root:***@host");
  }

  @Test
  void aBugOfAnAdapterIsAFailureLikeOthers() throws Exception {
    answer =
        () -> {
          throw new IllegalStateException("a bug");
        };

    assertThat(files().store("01-load", "before").orElseThrow()).contains("a bug");
  }

  @Test
  void aDatabaseThatHangsIsAskedOnceAndNotAgainBeforeItAnswers() throws Exception {
    CountDownLatch answered = new CountDownLatch(1);
    answer =
        () -> {
          control.interrupt();
          answered.await();
          return List.of(new DiagnosticText("late", ""));
        };
    ServerTextFiles files = files();

    assertThat(files.store("01-load", "before").orElseThrow()).contains("did not answer in time");
    assertThat(files.store("01-load", "after").orElseThrow()).contains("an earlier question");
    answered.countDown();
    assertThat(before().toFile().list()).containsExactly("ERROR.txt");
  }

  @Test
  void aFolderThatCannotBeWrittenIsNamedAndNothingIsThrown() throws Exception {
    Files.writeString(result.resolve("server"), "a file");
    answer = () -> List.of(new DiagnosticText("status.txt", "text"));
    assertThat(files().store("01-load", "before").orElseThrow())
        .startsWith("server/01-load/before is not there: ");
    answer =
        () -> {
          throw new DatabaseException(FailureKind.TIMEOUT, "late");
        };
    assertThat(files().store("01-load", "after").orElseThrow())
        .contains("timeout: late; ERROR.txt could not be written: ");
  }

  @Test
  void aResultFolderThatWasRemovedIsNotMadeAgain() throws IOException, InterruptedException {
    Files.delete(result);
    answer = () -> List.of(new DiagnosticText("status.txt", "text"));

    assertThat(files().store("01-load", "before")).isPresent();
    assertThat(result).doesNotExist();
    Files.createDirectory(result);
  }
}
