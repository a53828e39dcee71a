package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MongodbAdapterTest {

  private static final String HOST = "mongodb://127.0.0.1:27017/ibench";

  private static List<String> problems(String url, String... settings) {
    Map<String, String> all = new HashMap<>(Map.of("url", url));
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    return Adapters.problems("mongodb", all);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        HOST,
        "mongodb://a,b:27018,[::1]:27019/ibench?replicaSet=rs0&w=majority&journal=true",
        "mongodb://a/ibench?readConcernLevel=majority&retryWrites=false&tls=true&tlsInsecure=true",
        "mongodb://u:p%40w@a/ibench?authSource=admin&authMechanism=SCRAM-SHA-256",
        "mongodb+srv://cluster.example.com/ibench?compressors=zlib",
        "mongodb://a/ibench?w=twoRooms&wtimeoutMS=1000&APPNAME=mine"
      })
  void takesTheStandardForm(String url) {
    assertThat(problems(url)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:mongodb://a/d|does not begin with mongodb:// or mongodb+srv://",
        "mongodb://a|is not of the form mongodb://host:port/database",
        "mongodb://a/?w=1|is not of the form mongodb://host:port/database",
        "mongodb://u:p/w@a/d|is not of the form",
        "mongodb://a/d?w=0|a write that nobody acknowledges has no latency",
        "mongodb://a/d?journl=true|holds the option journl, which the driver does not know",
        "mongodb://a/d?tlsCAFile=ca.pem|set javax.net.ssl.trustStore",
        "mongodb://a/d?maxPoolSize=5|is said by session and pool.connections",
        "mongodb://a/d?compressors=lz4|there are zlib, snappy and zstd",
        "mongodb://a/d?compressors=zlib,zstd|needs the jar com.github.luben:zstd-jni in lib",
        "mongodb://a/d?compressors=snappy|needs the jar org.xerial.snappy:snappy-java in lib",
        "mongodb://a:99999/d|is not taken by the driver: ",
        "mongodb://a/d?readPreference=nearby|is not taken by the driver: ",
        "mongodb://a/d?authMechanism=MONGODB-AWS&authMechanismProperties=AWS_SESSION_TOKEN:abc"
            + "|holds a token"
      })
  void refusesWhatTheDriverWouldLeaveOutOrWouldMisuse(String url, String problem) {
    assertThat(problems(url)).singleElement().asString().contains(problem);
  }

  @Test
  void aPasswordInTheUrlIsNeverShown() {
    assertThat(problems("mongodb://u:s3cr3t@a/d?w=0"))
        .isNotEmpty()
        .noneMatch(MongodbAdapterTest::tells);
    assertThat(problems("mongodb://u:s3cr3t%zz@a/d"))
        .isNotEmpty()
        .noneMatch(MongodbAdapterTest::tells);
    assertThat(problems("mongodb://u:x/s3cr3t@a/d"))
        .isNotEmpty()
        .noneMatch(MongodbAdapterTest::tells);
    assertThat(Recorded.target("mongodb://u:s3cr3t@a/d").toString())
        .isEqualTo("MONGODB[mongodb://a/d]");
    assertThat(Recorded.target(HOST, "user", "u", "password", "s3cr3t").toString())
        .doesNotContain("s3cr3t");
  }

  private static boolean tells(String line) {
    return line.contains("s3cr3t");
  }

  @Test
  void credentialsAreSaidOnce() {
    assertThat(problems(HOST, "user", "me", "password", "p@:/%w")).isEmpty();
    assertThat(problems("mongodb://u:p@a/d", "user", "me", "password", "pw"))
        .singleElement()
        .asString()
        .contains("holds a user, and so do user and password; say it once");
    assertThat(problems(HOST, "password", "pw"))
        .singleElement()
        .asString()
        .contains("is given without a user");
  }

  @Test
  void everyCharacterOfAUserAndAPasswordReachesTheDriver() {
    MongodbTarget target = Recorded.target(HOST, "user", "me@home", "password", "p@:/%+ wä");
    var parsed = target.url().parsed(target.user(), target.password());
    assertThat(parsed.getUsername()).isEqualTo("me@home");
    assertThat(new String(parsed.getPassword())).isEqualTo("p@:/%+ wä");
    assertThat(parsed.getDatabase()).isEqualTo("ibench");
  }

  @Test
  void readingFromSecondariesNeedsTransactionsOff() {
    String url = HOST + "?readPreference=secondaryPreferred";
    assertThat(problems(url))
        .singleElement()
        .asString()
        .contains("says readPreference=secondaryPreferred, which needs mongo.transactions = off");
    assertThat(problems(url, "mongo.transactions", "off")).isEmpty();
  }

  @Test
  void aPoolIsForOperations() {
    assertThat(problems(HOST, "pool.connections", "5"))
        .singleElement()
        .asString()
        .contains("needs session = operation");
    assertThat(problems(HOST, "pool.connections", "5", "session", "operation")).isEmpty();
    assertThat(Recorded.target(HOST).pool().connections()).isZero();
    assertThat(Recorded.target(HOST, "session", "operation").pool().connections()).isEqualTo(10);
  }

  @Test
  void allMistakesAreToldAtOnce() {
    assertThat(
            problems(
                "mongodb://a",
                "mongo.names",
                "tiny",
                "mongo.transactions",
                "maybe",
                "mongo.collection_compression",
                "lzma",
                "pool.timeout",
                "3s"))
        .hasSize(5);
  }

  @Test
  void collectionsAreCompressedAsAskedFor() {
    assertThat(Compression.SERVER.storageEngine()).isEmpty();
    assertThat(Compression.ZSTD.storageEngine().orElseThrow().toJson())
        .isEqualTo("{\"wiredTiger\": {\"configString\": \"block_compressor=zstd\"}}");
  }
}
