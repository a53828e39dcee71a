package io.ibench.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

@StartsProcess
class ServerFolderTest {

  private final Deque<String> logs = new ArrayDeque<>();

  private String launch() {
    if (logs.isEmpty()) {
      return "started";
    }
    throw new IllegalStateException(logs.pop());
  }

  @Test
  void aServerWhosePortAnotherOneHasTakenStartsOnAnotherPort() {
    logs.addAll(List.of("could not bind: Address already in use", "Address already in use"));

    assertThat(ServerFolder.<String>onFreePort(this::launch)).isEqualTo("started");
  }

  @Test
  void aServerThatFailsForAnotherReasonFails() {
    logs.add("no space left");

    assertThatThrownBy(() -> ServerFolder.onFreePort(this::launch)).hasMessage("no space left");
  }

  @Test
  void itDoesNotTryForEver() {
    logs.addAll(List.of("1 Address already in use", "2 Address already in use"));
    logs.addAll(List.of("3 Address already in use", "4 Address already in use"));

    assertThatThrownBy(() -> ServerFolder.onFreePort(this::launch)).hasMessageStartingWith("3");
  }
}
