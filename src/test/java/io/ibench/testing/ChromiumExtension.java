package io.ibench.testing;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives a test its own {@link ChromiumPage}. All tests of this JVM share one browser, which is
 * started for the first of them and ended after the last; one that has died is replaced. Without
 * Chromium the test is skipped, or fails if {@code CI=true}.
 */
public final class ChromiumExtension implements ParameterResolver {

  private static final Namespace NAMESPACE = Namespace.create(ChromiumExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == ChromiumPage.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    return test.getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            parameter.getIndex(), index -> browser(test).newPage(), ChromiumPage.class);
  }

  private static Chromium browser(ExtensionContext test) {
    Store store = test.getRoot().getStore(NAMESPACE);
    synchronized (NAMESPACE) {
      Chromium known = store.get(Chromium.class, Chromium.class);
      if (known != null && known.isAlive()) {
        return known;
      }
      if (known != null) {
        known.close();
      }
      Chromium started = Chromium.require();
      store.put(Chromium.class, started);
      return started;
    }
  }
}
