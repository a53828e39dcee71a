package io.ibench.sampling;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The library async-profiler in this JVM. It is no part of ibench: its class is found by name.
 * Confined to one thread.
 */
public final class AsyncProfiler {

  private static final String TYPE = "one.profiler.AsyncProfiler";

  /** It writes to stdout otherwise, among results. */
  private static final String SILENT = ",loglevel=none";

  private final Object library;
  private final Method execute;
  private final Method samples;

  private AsyncProfiler(Object library) throws NoSuchMethodException {
    this.library = library;
    this.execute = library.getClass().getMethod("execute", String.class);
    this.samples = library.getClass().getMethod("getSamples");
  }

  /**
   * Loads its native code, once in a JVM.
   *
   * @param classes finds its class
   * @param missing why it cannot be there; empty if it may be
   */
  public static AsyncProfiler load(ClassLoader classes, Optional<String> missing)
      throws SamplerException {
    if (missing.isPresent()) {
      throw new SamplerException(missing.get());
    }
    try {
      Class<?> type = Class.forName(TYPE, true, classes);
      return new AsyncProfiler(type.getMethod("getInstance").invoke(null));
    } catch (InvocationTargetException e) {
      throw new SamplerException("async-profiler does not start here: " + reason(e));
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new SamplerException("async-profiler cannot be used: " + e);
    }
  }

  /** Does a command in its own language, such as {@code stop}. */
  String execute(String command) throws SamplerException {
    return String.valueOf(call(execute, command + SILENT));
  }

  /** All that it has taken since its last start, also those that it had no room for. */
  long samples() throws SamplerException {
    return call(samples) instanceof Long count ? count : 0;
  }

  private @Nullable Object call(Method method, Object... arguments) throws SamplerException {
    try {
      return method.invoke(library, arguments);
    } catch (InvocationTargetException e) {
      throw new SamplerException("async-profiler: " + reason(e));
    } catch (IllegalAccessException e) {
      throw new SamplerException("async-profiler cannot be used: " + e);
    }
  }

  private static String reason(InvocationTargetException e) {
    Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
    String message = cause.getMessage();
    return message == null ? cause.toString() : message.lines().findFirst().orElse("");
  }
}
