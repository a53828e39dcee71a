package io.ibench.cli.ground;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Handlers of this process's signals.
 *
 * <p>Java has only {@code sun.misc.Signal} of the module jdk.unsupported for this: a shutdown hook
 * runs once, misses a second Ctrl-C, and cannot ignore SIGHUP. It is called by reflection, as javac
 * warns of every direct use, no option suppresses that, and warnings are errors here.
 */
public final class Signals {

  private Signals() {}

  /**
   * Replaces the handler of a signal: the action runs on a separate thread for each signal. A
   * signal that the process was started to ignore stays ignored.
   *
   * @param name without SIG
   * @return restores the former handler; empty if the signal cannot be handled: no such signal, no
   *     such class in this Java, or a JVM with -Xrs
   */
  static Optional<Runnable> handle(String name, Runnable action) {
    try {
      Class<?> signalType = Class.forName("sun.misc.Signal");
      Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
      Method handle = signalType.getMethod("handle", signalType, handlerType);
      Object signal = signalType.getConstructor(String.class).newInstance(name);
      Object former = handle.invoke(null, signal, handler(handlerType, action));
      return Optional.of(() -> restore(handle, signal, former));
    } catch (ReflectiveOperationException e) {
      return Optional.empty();
    }
  }

  /**
   * Adds a hook that runs when the process ends. Never returns when it is ending already, as after
   * a signal in the first moment of a command: nothing more may begin.
   */
  public static void whenProcessEnds(Thread hook) {
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      while (true) {
        LockSupport.park(hook);
      }
    }
  }

  private static Object handler(Class<?> handlerType, Runnable action) {
    InvocationHandler calls =
        (proxy, method, arguments) -> {
          if (method.getDeclaringClass() == Object.class) {
            return method.invoke(action, arguments);
          }
          action.run();
          return null;
        };
    return Proxy.newProxyInstance(
        handlerType.getClassLoader(), new Class<?>[] {handlerType}, calls);
  }

  private static void restore(Method handle, Object signal, Object former) {
    try {
      handle.invoke(null, signal, former);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a handler that was installed cannot be put back", e);
    }
  }
}
