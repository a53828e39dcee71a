package io.ibench.db.rocksdb;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Finds RocksDB's classes, which are not a part of ibench, and the classes that use them. They may
 * be in a plug-in's jar, which ibench's own class loader does not see. Stateless.
 */
final class RocksLibrary {

  private static final String PACKAGE = "io.ibench.db.rocksdb.engine.";
  private static final String ENGINE = PACKAGE + "Engine";
  private static final String PROOF = "org.rocksdb.RocksDB";

  private RocksLibrary() {}

  /**
   * Empty without RocksDB's classes.
   *
   * @param classes finds the classes of plug-ins, and ibench's
   */
  static Optional<RocksEngine> find(ClassLoader classes) {
    ClassLoader own = RocksLibrary.class.getClassLoader();
    try {
      ClassLoader theirs = Class.forName(PROOF, false, classes).getClassLoader();
      ClassLoader loader = theirs == own ? own : new EngineLoader(classes);
      Class<?> type = Class.forName(ENGINE, true, loader);
      return Optional.of((RocksEngine) type.getDeclaredConstructor().newInstance());
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the package " + PACKAGE + " is incomplete", e);
    }
  }

  /** Defines the classes of one package again, below the loader that has RocksDB's. */
  private static final class EngineLoader extends ClassLoader {

    EngineLoader(ClassLoader plugIns) {
      super(plugIns);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(PACKAGE)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> there = findLoadedClass(name);
        return there == null ? define(name) : there;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      String file = name.replace('.', '/') + ".class";
      try (InputStream in = RocksLibrary.class.getClassLoader().getResourceAsStream(file)) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
