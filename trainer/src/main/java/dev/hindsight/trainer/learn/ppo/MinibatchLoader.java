package dev.hindsight.trainer.learn.ppo;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import dev.hindsight.trainer.action.IllegalLogit;
import dev.hindsight.trainer.learn.net.EpisodeIndex;
import dev.hindsight.trainer.learn.net.HostArray;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.ppo.Ppo.AdvantageStatistics;
import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.learn.training.Trajectories.ActionSizes;
import dev.hindsight.trainer.observation.ObservationPacking;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Optional;

/// Copies rows of trajectories to the network's device. Buffers are allocated once; one owner
/// thread.
///
/// [MinibatchObservations] has the observations.
final class MinibatchLoader implements AutoCloseable {
  private final int ticks;
  private final MinibatchObservations observation;
  private final HostArray position;
  private final HostArray episode;
  private final HostArray removed;
  private final HostArray rowIndex;
  private final HostArray action;
  private final HostArray legal;
  private final HostArray drawn;
  private final ActionSizes sizes;
  private final TickNumbers logProb;
  private final TickNumbers advantage;
  private final TickNumbers returns;
  private final TickNumbers oldValue;
  private final TickNumbers weight;
  private final TickNumbers entropyWeight;

  /// @param rows R
  /// @param ticks T
  /// @param packing of observations
  /// @param sizes what is kept of actions
  MinibatchLoader(
      NDManager manager, int rows, int ticks, ObservationPacking packing, ActionSizes sizes) {
    this.ticks = ticks;
    this.sizes = sizes;
    long all = (long) rows * ticks;
    observation = new MinibatchObservations(manager, rows, ticks, packing);
    position = new HostArray(manager, DataType.INT64, rows, ticks);
    episode = new HostArray(manager, DataType.INT32, rows, ticks);
    removed = new HostArray(manager, DataType.UINT8, rows, ticks);
    rowIndex = new HostArray(manager, DataType.INT64, rows);
    action = new HostArray(manager, DataType.INT64, all);
    legal = new HostArray(manager, DataType.UINT8, all, Math.max(1, sizes.mask()));
    drawn = new HostArray(manager, DataType.FLOAT32, all, Math.max(1, sizes.drawn()));
    logProb = TickNumbers.of(manager, all);
    advantage = TickNumbers.of(manager, all);
    returns = TickNumbers.of(manager, all);
    oldValue = TickNumbers.of(manager, all);
    weight = TickNumbers.of(manager, all);
    entropyWeight = TickNumbers.of(manager, all);
  }

  /// One number per tick.
  private record TickNumbers(HostArray host, FloatBuffer floats) {
    static TickNumbers of(NDManager manager, long length) {
      HostArray host = new HostArray(manager, DataType.FLOAT32, length);
      return new TickNumbers(host, host.bytes().asFloatBuffer());
    }

    NDArray first(int count) {
      return host.onDevice(count);
    }
  }

