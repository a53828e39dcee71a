package io.ibench.cli;

import io.ibench.cli.ground.UsageException;
import java.util.Locale;
import java.util.concurrent.Callable;

/**
 * Reports results that do not fit into the heap, if no earlier limit has refused them. Stateless.
 */
final class HeapGuard {

  private static final long MEGABYTE = 1 << 20;

  private HeapGuard() {}

  /** The page's templates wrap the error. */
  private static boolean isHeap(Throwable error) {
    boolean heap = error instanceof OutOfMemoryError && !InternalErrors.isThreadLimit(error);
    return heap || error.getCause() != null && isHeap(error.getCause());
  }

  /**
   * Calls a command that reads results.
   *
   * @param folders as the user named them
   */
  static <T> T call(String folders, Callable<T> command) throws Exception {
    try {
      return command.call();
    } catch (RuntimeException | OutOfMemoryError e) {
      if (!isHeap(e)) {
        throw e;
      }
      long heap = Runtime.getRuntime().maxMemory() / MEGABYTE;
      throw new UsageException(
          String.format(
              Locale.ROOT,
              "%s: what it holds does not fit into a heap of %d MB; IBENCH_HEAP=%dm allows more",
              folders,
              heap,
              2 * heap));
    }
  }
}
