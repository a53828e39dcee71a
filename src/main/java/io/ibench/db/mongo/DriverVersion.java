package io.ibench.db.mongo;

import com.mongodb.client.MongoClient;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.util.Optional;

/** Which driver this is. */
final class DriverVersion {

  private DriverVersion() {}

  /** As the manifest of the driver's jar says. */
  static Optional<String> read() {
    URL source = MongoClient.class.getResource("MongoClient.class");
    try {
      return source != null && source.openConnection() instanceof JarURLConnection jar
          ? Optional.ofNullable(jar.getManifest())
              .map(manifest -> manifest.getMainAttributes().getValue("Bundle-Version"))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
