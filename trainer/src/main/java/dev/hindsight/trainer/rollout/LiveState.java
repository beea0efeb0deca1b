package dev.hindsight.trainer.rollout;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// State that a writer shares with its followers. Any thread.
final class LiveState {
  private final Path path;
  private final Manifest manifest;
  private final List<Column> columns;
  private final ChunkRing ring;
  private final Map<String, NpyArray> arrays = new ConcurrentHashMap<>();
  private final List<FileChannel> idle = new ArrayList<>();
  private volatile Optional<Summary> summary = Optional.empty();
  private volatile boolean ended;

  LiveState(Path path, Manifest manifest, List<Column> columns, ChunkRing ring) {
    this.path = path;
    this.manifest = manifest;
    this.columns = columns;
    this.ring = ring;
  }

  void keep(String member, NpyArray array) {
    arrays.put(member, array);
  }

  void finish(Summary whole) {
    summary = Optional.of(whole);
    end();
  }

  /// Marks that nothing more will be written.
  synchronized void end() {
    ended = true;
    idle.forEach(LiveState::close);
    idle.clear();
  }

  /// Whether nothing more will be written, whether or not it was finished.
  boolean ended() {
    return ended;
  }

  /// Closes a follower's file handle as soon as writing has ended: a process that closes any handle
  /// of a file loses its locks on that file.
  synchronized void letGo(FileChannel channel) {
    if (ended) {
      close(channel);
    } else {
      idle.add(channel);
    }
  }

  private static void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("a file that was only read cannot be closed", e);
    }
  }

  Path path() {
    return path;
  }

  Manifest manifest() {
    return manifest;
  }

  List<Column> columns() {
    return columns;
  }

  ChunkRing ring() {
    return ring;
  }

  Optional<NpyArray> array(String member) {
    return Optional.ofNullable(arrays.get(member));
  }

  Optional<Summary> summary() {
    return summary;
  }
}
