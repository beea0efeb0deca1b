package dev.hindsight.trainer.learn.ppo;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import dev.hindsight.trainer.action.IllegalLogit;
import dev.hindsight.trainer.learn.net.HostArray;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.learn.training.Trajectories.ActionSizes;
import dev.hindsight.trainer.observation.ObservationPacking;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Optional;

/// Copies some rows of [TrajectoryRows] to the network's device, a part of a step at a time. Its
/// buffers have the size of the largest part. One owner thread.
final class MinibatchLoader implements AutoCloseable {
  private final NDManager manager;
  private final TrajectoryRows rows;
  private final ActionSizes sizes;

  /// One observation.
  private final float[] observation;

  private Optional<Buffers> buffers = Optional.empty();

  /// @param rows where the observations are
  /// @param sizes what is kept of actions
  MinibatchLoader(NDManager manager, TrajectoryRows rows, ActionSizes sizes) {
    this.manager = manager;
    this.rows = rows;
    this.sizes = sizes;
    this.observation = new float[rows.observations().packing().numbers()];
  }

  /// Room for the ticks of a part.
  ///
  /// @param rows of a part
  /// @param ticks of all its rows
  /// @param unpacked the observations; empty if they are floats where they are
  private record Buffers(
      int rows,
      int ticks,
      HostArray rowIndex,
      Optional<HostArray> unpacked,
      HostArray action,
      HostArray legal,
      HostArray drawn,
      TickNumbers logProb,
      TickNumbers advantage,
      TickNumbers returns,
      TickNumbers oldValue,
      TickNumbers weight,
      TickNumbers entropyWeight) {
    static Buffers of(
        NDManager manager, int rows, int ticks, ObservationPacking packing, ActionSizes sizes) {
      return new Buffers(
          rows,
          ticks,
          new HostArray(manager, DataType.INT64, rows),
          packing.isFloats()
              ? Optional.empty()
              : Optional.of(new HostArray(manager, DataType.FLOAT32, ticks, packing.numbers())),
          new HostArray(manager, DataType.INT64, ticks),
          new HostArray(manager, DataType.UINT8, ticks, Math.max(1, sizes.mask())),
          new HostArray(manager, DataType.FLOAT32, ticks, Math.max(1, sizes.drawn())),
          TickNumbers.of(manager, ticks),
          TickNumbers.of(manager, ticks),
          TickNumbers.of(manager, ticks),
          TickNumbers.of(manager, ticks),
          TickNumbers.of(manager, ticks),
          TickNumbers.of(manager, ticks));
    }

    void close() {
      unpacked.ifPresent(HostArray::close);
      List.of(rowIndex, action, legal, drawn).forEach(HostArray::close);
      List.of(logProb, advantage, returns, oldValue, weight, entropyWeight)
          .forEach(numbers -> numbers.host.close());
    }
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
  /// @param whole from [TrajectoryRows#whole]
  /// @param targets what the rows learn
  /// @param advantageStatistics of all rows of the step
  /// @param entropy common coefficient of all rows
  Minibatch load(
      TrajectoryRows.Whole whole,
      RowChoice choice,
      Trajectories all,
      Targets targets,
      AdvantageStatistics advantageStatistics,
      double entropy) {
    int chosen = choice.rows().length;
    int count = chosen * all.used;
    Buffers to = room(chosen, count);
    for (int i = 0; i < chosen; i++) {
      int row = choice.rows()[i];
      to.rowIndex.bytes().putLong(Long.BYTES * i, row);
      for (int t = 0; t < all.used; t++) {
        int at = all.at(row, t);
        int n = i * all.used + t;
        boolean live = all.removed[at] == 0;
        float normalised =
            choice.weight()[i]
                * advantageStatistics.normalised(targets.advantage()[at])
                * targets.drift().importance(at);
        to.action.bytes().putLong(Long.BYTES * n, all.action[at]);
        to.legal.bytes().put(sizes.mask() * n, all.actionMask, sizes.mask() * at, sizes.mask());
        for (int k = 0; k < sizes.drawn(); k++) {
          float number = live ? all.drawn[sizes.drawn() * at + k] : 0;
          to.drawn.bytes().putFloat(Float.BYTES * (sizes.drawn() * n + k), number);
        }
        to.logProb.floats.put(n, all.logProb[at] + targets.drift().logRatio(at));
        to.advantage.floats.put(n, live ? normalised : 0);
        to.returns.floats.put(n, targets.returns()[at]);
        to.oldValue.floats.put(n, targets.oldValue()[at]);
        to.weight.floats.put(n, live ? 1f / advantageStatistics.count() : 0);
        to.entropyWeight.floats.put(n, (float) entropy + all.entropyWeight[at]);
      }
    }
    return new Minibatch(
        segments(whole, choice.rows(), all.used, to),
        to.action.onDevice(count).reshape(count, 1),
        sizes.mask() == 0
            ? Optional.empty()
            : Optional.of(to.legal.onDevice(count).toType(DataType.FLOAT32, false)),
        sizes.drawn() == 0 ? Optional.empty() : Optional.of(to.drawn.onDevice(count)),
        to.logProb.first(count),
        to.advantage.first(count),
        to.returns.first(count),
        to.oldValue.first(count),
        to.weight.first(count),
        to.entropyWeight.first(count));
  }

  /// @param advantage `[R * T]`
  /// @param returns `[R * T]`, targets of the values
  /// @param oldValue `[R * T]`, values when acting
  /// @param drift of the policy before the update
  record Targets(float[] advantage, float[] returns, float[] oldValue, PolicyDrift drift) {}

  /// Buffers with room for a part.
  private Buffers room(int chosen, int count) {
    Optional<Buffers> enough =
        buffers.filter(there -> there.rows >= chosen && there.ticks >= count);
    if (enough.isEmpty()) {
      buffers.ifPresent(Buffers::close);
      ObservationPacking packing = rows.observations().packing();
      buffers = Optional.of(Buffers.of(manager, chosen, count, packing, sizes));
    }
    return buffers.orElseThrow();
  }

  private SegmentBatch segments(TrajectoryRows.Whole whole, int[] chosen, int used, Buffers to) {
    NDIndex cut = new NDIndex("{}, 0:" + used, to.rowIndex.onDevice(chosen.length));
    long count = (long) chosen.length * used;
    return new SegmentBatch(
        chosen.length,
        used,
        whole
            .observation()
            .map(all -> all.get(cut).reshape(count, observation.length))
            .orElseGet(() -> unpacked(chosen, used, to.unpacked.orElseThrow())),
        whole.position().get(cut),
        whole.episode().get(cut),
        whole.removed().get(cut).neq(0));
  }

  private NDArray unpacked(int[] chosen, int used, HostArray target) {
    FloatBuffer floats = target.bytes().asFloatBuffer();
    for (int row : chosen) {
      for (int t = 0; t < used; t++) {
        rows.observations().read(row * rows.ticks() + t, observation, 0);
        floats.put(observation);
      }
    }
    return target.onDevice((long) chosen.length * used);
  }

  @Override
  public void close() {
    buffers.ifPresent(Buffers::close);
  }
}
