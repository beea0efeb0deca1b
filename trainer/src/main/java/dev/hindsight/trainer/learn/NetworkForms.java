package dev.hindsight.trainer.learn;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.DataType;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryLayout;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.learn.net.ExclusiveGradientCollector;
import dev.hindsight.trainer.learn.net.GaussianHead;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.SegmentForward;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.parity.MemoryKind;
import dev.hindsight.trainer.parity.Nonlinearity;
import dev.hindsight.trainer.parity.ObservationSequence;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.Tensor;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// A network as training runs it, together with the policy as it acts. One owner thread at a time.
final class NetworkForms implements TrainingAndActingForms {
  private final NDManager manager;
  private final WeightVector vector;
  private final SegmentForward forward;
  private final GradientStopEncoder tap;
  private final Policy policy;
  private final EnvironmentShape shape;
  private final MemoryKind memoryKind;
  private final int horizon;
  private final Nonlinearity nonlinearity;

  /// @param network made with the wrapper around its encoder
  /// @param policy the same weights acting for one agent; closed with this
  /// @param nonlinearity between the layers of the form used to learn
  NetworkForms(
      Network network,
      GradientStopEncoder tap,
      Map<String, Tensor> tensors,
      Policy policy,
      EnvironmentShape shape,
      MemoryKind memoryKind,
      int horizon,
      Nonlinearity nonlinearity) {
    this.manager = TorchEngine.scope();
    this.vector =
        new WeightVector(manager, network.parameters(), network.parameters().gather(tensors));
    this.forward = network.segments(manager);
    this.tap = tap;
    this.policy = policy;
    this.shape = shape;
    this.memoryKind = memoryKind;
    this.horizon = horizon;
    this.nonlinearity = nonlinearity;
  }

  @Override
  public MemoryKind remembers() {
    return memoryKind;
  }

  @Override
  public int horizon() {
    return horizon;
  }

  @Override
  public Outputs learned(ObservationSequence observationSequence, MemoryRules rules) {
    return rules.equals(MemoryRules.RIGHT)
        ? learned(() -> batch(observationSequence))
        : learned(
            observationSequence,
            MemoryLayout.of(
                rules, observationSequence.passage(), observationSequence.from(), horizon));
  }

  @Override
  public Outputs learned(ObservationSequence observationSequence, MemoryLayout layout) {
    return learned(() -> SegmentBatch.of(manager, observationSequence.observation(), layout));
  }

  private Outputs learned(Supplier<SegmentBatch> batch) {
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      LogitsAndValues logitsAndValues = forward.run(weights(), batch.get());
      float[] logits = logitsAndValues.logits().toFloatArray();
      GaussianHead.apply(shape.actions(), logits);
      return new Outputs(logits, logitsAndValues.values().toFloatArray());
    }
  }

  private NamedWeights weights() {
    return vector.weights().with(nonlinearity);
  }

  /// Uses the training code.
  private SegmentBatch batch(ObservationSequence observationSequence) {
    EpisodeFlags episodeFlags = observationSequence.passage();
    return SegmentBatch.of(
        manager,
        1,
        observationSequence.ticks(),
        observationSequence.observation(),
        episodeFlags.ended(),
        episodeFlags.removed());
  }

  @Override
  public Outputs acted(ObservationSequence observationSequence, MemoryRules rules) {
    int ticks = observationSequence.ticks();
    int size = observationSequence.numbers();
    StepBuffer buffer = new StepBuffer(1, size);
    PolicyOutput output = new PolicyOutput(shape);
    float[] logits = new float[ticks * output.width];
    float[] values = new float[ticks];
    policy.reset();
    for (int t = 0; t < ticks; t++) {
      System.arraycopy(observationSequence.observation(), t * size, buffer.observation, 0, size);
      buffer.terminal[0] = t == 0 ? 0 : wiped(observationSequence.passage(), t - 1, rules);
      buffer.removed[0] =
          rules.limbo() == MemoryRules.LimboRule.CLOSED
              ? observationSequence.passage().removed()[t]
              : 0;
      policy.act(buffer, output);
      System.arraycopy(output.logits, 0, logits, t * output.width, output.width);
      values[t] = output.value[0];
    }
    return new Outputs(logits, values);
  }

  private static byte wiped(EpisodeFlags episodeFlags, int tick, MemoryRules rules) {
    return switch (rules.wipe()) {
      case TERMINALS -> episodeFlags.ended()[tick];
      case TERMINALS_AND_TRUNCATIONS ->
          (byte) (episodeFlags.ended()[tick] | episodeFlags.truncation()[tick]);
      case NEVER -> 0;
      case EVERY_TICK -> 1;
      case A_TICK_LATE -> tick == 0 ? 0 : episodeFlags.ended()[tick - 1];
    };
  }

  @Override
  public Optional<float[]> gradient(ObservationSequence observationSequence) {
    Optional<GradientCollector> turn =
        ExclusiveGradientCollector.unlessSomeoneLearns(manager.getEngine());
    if (turn.isEmpty()) {
      return Optional.empty();
    }
    try (GradientCollector collector = turn.get();
        NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      SegmentBatch batch = batch(observationSequence);
      tap.tap();
      LogitsAndValues logitsAndValues = forward.run(weights(), batch);
      NDArray live = batch.removed().logicalNot().toType(DataType.FLOAT32, false).flatten();
      NDArray each =
          logitsAndValues
              .logits()
              .square()
              .sum(new int[] {1})
              .add(logitsAndValues.values().square());
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
