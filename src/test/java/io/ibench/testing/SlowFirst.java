package io.ibench.testing;

import java.util.Comparator;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;
import org.junit.jupiter.api.Tag;

/**
 * Long test classes begin first, so that at the end no thread waits long for another one. They are
 * those with a tag: tests on servers, in browsers, of processes and of each product.
 */
public final class SlowFirst implements ClassOrderer {

  @Override
  public void orderClasses(ClassOrdererContext context) {
    context.getClassDescriptors().sort(Comparator.comparing(type -> !isSlow(type)));
  }

  private static boolean isSlow(ClassDescriptor type) {
    return !type.findRepeatableAnnotations(Tag.class).isEmpty();
  }
}
