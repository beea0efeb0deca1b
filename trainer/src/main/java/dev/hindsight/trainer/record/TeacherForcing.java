package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.attention.RecordedShape;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.List;
import java.util.Optional;

/// Runs a policy on recorded observations (teacher forcing): at every tick it observes what all
/// agents observed, as when it acts, and its memory continues as if it had acted. The policy that
/// acted repeats its outputs to the bit on the same machine, if no edit changed its memory. Nothing
/// is simulated. One owner thread.
public final class TeacherForcing {
  private final EnvironmentShape shape;

  /// The first of the agents that observe, which are as many as the shape has.
  private final int first;

  private final AgentColumn observation;
  private final Optional<AgentColumn> removed;
  private final EpisodeEnds ends;
  private final Optional<Channel> trial;
  private final Optional<Channel> trialTick;
  private final Optional<RecordedActionMask> mask;
  private final RecordedBucket bucket;
  private final StepBuffer seen;
  private final int ticks;

  /// @throws Problem if the recording lacks observations
  public TeacherForcing(Rollout rollout) {
    this(rollout, shapeOf(rollout), 0);
  }

  /// Shows only some agents, for a policy that acts for them alone.
  ///
  /// @param shape with as many agents as observe
  /// @param first the first of them
  /// @throws Problem if the recording lacks observations
  TeacherForcing(Rollout rollout, EnvironmentShape shape, int first) {
    this.shape = shape;
    this.first = first;
    this.observation =
        AgentColumn.ofAnyWidth(rollout, "observation")
            .orElseThrow(() ->
                new Problem(
                    wording("TeacherForcing.it_holds_no_observations"),
                    rollout.file().toString(),
                    wording("TeacherForcing.record_it_with_observations")));
    this.removed = AgentColumn.of(rollout, "removed");
    this.ends = new EpisodeEnds(rollout);
    this.trial = rollout.channel("trial").filter(c -> c.rowLength() == 1);
    this.trialTick = rollout.channel("trial_tick").filter(c -> c.rowLength() == 1);
    this.bucket = new RecordedBucket(rollout);
    int actions = shape.actions().jointActions();
    this.mask =
        shape.actions() instanceof ActionSpace.Discrete
            ? RecordedActionMask.of(rollout, actions)
            : Optional.empty();
    this.seen = new StepBuffer(shape.agents(), observation.width(), mask.isPresent() ? actions : 0);
    this.ticks = rollout.ticks();
  }

  /// The shape to open policies for: all agents of the recording, with a layout of the right size
  /// even if the recording does not say what the numbers mean.
  public static EnvironmentShape shapeOf(Rollout rollout) {
    EnvironmentShape all = RecordedShape.of(rollout);
    int size = AgentColumn.widthOf(rollout, "observation");
    return all.observation().size() == size || size == 0
        ? all
        : all.with(
            new ObservationLayout(
                List.of(new Segment("observation", 0, List.of(size), List.of()))));
  }

  /// Runs a policy up to the end of a span, from the start of the episode that the span begins in.
  ///
  /// @param policy opened for [#shapeOf]; not closed
  /// @param agent whose outputs to return
  /// @param span ticks to return
  public Outputs run(
      Policy policy, int agent, Span span, Progress progress, Cancellation cancellation) {
    return run(policy, agent, span, TickWatcher.NONE, progress, cancellation);
  }

  /// How a policy bounds the numbers of an agent's actions, as it says at the first tick.
  ///
  /// @param policy opened for [#shapeOf]; not closed, its memory is wiped
  public ActionBound bound(Policy policy, int agent) {
    PolicyOutput output = new PolicyOutput(shape);
    if (output.squashed.length > 0) {
      policy.reset();
      see(0);
      policy.act(seen, output);
      policy.reset();
    }
    return output.bound(agent);
  }

  /// Is called around every tick of a run.
  interface TickWatcher {
    /// Does nothing.
    TickWatcher NONE = new TickWatcher() {};

    /// Before the policy acts.
    default void before(int tick) {}

    /// After the policy acted.
    default void after(int tick) {}
  }

