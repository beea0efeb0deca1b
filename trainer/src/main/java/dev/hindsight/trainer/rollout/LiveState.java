package dev.hindsight.trainer.rollout;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What a writer and those who follow it share. Any thread.
final class LiveState {
  private final Path path;
  private final Manifest manifest;
  private final List<Column> columns;
  private final ChunkRing ring;
  private final Map<String, NpyArray> arrays = new ConcurrentHashMap<>();
  private volatile Optional<Summary> summary = Optional.empty();

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
