package dev.hindsight.inspector.compare;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.rollout.LiveGrowth;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/// The recording that is compared with the open one: the rule that pairs their ticks, and the
/// result of the comparison. FX thread.
public final class Counterpart {
  private final Rollout one;
  private final Rollout other;
  private final Sketch drawn;
  private final AgentPairs agents;
  private final Runner runner;
  private final List<Consumer<State>> watchers = new ArrayList<>();
  private Cancellation cancellation = new Cancellation();
  private State state;
  private boolean busy;
  private boolean closed;

  /// What there was of both when the last comparison began.
  private int ticks;

  private int others;
  private boolean complete;

  /// The current state of the comparison.
  ///
  /// @param rule the chosen rule
  /// @param aligned the rule in use at present: differs from the chosen one while events are still
  ///   being read
  /// @param alignment the ticks paired at present
  /// @param report the result; empty while it is being computed
  /// @param stopped why there will be no result, in a sentence; empty unless that is so
  public record State(
      AlignmentRule rule,
      AlignmentRule aligned,
      Alignment alignment,
      Optional<ComparisonReport> report,
      Optional<String> stopped) {}

  /// Runs work in the background.
  @FunctionalInterface
  public interface Runner {
    /// @param onResult receives the result on the FX thread
    /// @param onLost receives there instead why the work failed, without a full stop, or nothing if
    ///   it was cancelled
    void run(
        String title,
        Job<Optional<ComparisonReport>> job,
        Consumer<Optional<ComparisonReport>> onResult,
        Consumer<Optional<String>> onLost);
  }

  /// Pairs the ticks by trial if both recordings have several trials, else by tick, and starts to
  /// compare.
  ///
  /// @param one the open recording: A
  /// @param other the recording beside it: B
  /// @param drawn draws B
  public Counterpart(Rollout one, Rollout other, Sketch drawn, Runner runner) {
    this.one = one;
    this.other = other;
    this.drawn = drawn;
    this.agents = AgentPairs.of(one, other);
    this.runner = runner;
    boolean trials = one.manifest().trials().count() > 1 && other.manifest().trials().count() > 1;
    AlignmentRule first = trials ? new AlignmentRule.ByTrial() : new AlignmentRule.ByTick();
    this.state = new State(first, first, quick(first), Optional.empty(), Optional.empty());
    compare(first);
  }

  /// An alignment that needs no events.
  private Alignment quick(AlignmentRule rule) {
    return Aligner.align(rule, one, other, agents, new Cancellation());
  }

  /// Pairs ticks by another rule, and compares again.
  public void choose(AlignmentRule rule) {
    if (rule.equals(state.rule())) {
      return;
    }
    tell(
        switch (rule) {
          case AlignmentRule.ByTick _, AlignmentRule.ByTrial _ ->
              new State(rule, rule, quick(rule), Optional.empty(), Optional.empty());
          case AlignmentRule.ByEvent _ ->
              new State(
                  rule, state.aligned(), state.alignment(), Optional.empty(), Optional.empty());
        });
    compare(rule);
  }

  /// Compares again, after the user has stopped the comparison or it has failed.
  public void again() {
    tell(
        new State(
            state.rule(), state.aligned(), state.alignment(), state.report(), Optional.empty()));
    compare(state.rule());
  }

  /// Compares again if a recording has grown by an eighth or has ended since the last comparison
  /// began. The earlier result stays until the new one arrives.
  public void renew() {
    boolean grown = LiveGrowth.outdates(one, ticks) || LiveGrowth.outdates(other, others);
    if (!busy && !closed && state.stopped().isEmpty() && (grown || complete != complete())) {
      boolean atOnce = !(state.rule() instanceof AlignmentRule.ByEvent);
      tell(
          new State(
              state.rule(),
              state.aligned(),
              atOnce ? quick(state.rule()) : state.alignment(),
              state.report(),
              Optional.empty()));
      compare(state.rule());
    }
  }

  private boolean complete() {
    return one.complete() && other.complete();
  }

