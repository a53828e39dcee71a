package io.ibench.db.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLNonTransientConnectionException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class AdminConnectionTest {

  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final CountDownLatch aborted = new CountDownLatch(1);
  private final CountDownLatch asked = new CountDownLatch(1);

  private final Connection connection =
      (Connection)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> {
                calls.add(method.getName());
                if (method.getName().equals("abort")) {
                  aborted.countDown();
                }
                return null;
              });

  @Test
  void closingBreaksOffAQuestionThatIsNeverAnswered() throws Exception {
    AdminConnection home = new AdminConnection(() -> connection, StandardFailures::classify);
    AtomicReference<Exception> ended = new AtomicReference<>();
    Thread asker =
        new Thread(
            () -> {
              try {
                home.ask(
                    open -> {
                      asked.countDown();
                      awaitAbort();
                      throw new SQLNonTransientConnectionException("socket closed", "08000");
                    });
              } catch (Exception e) {
                ended.set(e);
              }
            });
    asker.start();
    asked.await();
    home.close();
    asker.join();
    assertThat(calls).contains("abort").doesNotContain("close");
    assertThat(ended.get()).hasMessageContaining("socket closed");
  }

  @Test
  void aQuestionThatIsBrokenOffIsAskedAgainOnANewConnection() throws Exception {
    AtomicReference<AdminConnection> home = new AtomicReference<>();
    home.set(new AdminConnection(() -> connection, StandardFailures::classify));
    Thread breaker =
        new Thread(
            () -> {
              try {
                asked.await();
                home.get().abort();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    breaker.start();

    int answer =
        home.get()
            .ask(
                open -> {
                  if (asked.getCount() == 0) {
                    return 7;
                  }
                  asked.countDown();
                  awaitAbort();
                  throw new SQLNonTransientConnectionException("socket closed", "08000");
                });

    breaker.join();
    assertThat(answer).isEqualTo(7);
  }

  @Test
  void nothingIsBrokenOffWhenNobodyAsks() throws Exception {
    new AdminConnection(() -> connection, StandardFailures::classify).abort();
    assertThat(calls).isEmpty();
  }

  private void awaitAbort() {
    try {
      aborted.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aConnectionThatNobodyUsesIsClosed() throws Exception {
    AdminConnection home = new AdminConnection(() -> connection, StandardFailures::classify);
    assertThat(home.<Integer>ask(open -> 7)).isEqualTo(7);
    home.close();
    assertThat(calls).containsExactly("close");
  }
}
