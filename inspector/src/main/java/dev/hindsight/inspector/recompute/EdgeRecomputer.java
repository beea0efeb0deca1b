package dev.hindsight.inspector.recompute;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.attention.MemoryRules.LimboRule;
import dev.hindsight.trainer.attention.RecordedShape;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.parity.Arithmetic;
import dev.hindsight.trainer.parity.MemoryKind;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Runs a network whose agents attend to each other: all agents at once, tick by tick. Caches the
/// other agents' outputs for later queries.
final class EdgeRecomputer implements Recomputer {
  /// The most numbers in the cache.
  private static final int KEPT = 1 << 24;

  private final Rollout rollout;
  private final Path checkpoint;
  private final ObservationReader observationReader;
  private final int agents;
  private final Map<Key, EdgeIntrospection> opened = new HashMap<>();
  private final Map<Tick, EdgeTrace> said = new HashMap<>();

  /// The most ticks in the cache.
  private final int most;

  private record Key(Path checkpoint, Arithmetic arithmetic) {}

  private record Tick(Premise premise, int nudge, int tick) {}

  EdgeRecomputer(Rollout rollout, Path checkpoint) {
    this.rollout = rollout;
    this.checkpoint = checkpoint;
    this.observationReader = new ObservationReader(rollout);
    this.agents = rollout.manifest().agents();
    int outputs = RecordedShape.outputs(rollout);
    this.most = Math.max(1024, KEPT / (agents * (outputs + 64)));
  }

  @Override
  public MemoryKind remembers() {
    return MemoryKind.NOTHING;
  }

  @Override
  public boolean together() {
    return true;
  }

  @Override
  public int horizon() {
    return 512;
  }

  @Override
  public Outputs of(Premise premise, int agent, Span span, int nudge) {
    float[] logits = new float[0];
    float[] values = new float[span.ticks()];
    for (int t = 0; t < span.ticks(); t++) {
      EdgeTrace trace = at(new Tick(premise, nudge, span.from() + t));
      int each = trace.logits().length / agents;
      logits = t == 0 ? new float[span.ticks() * each] : logits;
      System.arraycopy(trace.logits(), agent * each, logits, t * each, each);
      values[t] = trace.values()[agent];
    }
    return new Outputs(logits, values);
  }

  private EdgeTrace at(Tick tick) {
    EdgeTrace known = said.get(tick);
    if (known != null) {
      return known;
    }
    Premise premise = tick.premise();
    Arithmetic arithmetic =
        tick.nudge() == 0 ? premise.arithmetic() : premise.arithmetic().nudged(tick.nudge());
    Key key = new Key(premise.checkpoint().orElse(checkpoint), arithmetic);
    EdgeTrace fresh =
        opened
            .computeIfAbsent(key, this::open)
            .look(
                observationReader.ofAll(premise.rows(), tick.tick()),
                removed(premise, tick.tick()));
    if (said.size() >= most) {
      said.clear();
    }
    said.put(tick, fresh);
    return fresh;
  }

  private EdgeIntrospection open(Key key) {
    return BuiltInPolicies.edges(key.checkpoint(), RecordedShape.of(rollout), key.arithmetic())
        .orElseThrow(() ->
            new Problem(
                wording("EdgeRecomputer.its_agents_do_not_attend_to"),
                String.valueOf(key.checkpoint()),
                wording("EdgeRecomputer.choose_a_graph_policy")));
  }

  private byte[] removed(Premise premise, int tick) {
    byte[] removed = new byte[agents];
    Optional<AgentColumn> limbo = AgentColumn.of(rollout, "removed");
    boolean open = premise.keeping().rules().limbo() == LimboRule.OPEN;
    for (int agent = 0; agent < agents && !open && limbo.isPresent(); agent++) {
      removed[agent] = (byte) (limbo.get().is(tick, agent) ? 1 : 0);
    }
    return removed;
  }

  @Override
  public void close() {
    opened.values().forEach(EdgeIntrospection::close);
  }
}
