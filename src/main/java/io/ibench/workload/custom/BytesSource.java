package io.ibench.workload.custom;

import io.ibench.db.Prepared;
import io.ibench.random.Payload;
import io.ibench.workload.simple.Values;

/** Makes bytes. */
sealed interface BytesSource extends Source {

  /** The longest value. */
  long most();

  /** Always the same bytes. */
  record Text(byte[] bytes) implements BytesSource {
    @Override
    public long most() {
      return bytes.length;
    }

    @Override
    public void bind(Prepared command, int parameter, Values values, long row) {
      command.setBytes(parameter, bytes, bytes.length);
    }
  }

  /** Random bytes, each length equally likely. */
  record Random(Payload payload, long least, long most) implements BytesSource {
    @Override
    public void bind(Prepared command, int parameter, Values values, long row) {
      int length = (int) (least == most ? least : values.between(least, most));
      values.payload(payload, command, parameter, length);
    }
  }
}
