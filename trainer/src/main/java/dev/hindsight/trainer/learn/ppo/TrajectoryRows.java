package dev.hindsight.trainer.learn.ppo;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import dev.hindsight.trainer.learn.net.EpisodeIndex;
import dev.hindsight.trainer.learn.net.HostArray;
import dev.hindsight.trainer.learn.training.FloatObservations;
import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.learn.training.PackedObservations;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.observation.ObservationPacking;
import java.util.Optional;

/// All rows of the trajectories where networks read them. One owner thread; while it does nothing
/// with them, others may read them.
///
/// Observations that are floats are in native memory from the start, and a [MinibatchLoader]
/// gathers its rows there in one copy. Those with other types stay packed; only those of a part of
/// a step become floats.
final class TrajectoryRows implements AutoCloseable {
  private final int ticks;
  private final Optional<HostArray> floats;
  private final ObservationStore store;
  private final HostArray position;
  private final HostArray episode;
  private final HostArray removed;

  /// @param rows R
  /// @param ticks T
  /// @param packing of observations
  TrajectoryRows(NDManager manager, int rows, int ticks, ObservationPacking packing) {
    this.ticks = ticks;
    if (packing.isFloats()) {
      HostArray all = new HostArray(manager, DataType.FLOAT32, rows, ticks, packing.numbers());
      floats = Optional.of(all);
      store = new FloatObservations(packing, all.bytes().asFloatBuffer());
    } else {
      floats = Optional.empty();
      store = new PackedObservations(packing, ticks);
    }
    position = new HostArray(manager, DataType.INT64, rows, ticks);
    episode = new HostArray(manager, DataType.INT32, rows, ticks);
    removed = new HostArray(manager, DataType.UINT8, rows, ticks);
  }

  /// T.
  int ticks() {
    return ticks;
  }

  /// R * T observations, for the collector to fill: tick t of row r at `r * T + t`.
  ObservationStore observations() {
    return store;
  }

  /// All rows, `[R, T, ...]`; without the observations if they are packed.
  record Whole(Optional<NDArray> observation, NDArray position, NDArray episode, NDArray removed) {}

  /// Computes the episode of every tick. On a GPU, uploads the observations.
  Whole whole(Trajectories all) {
    EpisodeIndex index = EpisodeIndex.of(all.ended, all.rows, ticks);
    position.bytes().asLongBuffer().put(index.position());
    episode.bytes().asIntBuffer().put(index.episode());
    removed.bytes().put(0, all.removed);
    return new Whole(
        floats.map(HostArray::onDevice),
        position.onDevice(),
        episode.onDevice(),
        removed.onDevice());
  }

  @Override
  public void close() {
    floats.ifPresent(HostArray::close);
    position.close();
    episode.close();
    removed.close();
  }
}
