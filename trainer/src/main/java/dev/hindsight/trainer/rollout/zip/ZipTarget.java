package dev.hindsight.trainer.rollout.zip;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// The target of an archive's bytes, which can be written at any position. One thread at a time.
@FunctionalInterface
public interface ZipTarget {
  /// Writes the remaining bytes of all buffers, one after the other, and moves their positions to
  /// their limits.
  ///
  /// @param position of the first byte, from 0; a gap after the existing bytes is allowed and
  ///   filled later
  void write(long position, ByteBuffer... buffers) throws IOException;

  /// A file, with as few system calls as possible.
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
