package dev.hindsight.inspector.attention;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.RecordedEdges;
import dev.hindsight.trainer.attention.RecordedShape;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.CheckpointFinder;
import dev.hindsight.trainer.policy.program.ProgramFormat;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.RelativePath;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the sources that a recording's attention can come from.
public final class AttentionSources {
  private static final String CHOOSE =
      wording("AttentionSources.choose_the_checkpoint_it_was_recorded");

  private AttentionSources() {}

  /// A sentence that says what a recording lacks to show attention; empty if it may have some.
  public static Optional<String> missing(Manifest manifest) {
    if (manifest.agents() > 0 && RecordedEdges.missing(manifest).isEmpty()) {
      return Optional.of(wording("AttentionSources.its_policy_has_no_memory_to"));
    }
    if (!StoredAttention.promised(manifest)
        && Stream.of(ProgramFormat.values())
            .anyMatch(format -> format.id().equals(manifest.policy().id()))) {
      return Optional.of(wording("AttentionSources.its_policy_allows_no_look_inside"));
    }
    boolean acted = !manifest.policy().id().equals("none") && !manifest.policy().id().isEmpty();
    if (manifest.agents() > 0
        && (StoredAttention.promised(manifest) || (manifest.observes() && acted))) {
      return Optional.empty();
    }
    return Optional.of(wording("AttentionSources.the_recording_holds_no_attention"));
  }

  /// Whether there is certainly some: it is stored, or a transformer acted.
  public static boolean expected(Manifest manifest) {
    return missing(manifest).isEmpty()
        && (StoredAttention.promised(manifest) || manifest.policy().id().equals("transformer"));
  }

  /// Opens the best available source: the network, or else the weights that the recording stores.
  ///
  /// @param chosen a checkpoint the user named; otherwise this method looks for the one that
  ///   recorded
  /// @throws Problem if there is none, or if a checkpoint does not fit
  public static AttentionSource open(Rollout rollout, Optional<Path> chosen) {
    Optional<Path> file = chosen.or(() -> CheckpointFinder.find(rollout, RunLedger.ofUser()));
    int numbers = rollout.manifest().agents() * rollout.manifest().observation().size();
    boolean observed =
        rollout.channel("observation").filter(c -> c.rowLength() == numbers).isPresent();
    if (file.isPresent() && observed) {
      String name = String.valueOf(file.get().getFileName());
      Optional<Introspection> network =
          BuiltInPolicies.introspect(file.get(), RecordedShape.of(rollout));
      if (network.isPresent()) {
        return new ComputedAttention(rollout, network.get(), name);
      }
    }
    return StoredAttention.of(rollout).orElseThrow(() -> nowhere(rollout, file));
  }

  private static Problem nowhere(Rollout rollout, Optional<Path> file) {
    Manifest.PolicyInfo policy = rollout.manifest().policy();
    if (file.isPresent()) {
      return new Problem(
          wording("AttentionSources.the_policy_has_no_attention"),
          String.valueOf(file.get().getFileName()),
          wording("AttentionSources.record_with_a_policy_that_has"));
    }
    if (policy.id().equals("none") || BuiltInPolicies.followsRules(policy.id())) {
      Problem missing = CheckpointFinder.missing(rollout);
      return new Problem(
          missing.what(),
          missing.where(),
          wording("AttentionSources.record_with_a_policy_that_has"));
    }
    return policy.checkpointName().isEmpty()
        ? new Problem(
            wording("AttentionSources.the_recording_names_no_checkpoint"),
            rollout.file().toString(),
            rollout.manifest().producer().equals("hindsight")
                ? wording("AttentionSources.record_with_a_policy_that_has")
                : CHOOSE)
        : new Problem(
            wording(
                "AttentionSources.the_checkpoint_is_not_among_the",
                policy.checkpointPath().isEmpty()
                    ? ""
                    : wording(
                        "AttentionSources.not_at",
                        RelativePath.inFull(rollout.file(), policy.checkpointPath()))),
            policy.checkpointName(),
            CHOOSE);
  }

  /// Weights computed again from the observations in the recording and the network in its
  /// checkpoint.
  private static final class ComputedAttention implements AttentionSource {
    private final Introspection introspection;
    private final Rollout rollout;
    private final String checkpoint;

    /// @param introspection closed with this source
    /// @param checkpoint its file name
    ComputedAttention(Rollout rollout, Introspection introspection, String checkpoint) {
      this.introspection = introspection;
      this.rollout = rollout;
      this.checkpoint = checkpoint;
    }

    @Override
    public int layers() {
      return introspection.layers();
    }

    @Override
    public int heads() {
      return introspection.heads();
    }

    @Override
    public int horizon() {
      return introspection.horizon();
    }

    @Override
    public String words() {
      return wording("ComputedAttention.computed_from_the_observations_and", checkpoint);
    }

    @Override
    public List<Span> stretches(int agent, EpisodeFlags episodeFlags, MemoryRules rules) {
      return rules.stretches(episodeFlags, horizon());
    }

