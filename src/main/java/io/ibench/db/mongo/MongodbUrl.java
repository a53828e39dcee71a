package io.ibench.db.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.spi.dns.DnsClient;
import io.ibench.config.Config;
import io.ibench.config.Key;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A connection string in MongoDB's standard form. It contains everything without a key of its own:
 * concerns, read preference, wire compression, TLS and authentication. Immutable. It may contain a
 * password and is never shown unchanged.
 */
final class MongodbUrl {

  private static final Pattern FORM =
      Pattern.compile(
          "mongodb(?:\\+srv)?://(?:(?<user>(?:[^/?#@%]|%[0-9A-Fa-f]{2})*)@)?"
              + "(?<hosts>[^/?#@]+)/(?<database>[^/?#.]+)(?:\\?(?<options>[^?]*))?");

  /** The driver's options; it ignores any other option with a log line. */
  private static final Set<String> OPTIONS =
      Set.of(
          ("appname authmechanism authmechanismproperties authsource compressors connecttimeoutms"
                  + " directconnection enableoverloadretargeting heartbeatfrequencyms journal"
                  + " loadbalanced localthresholdms maxadaptiveretries maxconnecting maxidletimems"
                  + " maxlifetimems maxstalenessseconds minpoolsize proxyhost proxypassword"
                  + " proxyport proxyusername readconcernlevel readpreference readpreferencetags"
                  + " replicaset retryreads retrywrites servermonitoringmode"
                  + " serverselectiontimeoutms sockettimeoutms srvallowedhostssuffix srvmaxhosts"
                  + " srvservicename ssl timeoutms tls tlsallowinvalidhostnames tlsinsecure"
                  + " uuidrepresentation w wtimeoutms zlibcompressionlevel")
              .split(" "));

  /** Options of other drivers, and options with a key of their own. */
  private static final Map<String, String> REFUSED =
      Map.of(
          "maxpoolsize", "is said by session and pool.connections",
          "waitqueuetimeoutms", "is said by pool.timeout",
          "tlscafile", "is unknown to the Java driver: set javax.net.ssl.trustStore",
          "tlscertificatekeyfile", "is unknown to the Java driver: set javax.net.ssl.keyStore",
          "tlscertificatekeyfilepassword",
              "is unknown to the Java driver: set javax.net.ssl.keyStorePassword",
          "tlsallowinvalidcertificates",
              "is unknown to the Java driver: put the certificate into javax.net.ssl.trustStore");

  /** Classes that the driver loads when it first compresses, by compressor. */
  private static final Map<String, List<String>> COMPRESSOR_CLASSES =
      Map.of(
          "snappy", List.of("org.xerial.snappy.Snappy", "org.xerial.snappy:snappy-java"),
          "zstd", List.of("com.github.luben.zstd.Zstd", "com.github.luben:zstd-jni"),
          "zlib", List.of());

  /** Prevents DNS queries for {@code mongodb+srv} while settings are checked. */
  private static final DnsClient NO_DNS = (name, type) -> List.of();

  private final String text;
  private final Matcher parts;
  private final Map<String, String> options = new TreeMap<>();

  MongodbUrl(String text) {
    this.text = text;
    parts = FORM.matcher(text);
    if (parts.matches() && parts.group("options") != null) {
      for (String option : parts.group("options").split("[&;]")) {
        if (!option.isEmpty()) {
          String[] pair = option.split("=", 2);
          options.merge(
              pair[0].toLowerCase(Locale.ROOT), pair.length > 1 ? pair[1] : "", (a, b) -> a);
        }
      }
    }
  }

  boolean isWellFormed() {
    return parts.matches();
  }

  /** Whether the URL contains an option; its name in lower case. */
  boolean has(String option) {
    return options.containsKey(option);
  }

  boolean holdsUser() {
    return parts.matches() && parts.group("user") != null;
  }

  String hosts() {
    return parts.group("hosts");
  }

  String database() {
    return parts.group("database");
  }

  /** Checks the URL; records at most one problem. */
  void check(Config config, Key<String> key) {
    if (!text.startsWith("mongodb://") && !text.startsWith("mongodb+srv://")) {
      config.problem("does not begin with mongodb:// or mongodb+srv://", key);
    } else if (!isWellFormed()) {
      config.problem(
          "is not of the form mongodb://host:port/database?options; in a user and a password,"
              + " : / ? # [ ] @ and % are written as %3A and so on",
          key);
    } else {
      options.keySet().stream()
          .filter(option -> !OPTIONS.contains(option))
          .findFirst()
          .ifPresentOrElse(
              option -> config.problem(flaw(option), key), () -> checkValues(config, key));
    }
  }

  private static String flaw(String option) {
    return "holds the option "
        + option
        + ", which "
        + REFUSED.getOrDefault(option, "the driver does not know: it would be left out");
  }

  private void checkValues(Config config, Key<String> key) {
    String properties = options.getOrDefault("authmechanismproperties", "");
    if (options.getOrDefault("w", "").equals("0")) {
      config.problem("says w=0: a write that nobody acknowledges has no latency", key);
    } else if (properties.toUpperCase(Locale.ROOT).contains("TOKEN:")) {
      config.problem("holds a token; give it as AWS_SESSION_TOKEN in the environment", key);
    } else {
      for (String compressor : options.getOrDefault("compressors", "zlib").split(",")) {
        checkCompressor(config, key, compressor);
      }
    }
  }

  private static void checkCompressor(Config config, Key<String> key, String compressor) {
    List<String> needed = COMPRESSOR_CLASSES.get(compressor);
    if (needed == null) {
      config.problem("says compressors=" + compressor + "; there are zlib, snappy and zstd", key);
    } else if (!needed.isEmpty() && !isThere(needed.get(0))) {
      config.problem(
          "says compressors="
              + compressor
              + ", which needs the jar "
              + needed.get(1)
              + " in lib; zlib needs none",
          key);
    }
  }

  private static boolean isThere(String className) {
    try {
      Class.forName(className, false, MongodbUrl.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /**
   * The driver's form of the URL, without use of the network.
   *
   * @param user empty: the URL's user, if any
   * @throws IllegalArgumentException when the driver refuses it; the message contains no secret
   */
  ConnectionString parsed(String user, String password) {
    return new ConnectionString(with(user, password), NO_DNS);
  }

  /**
   * The driver's form of the URL, with the DNS records of a {@code mongodb+srv}.
   *
   * @throws com.mongodb.MongoConfigurationException when DNS does not answer
   */
  ConnectionString resolved(String user, String password) {
    return new ConnectionString(with(user, password));
  }

  private String with(String user, String password) {
    if (user.isEmpty()) {
      return text;
    }
    int hosts = text.indexOf("//") + 2;
    String credentials = encoded(user) + (password.isEmpty() ? "" : ":" + encoded(password)) + "@";
    return text.substring(0, hosts) + credentials + text.substring(hosts);
  }

  private static String encoded(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Without user and password. */
  @Override
  public String toString() {
    return text.replaceFirst("//[^/?#@]*@", "//");
  }
}
