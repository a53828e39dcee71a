package io.ibench.testing;

import java.util.Comparator;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;

/** Long test classes begin first, so that at the end no thread waits long for another one. */
public final class SlowFirst implements ClassOrderer {

  @Override
  public void orderClasses(ClassOrdererContext context) {
    context.getClassDescriptors().sort(Comparator.comparing(type -> !isSlow(type)));
  }

  private static boolean isSlow(ClassDescriptor type) {
    return type.isAnnotated(Slow.class)
        || type.isAnnotated(NeedsServer.class)
        || type.isAnnotated(NeedsBrowser.class)
        || type.isAnnotated(StartsProcess.class);
  }
}
