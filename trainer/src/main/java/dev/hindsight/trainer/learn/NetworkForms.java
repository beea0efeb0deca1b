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
import dev.hindsight.trainer.parity.ActedPrefix;
import dev.hindsight.trainer.parity.MemoryKind;
import dev.hindsight.trainer.parity.Nonlinearity;
import dev.hindsight.trainer.parity.ObservationSequence;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/// A network as training runs it, together with the policy as it acts. One owner thread at a time.
final class NetworkForms implements TrainingAndActingForms {
  private final NDManager manager;
  private final WeightVector vector;
  private final SegmentForward forward;
  private final GradientStopEncoder tap;
  private final IntFunction<Policy> opening;
  private final Map<Integer, Policy> policies = new HashMap<>();
  private final EnvironmentShape shape;
  private final MemoryKind memoryKind;
  private final int horizon;
  private final Nonlinearity nonlinearity;

  /// @param outputs of each agent, fewer where its sequence is shorter
  private record KeptTicks(int ticks, List<Outputs> outputs, PolicyMemory memory)
      implements ActedPrefix {}

  /// @param network made with the wrapper around its encoder
  /// @param opening opens the same weights to act for a number of agents; what it opens is closed
  ///   with this
  /// @param nonlinearity between the layers of the form used to learn
  NetworkForms(
      Network network,
      GradientStopEncoder tap,
      Map<String, Tensor> tensors,
      IntFunction<Policy> opening,
      EnvironmentShape shape,
      MemoryKind memoryKind,
      int horizon,
      Nonlinearity nonlinearity) {
    this.manager = TorchEngine.scope();
    this.vector =
        new WeightVector(manager, network.parameters(), network.parameters().gather(tensors));
    this.forward = network.segments(manager);
    this.tap = tap;
    this.opening = opening;
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
    try (NoGradients _ = new NoGradients();
        NDScope scope = new NDScope()) {
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
  public List<Outputs> acted(
      List<ObservationSequence> agents, MemoryRules rules, ActedPrefix prefix) {
    int ticks = agents.stream().mapToInt(ObservationSequence::ticks).max().orElseThrow();
    return acted(policy(agents.size()), agents, rules, prefix, ticks);
  }

  @Override
  public ActedPrefix actedPrefix(List<ObservationSequence> agents, MemoryRules rules, int ticks) {
    Policy policy = policy(agents.size());
    List<Outputs> outputs = acted(policy, agents, rules, ActedPrefix.NONE, ticks);
    return new KeptTicks(ticks, List.copyOf(outputs), policy.memory());
  }

  private Policy policy(int agents) {
    return policies.computeIfAbsent(agents, opening::apply);
  }

  /// @param to the tick before which it stops
  private List<Outputs> acted(
      Policy policy,
      List<ObservationSequence> agents,
      MemoryRules rules,
      ActedPrefix prefix,
      int to) {
    int count = agents.size();
    StepBuffer buffer = new StepBuffer(count, agents.getFirst().numbers());
    PolicyOutput output = new PolicyOutput(shape.sideBySide(List.of(count)));
    List<Outputs> outputs = new ArrayList<>();
    for (ObservationSequence each : agents) {
      int ticks = Math.min(to, each.ticks());
      outputs.add(new Outputs(new float[ticks * output.width], new float[ticks]));
    }
    policy.reset();
    if (prefix instanceof KeptTicks kept) {
      policy.remember(kept.memory());
      for (int agent = 0; agent < count; agent++) {
        Outputs before = kept.outputs().get(agent);
        Outputs own = outputs.get(agent);
        System.arraycopy(before.logits(), 0, own.logits(), 0, before.logits().length);
        System.arraycopy(before.values(), 0, own.values(), 0, before.ticks());
      }
    } else if (prefix.ticks() > 0) {
      throw new IllegalArgumentException("ticks of another network");
    }
    for (int t = prefix.ticks(); t < to; t++) {
      for (int agent = 0; agent < count; agent++) {
        see(agents.get(agent), t, rules, buffer, agent);
      }
      policy.act(buffer, output);
      for (int agent = 0; agent < count; agent++) {
        Outputs own = outputs.get(agent);
        if (t < own.ticks()) {
          int from = agent * output.width;
          System.arraycopy(output.logits, from, own.logits(), t * output.width, output.width);
          own.values()[t] = output.value[agent];
        }
      }
    }
    return outputs;
  }

  /// Writes what an agent sees at a tick. After the end of its sequence, it sees its last
  /// observation again, in episodes of one tick, until the other agents' sequences end.
  private static void see(
      ObservationSequence seen, int tick, MemoryRules rules, StepBuffer buffer, int agent) {
    int last = Math.min(tick, seen.ticks() - 1);
    int size = seen.numbers();
    System.arraycopy(seen.observation(), last * size, buffer.observation, agent * size, size);
    buffer.terminal[agent] =
        tick == 0 ? 0 : tick > last ? 1 : wiped(seen.passage(), tick - 1, rules);
    buffer.removed[agent] =
        rules.limbo() == MemoryRules.LimboRule.CLOSED ? seen.passage().removed()[last] : 0;
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
    policies.values().forEach(Policy::close);
    forward.close();
    vector.close();
    manager.close();
  }
}
