package io.ibench.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The properties in a URL that are shown: numbers, switches, and names that are known to be
 * harmless. Any other may be a secret of a product that ibench does not know. Stateless.
 */
final class UrlProperties {

  /** In lower case, without the marks between words. */
  private static final Set<String> HARMLESS =
      Arrays.stream(
              """
              accessmode address allocationmode applicationintent applicationname appname
              authenticationplugins authmechanism authsource autosave cacheprepstmts cachesize
              charset characterencoding characterset clientname collation compress compression
              compressors connectdata connectioncollation connectiontimezone
              connecttimeout contextname currentschema database databasename dateclass
              dbname defaulttabletype defaulttransactionisolation description encoding encrypt
              enginename failover fallbacktosystemkeystore filelock host hostrecheckseconds hosts
              instancename isolation journalmode levels localsocket lockingmode
              locktimeout loadbalancehosts loadbalancemode locksmode mode name opts options
              opentype openmode pghost pgport plugin pragmas preferquerymode
              protocol protocols readconcernlevel readpreference replicaset replication
              role schema schemas searchpath selectmethod server serverrsapublickeyfile
              serversslcert servername service servicename servertimezone
              sessionvariables sid socket socketfactory ssl sslcert sslciphersuites sslmode
              sslresponsetimeout sslrootcert stringtype synchronous targetservertype tempstore
              threadpoolname timezone tls tlsversions tracelevelfile transactionisolation
              transactionmode tx txisolation tlsmode type user username w writeconcern zone
              zerodatetimebehavior memorylimit maxmemory tempdirectory loglevel hsqldbtx
              hsqldbdefaulttabletype hsqldblogdata cipher dbclosedelay trustserver
              sslprotocol sslfactory usepipelineauth
              """
                  .strip()
                  .split("\\s+"))
          .collect(Collectors.toUnmodifiableSet());

  private static final Pattern PLAIN =
      Pattern.compile("(?i)true|false|yes|no|on|off|-?\\d{1,9}(?:\\.\\d{1,9})?[a-z]{0,2}");

  private static final Pattern NAME = Pattern.compile("(?<![\\w.%-])([\\w.%-]++)=");

  private UrlProperties() {}

  /** Replaces the values of properties that may be secrets. */
  static String mask(String url) {
    int query = url.indexOf('?') < 0 ? url.length() : url.indexOf('?');
    StringBuilder masked = new StringBuilder();
    Matcher names = NAME.matcher(url);
    int copied = 0;
    int from = 0;
    while (names.find(from)) {
      from = names.end();
      boolean opens = from < url.length() && url.charAt(from) == '(';
      boolean inner = names.start() > 0 && url.charAt(names.start() - 1) == '(';
      String one = names.start() > query ? "&" : ";";
      int end = end(url, from, inner ? ")" : one);
      if (opens || isShown(names.group(1), url.substring(from, end))) {
        from = opens ? from : end(url, from, "&;)");
      } else {
        masked.append(url, copied, from).append(Key.MASK);
        copied = end;
        from = end;
      }
    }
    return masked.append(url, copied, url.length()).toString();
  }

  private static int end(String url, int from, String ends) {
    int end = from;
    while (end < url.length() && ends.indexOf(url.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  private static boolean isShown(String name, String value) {
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z\\d]", "");
    return value.isEmpty()
        || value.equals(Key.MASK)
        || PLAIN.matcher(value).matches()
        || HARMLESS.contains(plain);
  }
}
