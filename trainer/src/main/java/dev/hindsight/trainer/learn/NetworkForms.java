package dev.hindsight.trainer.learn;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.MemoryRules.Limbo;
import dev.hindsight.trainer.attention.Passage;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.learn.net.GradientTurn;
import dev.hindsight.trainer.learn.net.Heads;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.SegmentForward;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.parity.BothForms;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Remembers;
import dev.hindsight.trainer.parity.Seen;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.rollout.Span;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A network as training runs it, beside the policy as it acts. One owner thread at a time.
final class NetworkForms implements BothForms {
  private final NDManager manager;
  private final WeightVector vector;
  private final SegmentForward forward;
  private final TappedEncoder tap;
  private final Policy policy;
  private final EnvironmentShape shape;
  private final Remembers remembers;
  private final int horizon;

  /// @param network made with the tap for its encoder
  /// @param policy the same weights acting for one agent; closed with this
  NetworkForms(
      Network network,
      TappedEncoder tap,
      Map<String, Tensor> tensors,
      Policy policy,
      EnvironmentShape shape,
      Remembers remembers,
      int horizon) {
    this.manager = TorchEngine.scope();
    this.vector =
        new WeightVector(manager, network.parameters(), network.parameters().gather(tensors));
    this.forward = network.segments(manager);
    this.tap = tap;
    this.policy = policy;
    this.shape = shape;
    this.remembers = remembers;
    this.horizon = horizon;
  }

  @Override
  public Remembers remembers() {
    return remembers;
  }

  @Override
  public int horizon() {
    return horizon;
  }

  @Override
  public Outputs learned(Seen seen, MemoryRules rules) {
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      Heads heads = forward.run(vector.weights(), batch(seen, rules));
      return new Outputs(heads.logits().toFloatArray(), heads.values().toFloatArray());
    }
  }

  private SegmentBatch batch(Seen seen, MemoryRules rules) {
    Passage passage = seen.passage();
    int ticks = seen.ticks();
    if (rules.equals(MemoryRules.RIGHT)) {
      return SegmentBatch.of(
          manager, 1, ticks, seen.observation(), passage.terminal(), passage.removed());
    }
    long[] position = new long[ticks];
    int[] episode = new int[ticks];
    List<Span> stretches = rules.stretches(passage, horizon);
    for (int number = 0; number < stretches.size(); number++) {
      Span stretch = stretches.get(number);
      for (int t = stretch.from(); t < stretch.to(); t++) {
        episode[t] = number;
        position[t] =
            switch (rules.position()) {
              case EPISODE -> t - stretch.from();
              case SLOT -> (seen.from() + t) % horizon;
            };
      }
    }
    Shape row = new Shape(1, ticks);
    byte[] hidden = rules.limbo() == Limbo.CLOSED ? passage.removed() : new byte[ticks];
    return new SegmentBatch(
        1,
        ticks,
        manager.create(seen.observation(), new Shape(ticks, seen.numbers())),
        manager.create(position, row),
        manager.create(episode, row),
        manager.create(hidden, row).neq(0));
  }

  @Override
  public Outputs acted(Seen seen, MemoryRules rules) {
    int ticks = seen.ticks();
    int size = seen.numbers();
    StepBuffer buffer = new StepBuffer(1, size);
    PolicyOutput output = new PolicyOutput(shape);
    float[] logits = new float[ticks * output.width];
    float[] values = new float[ticks];
    policy.reset();
    for (int t = 0; t < ticks; t++) {
      System.arraycopy(seen.observation(), t * size, buffer.observation, 0, size);
      buffer.terminal[0] = t == 0 ? 0 : wiped(seen.passage(), t - 1, rules);
      buffer.removed[0] = rules.limbo() == Limbo.CLOSED ? seen.passage().removed()[t] : 0;
      policy.act(buffer, output);
      System.arraycopy(output.logits, 0, logits, t * output.width, output.width);
      values[t] = output.value[0];
    }
    return new Outputs(logits, values);
  }

  private static byte wiped(Passage passage, int tick, MemoryRules rules) {
    return switch (rules.wipe()) {
      case TERMINALS -> passage.terminal()[tick];
      case TERMINALS_AND_TRUNCATIONS ->
          (byte) (passage.terminal()[tick] | passage.truncation()[tick]);
      case NEVER -> 0;
    };
  }

  @Override
  public Optional<float[]> gradient(Seen seen) {
    Optional<GradientCollector> turn = GradientTurn.ifNobodyLearns(manager.getEngine());
    if (turn.isEmpty()) {
      return Optional.empty();
    }
    try (GradientCollector collector = turn.get();
        NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      SegmentBatch batch = batch(seen, MemoryRules.RIGHT);
      tap.tap();
      Heads heads = forward.run(vector.weights(), batch);
      NDArray live = batch.removed().logicalNot().toType(DataType.FLOAT32, false).flatten();
      NDArray each = heads.logits().square().sum(new int[] {1}).add(heads.values().square());
      collector.backward(each.mul(live).sum());
      return Optional.of(tap.leaf().getGradient().abs().max(new int[] {1}).toFloatArray());
    }
  }

  @Override
  public void close() {
    policy.close();
    forward.close();
    vector.close();
    manager.close();
  }
}
