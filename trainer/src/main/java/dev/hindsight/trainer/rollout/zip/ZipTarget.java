package dev.hindsight.trainer.rollout.zip;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// Where the bytes of an archive go: any place of something that grows. One thread at a time.
@FunctionalInterface
public interface ZipTarget {
  /// Writes all that the buffers hold, one after the other, and moves their positions to their
  /// limits.
  ///
  /// @param position of the first byte, from 0; between it and what has been written before there
  ///   may be a gap that is filled later
  void write(long position, ByteBuffer... buffers) throws IOException;

  /// A file, in as few calls of the system as may be.
  static ZipTarget of(FileChannel file) {
    return (position, buffers) -> {
      long left = 0;
      for (ByteBuffer buffer : buffers) {
        left += buffer.remaining();
      }
      file.position(position);
      while (left > 0) {
        left -= file.write(buffers);
      }
    };
  }
}
