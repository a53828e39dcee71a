package io.ibench.testing;

/**
 * What a {@link ScriptedMongo} says it is.
 *
 * @param members of the replica set, the first of them primary; 0 for a standalone server
 * @param version as buildInfo tells it
 * @param maxWireVersion 17 is MongoDB 6.0
 */
public record MongoDeployment(int members, String setName, String version, int maxWireVersion) {

  private static final int WIRE_VERSION_OF_7_0 = 21;

  /** A set {@code rs0} of one member. */
  public static MongoDeployment replicaSet() {
    return new MongoDeployment(1, "rs0", "7.0.14", WIRE_VERSION_OF_7_0);
  }

  public static MongoDeployment standalone() {
    return new MongoDeployment(0, "", "7.0.14", WIRE_VERSION_OF_7_0);
  }

  public MongoDeployment withMembers(int count) {
    return new MongoDeployment(count, setName, version, maxWireVersion);
  }

  public MongoDeployment withVersion(String said, int wireVersion) {
    return new MongoDeployment(members, setName, said, wireVersion);
  }

  boolean isReplicaSet() {
    return members > 0;
  }

  int servers() {
    return Math.max(1, members);
  }
}
