package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A growing file in memory: mapped anew when somebody reads beyond what is mapped. Any thread.
final class LiveFile implements AutoCloseable {
  private final Path path;
  private final LiveState state;
  private final FileChannel channel;
  private volatile MemorySegment mapped = MemorySegment.NULL;
  private volatile boolean open = true;

  LiveFile(LiveState state) {
    this.state = state;
    path = state.path();
    Path part = RolloutFile.partOf(path);
    try {
      channel = FileChannel.open(Files.exists(part) ? part : path, StandardOpenOption.READ);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /// Memory that reaches at least to a place that has been written.
  ///
  /// @throws IllegalStateException if it has been closed
  MemorySegment upTo(long end) {
    MemorySegment known = mapped;
    return known.byteSize() >= end ? known : grow(end);
  }

  private synchronized MemorySegment grow(long end) {
    if (!open) {
      throw new IllegalStateException("the recording has been closed");
    }
    if (mapped.byteSize() < end) {
      try {
        mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
      } catch (IOException e) {
        throw unreadable(e);
      }
    }
    return mapped;
  }

  boolean isOpen() {
    return open;
  }

  @Override
  public void close() {
    open = false;
    state.letGo(channel);
  }

  private Problem unreadable(IOException cause) {
    return new Problem(
        "the recording under way cannot be read", path.toString(), "check the disk", cause);
  }
}