  /// R * T observations, for the collector to fill.
  ObservationStore observations() {
    return observation.store();
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
        observation.whole(), position.onDevice(), episode.onDevice(), removed.onDevice());
  }

  /// The data of one optimiser step: N = B * T ticks.
  ///
  /// @param segments the observations
  /// @param action `[N, 1]` int64, actions taken
  /// @param legal `[N, n]` 1 for a legal action, 0 for an illegal one; empty if masks do not apply
  /// @param drawn `[N, k]` the numbers of continuous actions before they were clipped; empty for
  ///   discrete actions
  /// @param logProb `[N]`, their log-probability by the policy that the loss is clipped around: the
  ///   one that acted, but see [PolicyDrift]
  /// @param advantage `[N]`, normalised, weighted by the choice of rows; 0 in limbo
  /// @param returns `[N]`, targets of the values
  /// @param oldValue `[N]`, values when acting
  /// @param weight `[N]`, share of a tick in every mean; 0 in limbo, otherwise they sum to 1
  /// @param entropyWeight `[N]`, coefficient of the entropy
  record Minibatch(
      SegmentBatch segments,
      NDArray action,
      Optional<NDArray> legal,
      Optional<NDArray> drawn,
      NDArray logProb,
      NDArray advantage,
      NDArray returns,
      NDArray oldValue,
      NDArray weight,
      NDArray entropyWeight) {
    /// Replaces the logits of illegal actions as [dev.hindsight.trainer.env.ActionMask] does where
    /// the policy acts; they get no gradient.
    ///
    /// @param logits `[N, n]`
    NDArray masked(NDArray logits) {
      return legal
          .map(mask -> logits.mul(mask).add(mask.sub(1f).mul(-IllegalLogit.FILL)))
          .orElse(logits);
    }
  }

  /// Loads a part of a step. The next part overwrites it.
  ///
  /// @param targets what the rows learn
  /// @param advantageStatistics of all rows of the step
  /// @param entropy common coefficient of all rows
  Minibatch load(
      Whole whole,
      RowChoice choice,
      Trajectories all,
      Targets targets,
      AdvantageStatistics advantageStatistics,
      double entropy) {
    int rows = choice.rows().length;
    int count = rows * all.used;
    for (int i = 0; i < rows; i++) {
      rowIndex.bytes().putLong(Long.BYTES * i, choice.rows()[i]);
      for (int t = 0; t < all.used; t++) {
        int at = all.at(choice.rows()[i], t);
        int to = i * all.used + t;
        boolean live = all.removed[at] == 0;
        float normalised =
            choice.weight()[i]
                * advantageStatistics.normalised(targets.advantage()[at])
                * targets.drift().importance(at);
        action.bytes().putLong(Long.BYTES * to, all.action[at]);
        legal.bytes().put(sizes.mask() * to, all.actionMask, sizes.mask() * at, sizes.mask());
        for (int k = 0; k < sizes.drawn(); k++) {
          float number = live ? all.drawn[sizes.drawn() * at + k] : 0;
          drawn.bytes().putFloat(Float.BYTES * (sizes.drawn() * to + k), number);
        }
        logProb.floats.put(to, all.logProb[at] + targets.drift().logRatio(at));
        advantage.floats.put(to, live ? normalised : 0);
        returns.floats.put(to, targets.returns()[at]);
        oldValue.floats.put(to, targets.oldValue()[at]);
        weight.floats.put(to, live ? 1f / advantageStatistics.count() : 0);
        entropyWeight.floats.put(to, (float) entropy + all.entropyWeight[choice.rows()[i]]);
      }
    }
    return new Minibatch(
        segments(whole, choice.rows(), all.used),
        action.onDevice(count).reshape(count, 1),
        sizes.mask() == 0
            ? Optional.empty()
            : Optional.of(legal.onDevice(count).toType(DataType.FLOAT32, false)),
        sizes.drawn() == 0 ? Optional.empty() : Optional.of(drawn.onDevice(count)),
        logProb.first(count),
        advantage.first(count),
        returns.first(count),
        oldValue.first(count),
        weight.first(count),
        entropyWeight.first(count));
  }

  /// @param advantage `[R * T]`
  /// @param returns `[R * T]`, targets of the values
  /// @param oldValue `[R * T]`, values when acting
  /// @param drift of the policy before the update
  record Targets(float[] advantage, float[] returns, float[] oldValue, PolicyDrift drift) {}

  private SegmentBatch segments(Whole whole, int[] rows, int used) {
    NDIndex cut = new NDIndex("{}, 0:" + used, rowIndex.onDevice(rows.length));
    return new SegmentBatch(
        rows.length,
        used,
        observation.load(whole.observation(), cut, rows, used),
        whole.position().get(cut),
        whole.episode().get(cut),
        whole.removed().get(cut).neq(0));
  }

  @Override
  public void close() {
    observation.close();
    List.of(position, episode, removed, rowIndex, action, legal, drawn).forEach(HostArray::close);
    List.of(logProb, advantage, returns, oldValue, weight, entropyWeight)
        .forEach(tickNumbers -> tickNumbers.host.close());
  }
}
