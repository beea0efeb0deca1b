package dev.hindsight.inspector.version;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.inspector.attention.AgentObservations;
import dev.hindsight.inspector.attention.AttentionLimit;
import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.learn.ResolvedPolicy;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// The outputs of one version for an agent over some ticks of a recording. The arrays must not
/// change afterwards.
///
/// @param checkpoint its name or file, as given
/// @param sha256 hex digest of its file; empty if it has none
/// @param span the ticks
/// @param outputs logits and values at these ticks, in limbo too, where they mean nothing
/// @param attention what it attended to; empty for a policy without attention, or if the weights
///   would take too much memory
/// @param bound how it keeps the numbers of actions within their range
/// @param update the run and the update that its weights come from, as recordings name them; empty
///   if its file does not say
public record VersionOutputs(
    String checkpoint,
    String sha256,
    Span span,
    Outputs outputs,
    Optional<VersionAttention> attention,
    ActionBound bound,
    Map<String, JsonNode> update) {
  /// Copies the map.
  public VersionOutputs {
    update = Map.copyOf(update);
  }

  /// A version of no run.
  public VersionOutputs(
      String checkpoint,
      String sha256,
      Span span,
      Outputs outputs,
      Optional<VersionAttention> attention,
      ActionBound bound) {
    this(checkpoint, sha256, span, outputs, attention, bound, Map.of());
  }

  /// What a version attended to.
  ///
  /// @param byTrial `[n][K]` weight on each trial of the episode, mean of all layers and heads
  /// @param heaviest `[n]` the earlier tick with the most weight; -1 if there is no earlier tick
  /// @param weight `[n]` the weight on that tick
  public record VersionAttention(float[][] byTrial, int[] heaviest, float[] weight) {}

  /// Opens a version and runs it on the recorded observations. For a background thread.
  ///
  /// @param checkpoint a name or a file
  /// @param span ticks to return; the version's memory begins with their episode
  /// @throws dev.hindsight.trainer.Problem if it cannot be opened, or reads other observations
  public static VersionOutputs of(
      Rollout rollout,
      int agent,
      String checkpoint,
      Span span,
      Progress progress,
      Cancellation cancellation) {
    EnvironmentShape shape = TeacherForcing.shapeOf(rollout);
    TeacherForcing forcing = new TeacherForcing(rollout);
    ResolvedPolicy found = BuiltInPolicies.find(checkpoint);
    Outputs outputs;
    String sha256;
    ActionBound bound;
    try (OpenedPolicy opened = found.open(shape)) {
      outputs = forcing.run(opened.policy(), agent, span, progress, cancellation);
      bound = forcing.bound(opened.policy(), agent);
      sha256 = opened.sha256();
    }
    Optional<VersionAttention> attention = Optional.empty();
    Optional<Introspection> network = found.type().introspect(found.weights(), shape);
    if (network.isPresent()) {
      try (Introspection introspection = network.get()) {
        attention = attention(rollout, agent, span, introspection, cancellation);
      }
    }
    return new VersionOutputs(checkpoint, sha256, span, outputs, attention, bound, found.version());
  }

  private static Optional<VersionAttention> attention(
      Rollout rollout,
      int agent,
      Span span,
      Introspection introspection,
      Cancellation cancellation) {
    EpisodeFlags flags = EpisodeFlags.of(rollout, agent);
    TrialIndex trials = rollout.trials();
    int most = IntStream.range(0, trials.count()).map(trials::trial).max().orElse(0) + 1;
    VersionAttention attention =
        new VersionAttention(
            new float[span.ticks()][most], new int[span.ticks()], new float[span.ticks()]);
    Arrays.fill(attention.heaviest, -1);
    for (Span whole : MemoryRules.RIGHT.stretches(flags, introspection.horizon())) {
      Span stretch =
          new Span(whole.from(), Math.max(whole.from(), Math.min(whole.to(), span.to())));
      if (stretch.common(span).isEmpty()) {
        continue;
      }
      cancellation.throwIfCancelled();
      if (!AttentionLimit.allows(introspection.layers() * introspection.heads(), stretch)) {
        return Optional.empty();
      }
      AttentionTrace trace =
          introspection.look(
              stretch, AgentObservations.of(rollout, agent, stretch), flags, MemoryRules.RIGHT);
      for (int tick = Math.max(stretch.from(), span.from()); tick < stretch.to(); tick++) {
        read(trace, tick, trials, attention, tick - span.from());
      }
    }
    return Optional.of(attention);
  }

  private static void read(
      AttentionTrace trace, int tick, TrialIndex trials, VersionAttention attention, int at) {
    float[] mean = trace.meanRow(tick - trace.span().from());
    for (int slot = 0; slot < mean.length; slot++) {
      int seen = trace.span().from() + slot;
      attention.byTrial[at][trials.trial(trials.stretchAt(seen))] += mean[slot];
      if (seen < tick && mean[slot] > attention.weight[at]) {
        attention.heaviest[at] = seen;
        attention.weight[at] = mean[slot];
      }
    }
  }

  /// The logits at a tick, `[n]`.
  ///
  /// @param tick of the recording, in the span
  public float[] logits(int tick) {
    int width = outputs.actions();
    int at = tick - span.from();
    return Arrays.copyOfRange(outputs.logits(), at * width, (at + 1) * width);
  }

  /// The value estimate at a tick.
  public float value(int tick) {
    return outputs.values()[tick - span.from()];
  }

  /// Weight on each trial of the episode at a tick, `[K]`; empty without attention.
  public Optional<float[]> byTrial(int tick) {
    return attention.map(each -> each.byTrial[tick - span.from()].clone());
  }

  /// The earlier tick with the most weight at a tick; -1 without attention or earlier ticks.
  public int heaviest(int tick) {
    return attention.map(each -> each.heaviest[tick - span.from()]).orElse(-1);
  }

  /// The weight on that tick; NaN if there is none.
  public double heaviestWeight(int tick) {
    return heaviest(tick) < 0
        ? Double.NaN
        : attention.map(each -> (double) each.weight[tick - span.from()]).orElse(Double.NaN);
  }
}