  private void compare(AlignmentRule rule) {
    cancellation.cancel();
    Cancellation mine = new Cancellation();
    cancellation = mine;
    busy = true;
    ticks = one.ticks();
    others = other.ticks();
    complete = complete();
    runner.run(
        wording("Counterpart.comparing_with", one.file().getFileName(), other.file().getFileName()),
        (progress, theirs) ->
            compared(
                rule,
                (done, total, what) -> {
                  progress.report(done, total, what);
                  if (theirs.isCancelled()) {
                    mine.cancel();
                  }
                },
                mine),
        found ->
            ended(mine, found.map(report -> reported(rule, report)).orElseGet(this::cancelled)),
        why ->
            ended(
                mine,
                why.map(words -> stopped(wording("Counterpart.the_comparison_failed", words)))
                    .orElseGet(this::cancelled)));
  }

  private static State reported(AlignmentRule rule, ComparisonReport report) {
    return new State(rule, rule, report.alignment(), Optional.of(report), Optional.empty());
  }

  private State cancelled() {
    return stopped(wording("Counterpart.the_comparison_was_cancelled"));
  }

  private State stopped(String why) {
    return new State(
        state.rule(), state.aligned(), state.alignment(), Optional.empty(), Optional.of(why));
  }

  /// Unless another comparison has begun since.
  private void ended(Cancellation its, State next) {
    if (!closed && its == cancellation) {
      busy = false;
      tell(next);
      renew();
    }
  }

  /// Empty if it was given up: closing a recording while it is being read is not a failure.
  private Optional<ComparisonReport> compared(
      AlignmentRule rule, dev.hindsight.trainer.task.Progress progress, Cancellation mine) {
    try {
      return Optional.of(new RecordingComparison(one, other, rule).run(progress, mine));
    } catch (CancellationException _) {
      return Optional.empty();
    } catch (IllegalStateException closed) {
      if (mine.isCancelled()) {
        return Optional.empty();
      }
      throw closed;
    }
  }

  private void tell(State next) {
    state = next;
    List.copyOf(watchers).forEach(watcher -> watcher.accept(next));
  }

  /// The current state.
  public State state() {
    return state;
  }

  /// Passes the state to a watcher, now and after every change.
  ///
  /// @return unsubscribes when run
  public Runnable watch(Consumer<State> watcher) {
    watchers.add(watcher);
    watcher.accept(state);
    return () -> watchers.remove(watcher);
  }

  /// The open recording, A.
  public Rollout one() {
    return one;
  }

  /// The recording beside it, B.
  public Rollout other() {
    return other;
  }

  /// The paired agents.
  public AgentPairs agents() {
    return agents;
  }

  /// The names of the two recordings.
  public GhostSketch.Names names() {
    return GhostSketch.Names.of(one, other);
  }

  /// A sketch of A that shows B as ghosts, by the current alignment.
  ///
  /// @param own draws A
  public Sketch ghosts(Sketch own) {
    return new GhostSketch(own, drawn, other, state.alignment(), agents, names());
  }

  /// A sketch of B that shows A as ghosts.
  ///
  /// @param own draws A
  public Sketch ghostsInOther(Sketch own) {
    GhostSketch.Names turned = names().swapped();
    Sketch named = new NamedSketch(drawn, turned.one());
    return new GhostSketch(named, own, one, state.alignment().swapped(), agents.swapped(), turned);
  }

  /// The moment of B that corresponds to a moment of A.
  public Moment beside(Moment moment) {
    OptionalInt agent = agents.other(moment.agent());
    return new Moment(other, state.alignment().shown(moment.tick()), agent.orElse(Moment.NO_AGENT));
  }

  /// The frames for a film of both.
  ///
  /// @param own draws A
  public PairFrames frames(Sketch own) {
    return new PairFrames(one, other, own, drawn, state.alignment(), agents);
  }

  /// Stops comparing.
  public void close() {
    closed = true;
    cancellation.cancel();
    watchers.clear();
  }
}
