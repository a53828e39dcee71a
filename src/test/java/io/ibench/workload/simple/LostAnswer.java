package io.ibench.workload.simple;

import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/** A database of which one answer is lost: nobody knows whether the command was executed. */
final class LostAnswer {

  private final Predicate<Command> loses;
  private final boolean executes;
  private final AtomicBoolean lost = new AtomicBoolean();

  private LostAnswer(Predicate<Command> loses, boolean executes) {
    this.loses = loses;
    this.executes = executes;
  }

  /**
   * @param loses the commands outside of transactions of which the first one loses its answer
   * @param executes whether that one is executed
   */
  static Database of(Database database, Predicate<Command> loses, boolean executes) {
    LostAnswer answer = new LostAnswer(loses, executes);
    return proxy(
        Database.class,
        (self, method, arguments) -> {
          Object result = call(database, method, arguments);
          return result instanceof Session session ? answer.session(session) : result;
        });
  }

  private Session session(Session session) {
    return proxy(
        Session.class,
        (self, method, arguments) -> {
          Object result = call(session, method, arguments);
          return method.getName().equals("prepare") && loses.test((Command) arguments[0])
              ? prepared((Prepared) result)
              : result;
        });
  }

  private Prepared prepared(Prepared prepared) {
    return proxy(
        Prepared.class,
        (self, method, arguments) -> {
          boolean losesNow = method.getName().equals("execute") && lost.compareAndSet(false, true);
          Object result = losesNow && !executes ? 0 : call(prepared, method, arguments);
          if (losesNow) {
            throw new DatabaseException(FailureKind.OUTCOME_UNKNOWN, "no answer");
          }
          return result;
        });
  }

  private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