    @Override
    public AttentionTrace trace(
        int agent, Span stretch, EpisodeFlags episodeFlags, MemoryRules rules) {
      return introspection.look(
          stretch, AgentObservations.of(rollout, agent, stretch), episodeFlags, rules);
    }

    @Override
    public Optional<Introspection> network() {
      return Optional.of(introspection);
    }

    @Override
    public void close() {
      introspection.close();
    }
  }

  /// Weights that a recording stores: channels `attention/layer<k>` of shape `[tick, agent, head,
  /// slot]`; optionally `cache_position`, ticks since the memory was wiped, and `cache_key_norm` of
  /// shape `[tick, layer, head, slot]`, the norms of the keys.
  private static final class StoredAttention implements AttentionSource {
    private static final String PREFIX = "attention/layer";

    private final List<Channel> layers;
    private final Optional<Channel> position;
    private final Optional<Channel> keys;
    private final int heads;
    private final int slots;

    private StoredAttention(Rollout rollout, List<Channel> layers) {
      this.layers = layers;
      this.heads = layers.getFirst().rowShape()[1];
      this.slots = layers.getFirst().rowShape()[2];
      int agents = rollout.manifest().agents();
      this.position = rollout.channel("cache_position").filter(c -> c.rowLength() == agents);
      this.keys = rollout.channel("cache_key_norm").filter(this::fits);
    }

    /// Whether a recording may have stored weights, judging by its manifest.
    static boolean promised(Manifest manifest) {
      return manifest.channels().stream()
          .anyMatch(c -> c.name().equals(PREFIX + 0) && c.shape().size() == 4);
    }

    /// The channels from layer 0 on, as far as their shapes agree.
    static Optional<AttentionSource> of(Rollout rollout) {
      int agents = rollout.manifest().agents();
      List<Channel> layers = new ArrayList<>();
      Optional<Channel> next = layer(rollout, 0, agents);
      while (next.isPresent()
          && (layers.isEmpty()
              || Arrays.equals(next.get().rowShape(), layers.getFirst().rowShape()))) {
        layers.add(next.get());
        next = layer(rollout, layers.size(), agents);
      }
      return layers.isEmpty()
          ? Optional.empty()
          : Optional.of(new StoredAttention(rollout, layers));
    }

    /// Key norms may exist for more layers than weights do.
    private boolean fits(Channel norms) {
      int[] shape = norms.rowShape();
      return shape.length == 3
          && shape[0] >= layers.size()
          && shape[1] == heads
          && shape[2] == slots;
    }

    private static Optional<Channel> layer(Rollout rollout, int layer, int agents) {
      return rollout
          .channel(PREFIX + layer)
          .filter(c -> c.rowShape().length == 3 && c.rowShape()[0] == agents && c.rowLength() > 0);
    }

    @Override
    public int layers() {
      return layers.size();
    }

    @Override
    public int heads() {
      return heads;
    }

    @Override
    public int horizon() {
      return slots;
    }

    @Override
    public String words() {
      return wording("StoredAttention.as_the_recording_stores_it_channels");
    }

    @Override
    public List<Span> stretches(int agent, EpisodeFlags episodeFlags, MemoryRules rules) {
      if (position.isEmpty()) {
        return rules.stretches(episodeFlags, slots);
      }
      List<Span> stretches = new ArrayList<>();
      int from = 0;
      for (int tick = 1; tick <= episodeFlags.ticks(); tick++) {
        boolean restarts =
            tick == episodeFlags.ticks()
                || tick - from == slots
                || position.get().integer(tick, agent) <= position.get().integer(tick - 1, agent);
        if (restarts) {
          stretches.add(new Span(from, tick));
          from = tick;
        }
      }
      return stretches;
    }

    @Override
    public AttentionTrace trace(
        int agent, Span stretch, EpisodeFlags episodeFlags, MemoryRules rules) {
      int ticks = stretch.ticks();
      float[][] weights = new float[layers.size() * heads][ticks * slots];
      float[] row = new float[slots];
      for (int layer = 0; layer < layers.size(); layer++) {
        for (int head = 0; head < heads; head++) {
          for (int query = 0; query < ticks; query++) {
            layers
                .get(layer)
                .read(stretch.from() + query, (agent * heads + head) * slots, row, slots);
            System.arraycopy(row, 0, weights[layer * heads + head], query * slots, slots);
          }
        }
      }
      return new AttentionTrace(
          stretch,
          heads,
          AttentionTrace.rectangle(ticks, slots),
          weights,
          keys.map(channel -> norms(channel, stretch)).orElse(new float[0][]),
          new float[0],
          new float[0]);
    }

    /// The norm of each slot's key at the tick it was written.
    private float[][] norms(Channel channel, Span stretch) {
      float[][] norms = new float[layers.size() * heads][stretch.ticks()];
      for (int plane = 0; plane < norms.length; plane++) {
        for (int slot = 0; slot < stretch.ticks(); slot++) {
          norms[plane][slot] = (float) channel.value(stretch.from() + slot, plane * slots + slot);
        }
      }
      return norms;
    }

    @Override
    public Optional<Introspection> network() {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }
}
