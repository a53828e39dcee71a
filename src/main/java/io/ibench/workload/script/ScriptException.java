package io.ibench.workload.script;

/** An expression has no value, such as a division by 0. The message has no place yet. */
final class ScriptException extends Exception {

  private static final long serialVersionUID = 1L;

  ScriptException(String message) {
    super(message);
  }
}
