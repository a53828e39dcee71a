package io.ibench.workload.io;

import io.ibench.db.Database;
import java.nio.file.Path;

/** A process that fills a folder and then writes pages until it is killed. */
final class IoKilledWriter {

  private IoKilledWriter() {}

  public static void main(String[] arguments) throws Exception {
    Database database = IoTrial.open(Path.of(arguments[0]));
    IoTrial trial = new IoTrial(database).run("fill");
    System.out.println("filled");
    trial.run(
        "write", "write.threads=3", "write.sync_every=2", "write.until=1h", "write.operations=1B");
  }
}
