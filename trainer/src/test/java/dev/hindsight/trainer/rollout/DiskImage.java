package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.zip.ZipTarget;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;

/// A disk in memory, which can be read as if the program had died at this moment.
final class DiskImage implements ZipTarget {
  private byte[] bytes = new byte[0];

  @Override
  public void write(long position, ByteBuffer... buffers) {
    int at = Math.toIntExact(position);
    for (ByteBuffer buffer : buffers) {
      int count = buffer.remaining();
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length, at + count));
      buffer.get(bytes, at, count);
      at += count;
    }
  }

  /// Ticks that can be opened, each of them checked; 0 where not even the manifest is whole.
  int ticks() {
    MemorySegment file = MemorySegment.ofArray(bytes);
    try (Rollout rollout = Rollouts.of(Path.of("x.rollout.part"), file, () -> {})) {
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        for (int c = 0; c < TestRecordings.COLUMNS.size(); c++) {
          Channel channel = rollout.channels().get(c);
          for (int i = 0; i < channel.rowLength(); i++) {
            if (channel.integer(tick, i) != TestRecordings.number(c, tick, i)) {
              throw new AssertionError(channel.spec().name() + " at tick " + tick);
            }
          }
        }
      }
      return rollout.ticks();
    } catch (Problem problem) {
      if (problem.what().contains("no complete manifest.json")) {
        return 0;
      }
      throw problem;
    }
  }
}
