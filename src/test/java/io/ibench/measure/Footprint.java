package io.ibench.measure;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.WriterReaderPhaser;

/**
 * About how many bytes an object of ibench keeps alive, computed from its fields: the same on every
 * run, unlike what a garbage collector leaves. An object of an unexpected class is an error.
 */
final class Footprint {

  private static final long OBJECT = 24;
  private static final long REFERENCE = 8;

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private Footprint() {}

  static long bytes(Object root) {
    return new Footprint().of(root);
  }

  private long of(Object object) {
    if (object == null || !seen.add(object)) {
      return 0;
    }
    if (object.getClass().isArray()) {
      return array(object);
    }
    if (object instanceof Histogram histogram) {
      return histogram.getEstimatedFootprintInBytes();
    }
    if (object instanceof Optional<?> optional) {
      return OBJECT + of(optional.orElse(null));
    }
    if (object instanceof Collection<?> collection) {
      return all(collection);
    }
    if (object instanceof Map<?, ?> map) {
      return all(map.keySet()) + all(map.values());
    }
    if (object instanceof Long
        || object instanceof Enum<?>
        || object instanceof String
        || object instanceof WriterReaderPhaser) {
      return 8 * OBJECT;
    }
    return fields(object);
  }

  private long all(Collection<?> collection) {
    long bytes = OBJECT + 6 * REFERENCE * collection.size();
    for (Object element : collection) {
      bytes += of(element);
    }
    return bytes;
  }

  private long array(Object array) {
    int length = Array.getLength(array);
    long each =
        array instanceof int[] ? Integer.BYTES : array instanceof short[] ? Short.BYTES : REFERENCE;
    long bytes = OBJECT + each * length;
    if (!array.getClass().getComponentType().isPrimitive()) {
      for (int i = 0; i < length; i++) {
        bytes += of(Array.get(array, i));
      }
    }
    return bytes;
  }

  private long fields(Object object) {
    long bytes = OBJECT;
    if (!object.getClass().getName().startsWith("io.ibench.")) {
      throw new AssertionError("no size known for " + object.getClass());
    }
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        bytes += REFERENCE;
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          bytes += of(value(field, object));
        }
      }
    }
    return bytes;
  }

  private static Object value(Field field, Object object) {
    try {
      field.setAccessible(true);
      return field.get(object);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
