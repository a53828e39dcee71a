package io.ibench.testing;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for a browser, but not forever. */
final class ChromiumWait {

  private static final long PATIENCE_SECONDS = 120;

  private ChromiumWait() {}

  /**
   * The result, once it is there.
   *
   * @param what is waited for, as the failure says it
   * @throws IllegalStateException when it failed, or was not there in time
   */
  static <T> T untilDone(CompletableFuture<T> future, String what) {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(what + ": " + e.getCause().getMessage(), e.getCause());
    } catch (TimeoutException e) {
      throw new IllegalStateException(what + ": not done in " + PATIENCE_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted: " + what, e);
    }
  }
}
