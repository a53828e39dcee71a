package io.ibench.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;

/**
 * Handlers of this process's signals.
 *
 * <p>Java has nothing for them but {@code sun.misc.Signal} of the module jdk.unsupported: a
 * shutdown hook runs once, so that a second Ctrl-C would not be heard, and it cannot let SIGHUP
 * pass. It is called by reflection because javac warns of every use of it by name, which no
 * annotation and no -Xlint suppresses, and warnings are errors here.
 */
final class Signals {

  private Signals() {}

  /**
   * From now on the action runs whenever the signal comes, on a thread of its own, instead of what
   * happened before. A signal that the process was started to ignore stays ignored.
   *
   * @param name without SIG
   * @return what puts the former handler back; empty when the signal cannot be handled: no such
   *     signal here, no such class in this Java, or a JVM told to leave signals alone (-Xrs)
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
