package io.ibench.db;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** A database whose transactions call a test before and after each of their statements. */
public final class InterceptedDatabase {

  /** The test's call, on the thread of the statement; the caller gets what it throws. */
  public interface Interceptor {

    default void before(Command command) throws DatabaseException {}

    /** Never called for a statement that commits. */
    default void after(Command command) throws DatabaseException {}
  }

  private final Interceptor interceptor;

  private InterceptedDatabase(Interceptor interceptor) {
    this.interceptor = interceptor;
  }

  public static Database of(Database database, Interceptor interceptor) {
    InterceptedDatabase intercepted = new InterceptedDatabase(interceptor);
    return intercepted.replace(Database.class, database, "session", intercepted::session);
  }

  private interface Replacement<T> {
    T of(T result, Object[] arguments, String method);
  }

  private Session session(Session session, Object[] arguments, String method) {
    return replace(Session.class, session, "transaction", this::transaction);
  }

  private Transaction transaction(Transaction transaction, Object[] arguments, String method) {
    return replace(Transaction.class, transaction, "prepare", this::prepared);
  }

  private Prepared prepared(Prepared prepared, Object[] arguments, String method) {
    Command command = (Command) arguments[0];
    boolean last = method.equals("prepareLast");
    InvocationHandler handler =
        (proxy, called, parameters) -> {
          boolean execute = called.getName().equals("execute");
          if (execute) {
            interceptor.before(command);
          }
          Object result = call(() -> called.invoke(prepared, parameters));
          if (execute && !last) {
            interceptor.after(command);
          }
          return result;
        };
    return proxy(Prepared.class, handler);
  }

  private interface Call {
    Object now() throws ReflectiveOperationException;
  }

  private static Object call(Call call) throws Throwable {
    try {
      return call.now();
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** The same object, except that methods of this name return another value. */
  private <T, R> T replace(Class<T> type, T inner, String name, Replacement<R> replacement) {
    return proxy(
        type,
        (proxy, called, parameters) -> {
          Object result = call(() -> called.invoke(inner, parameters));
          if (!called.getName().startsWith(name)) {
            return result;
          }
          @SuppressWarnings("unchecked")
          R typed = (R) result;
          return replacement.of(typed, parameters, called.getName());
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
