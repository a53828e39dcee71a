package io.ibench.contract;

import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.NativePrepared;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A database with one fault: every call on it, its sessions and its commands passes the fault. */
final class FaultyDatabase {

  /** Answers a call, usually with {@link Call#proceed}. */
  interface Fault {
    Object answer(Call call) throws Throwable;
  }

  /**
   * A call.
   *
   * @param target the working object
   * @param command the command of a {@link Prepared}; null for other targets
   * @param counts a number for the fault to keep, by name, of this target alone
   */
  record Call(
      Object target,
      Method method,
      Object[] arguments,
      Command command,
      Map<String, Integer> counts) {

    boolean is(Class<?> type, String name) {
      return type.isInstance(target)
          && method.getDeclaringClass().isAssignableFrom(type)
          && method.getName().equals(name);
    }

    /** A call of this method on a command of this kind. */
    boolean isOf(Class<? extends Command> kind, String name) {
      return kind.isInstance(command) && is(Prepared.class, name);
    }

    Object proceed() throws Throwable {
      try {
        return method.invoke(target, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }

  private final Fault fault;
  private final Map<Transaction, Transaction> transactions = new ConcurrentHashMap<>();

  private FaultyDatabase(Fault fault) {
    this.fault = fault;
  }

  static Database of(Database working, Fault fault) {
    return new FaultyDatabase(fault).wrap(Database.class, working, null);
  }

  private <T> T wrap(Class<T> type, T target, Command command) {
    Map<String, Integer> counts = new HashMap<>();
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                wrapped(
                    method.getReturnType(),
                    fault.answer(new Call(target, method, arguments, command, counts)),
                    arguments)));
  }

  private Object wrapped(Class<?> type, Object result, Object[] arguments) {
    if (type == Session.class) {
      return wrap(Session.class, (Session) result, null);
    }
    if (type == Transaction.class) {
      return transactions.computeIfAbsent(
          (Transaction) result, transaction -> wrap(Transaction.class, transaction, null));
    }
    if (type == NativePrepared.class) {
      return wrap(NativePrepared.class, (NativePrepared) result, null);
    }
    return type == Prepared.class
        ? wrap(Prepared.class, (Prepared) result, (Command) arguments[0])
        : result;
  }
}