  /// The same with a watcher, which may change the policy between ticks.
  Outputs run(
      Policy policy,
      int agent,
      Span span,
      TickWatcher watcher,
      Progress progress,
      Cancellation cancellation) {
    PolicyOutput output = new PolicyOutput(shape);
    int width = output.width;
    Outputs outputs = new Outputs(new float[span.ticks() * width], new float[span.ticks()]);
    int start = episodeStart(span.from());
    policy.reset();
    for (int tick = start; tick < span.to(); tick++) {
      cancellation.throwIfCancelled();
      progress.report(tick - start, span.to() - start, "ticks");
      see(tick);
      watcher.before(tick);
      policy.act(seen, output);
      watcher.after(tick);
      if (span.holds(tick)) {
        int at = tick - span.from();
        System.arraycopy(output.logits, agent * width, outputs.logits(), at * width, width);
        outputs.values()[at] = output.value[agent];
      }
    }
    return outputs;
  }

  /// Receives what a policy put out at a tick.
  interface TickReader {
    /// @param seen by the policy, not to be changed
    void read(int tick, StepBuffer seen, PolicyOutput output);
  }

  /// Runs a policy over the whole recording.
  ///
  /// @param policy opened for the shape of these agents; not closed
  void run(Policy policy, TickReader reader, Progress progress, Cancellation cancellation) {
    PolicyOutput output = new PolicyOutput(shape);
    policy.reset();
    for (int tick = 0; tick < ticks; tick++) {
      cancellation.throwIfCancelled();
      progress.report(tick, ticks, "ticks");
      see(tick);
      policy.act(seen, output);
      reader.read(tick, seen, output);
    }
  }

  /// What is changed before the second of two policies observes a tick, and what both put out.
  public interface Comparison {
    /// Changes what both policies observe; nothing unless it is overridden.
    default void alter(int tick, StepBuffer seen) {}

    /// Changes what the second policy observes.
    void change(int tick, StepBuffer seen);

    /// Reads the outputs of all agents; `seen` is as changed.
    void compare(int tick, StepBuffer seen, PolicyOutput first, PolicyOutput second);

    /// Whether the next tick is wanted too.
    default boolean goesOn() {
      return true;
    }
  }

  /// Runs a policy over the whole recording twice, side by side: once as it was, once with changed
  /// observations.
  ///
  /// @param first opened for [#shapeOf]; not closed
  /// @param second the same policy, opened again
  public void compare(
      Policy first,
      Policy second,
      Comparison comparison,
      Progress progress,
      Cancellation cancellation) {
    PolicyOutput one = new PolicyOutput(shape);
    PolicyOutput other = new PolicyOutput(shape);
    first.reset();
    second.reset();
    for (int tick = 0; tick < ticks && comparison.goesOn(); tick++) {
      cancellation.throwIfCancelled();
      see(tick);
      comparison.alter(tick, seen);
      first.act(seen, one);
      comparison.change(tick, seen);
      second.act(seen, other);
      comparison.compare(tick, seen, one, other);
      progress.report(tick + 1L, ticks, "ticks");
    }
  }

  /// Runs a policy up to a tick, from the start of its episode, and returns what all agents observe
  /// there; the policy has not acted on it.
  StepBuffer reach(Policy policy, int tick, Progress progress, Cancellation cancellation) {
    PolicyOutput output = new PolicyOutput(shape);
    int start = episodeStart(tick);
    policy.reset();
    for (int before = start; before < tick; before++) {
      cancellation.throwIfCancelled();
      progress.report(before - start, tick - start, "ticks");
      see(before);
      policy.act(seen, output);
    }
    see(tick);
    return seen;
  }

  /// The first tick of an episode of all agents; no agent remembers anything from before it.
  private int episodeStart(int tick) {
    int start = tick;
    while (start > 0 && !ends.allEnded(start - 1)) {
      start--;
    }
    return start;
  }

  private void see(int tick) {
    int size = observation.width();
    observation.channel().read(tick, first * size, seen.observation, shape.agents() * size);
    for (int agent = 0; agent < shape.agents(); agent++) {
      seen.removed[agent] = flag(removed, tick, first + agent);
      seen.terminal[agent] = (byte) (tick > 0 && ends.ended(tick - 1, first + agent) ? 1 : 0);
    }
    if (mask.isPresent()) {
      mask.get().read(tick, first, seen.actionMask);
    }
    seen.trial = trial.isPresent() ? (int) trial.get().integer(tick, 0) : 0;
    seen.trialTick = trialTick.isPresent() ? (int) trialTick.get().integer(tick, 0) : tick;
    bucket.show(tick, seen);
  }

  private static byte flag(Optional<AgentColumn> column, int tick, int agent) {
    return (byte) (column.isPresent() && column.get().is(tick, agent) ? 1 : 0);
  }
}
