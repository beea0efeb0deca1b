package dev.hindsight.trainer.rollout.foreign.dataset;

import io.jhdf.ObjectHeader;
import io.jhdf.WritableDatasetImpl;
import io.jhdf.api.Group;
import io.jhdf.object.datatype.EnumDataType;
import io.jhdf.object.message.DataLayoutMessage.ContiguousDataLayoutMessage;
import io.jhdf.object.message.DataSpace;
import io.jhdf.object.message.DataSpaceMessage;
import io.jhdf.object.message.DataTypeMessage;
import io.jhdf.object.message.FillValueMessage;
import io.jhdf.object.message.Message;
import io.jhdf.storage.HdfFileChannel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Truth values in HDF5 as h5py stores NumPy's `bool`: an enumeration of FALSE and TRUE over signed
/// bytes. jHDF itself writes a bit field, which h5py reads as unsigned bytes, and those select
/// other rows than truth values do.
final class TruthDataset extends WritableDatasetImpl {
  private final byte[] truths;
  private final DataSpace space;

  /// @param nested truth values, arrays of arrays, for the shape
  /// @param flat the same in C order, each 0 or 1
  TruthDataset(Object nested, ByteBuffer flat, String name, Group parent) {
    super(nested, name, parent);
    truths = new byte[flat.capacity()];
    flat.get(0, truths);
    space = DataSpace.fromObject(nested);
  }

  @Override
  public long write(HdfFileChannel file, long position) {
    long begin = position + header(position, 0, truths.length).limit();
    int _ = file.write(ByteBuffer.wrap(truths), begin);
    int _ = file.write(header(position, begin, truths.length), position);
    file.position(begin + truths.length);
    return begin + truths.length;
  }

  private ByteBuffer header(long position, long begin, int length) {
    List<Message> messages =
        List.of(
            DataTypeMessage.create(new Truth()),
            DataSpaceMessage.create(space),
            FillValueMessage.NO_FILL,
            ContiguousDataLayoutMessage.create(begin, length));
    return new ObjectHeader.ObjectHeaderV2(position, messages).toBuffer();
  }

  /// The enumeration.
  private static final class Truth extends EnumDataType {
    Truth() {
      super(description());
    }

    /// Version 1 of a datatype message of class 8: two members of one byte over a fixed-point
    /// number of one byte with a sign; names are padded to 8 bytes.
    private static ByteBuffer description() {
      return ByteBuffer.allocate(38)
          .order(ByteOrder.LITTLE_ENDIAN)
          .put(new byte[] {0x18, 2, 0, 0, 1, 0, 0, 0})
          .put(new byte[] {0x10, 8, 0, 0, 1, 0, 0, 0, 0, 0, 8, 0})
          .put("FALSE\0\0\0TRUE\0\0\0\0".getBytes(StandardCharsets.US_ASCII))
          .put(new byte[] {0, 1})
          .flip();
    }

    @Override
    public ByteBuffer toBuffer() {
      return description();
    }
  }
}
