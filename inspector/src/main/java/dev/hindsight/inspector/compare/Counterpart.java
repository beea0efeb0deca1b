package dev.hindsight.inspector.compare;

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

/// The other recording beside the one that is open, and how the two are held together: by which
/// rule their ticks are paired, and what comparing them found. FX thread.
public final class Counterpart {
  private final Rollout one;
  private final Rollout other;
  private final Sketch drawn;
  private final AgentPairs agents;
  private final Runner runner;
  private final List<Consumer<State>> watchers = new ArrayList<>();
  private Cancellation cancellation = new Cancellation();
  private State state;

  /// What is known.
  ///
  /// @param rule which ticks belong together, as chosen
  /// @param aligned the rule the ticks are paired by now: another one as long as events are being
  ///   looked for
  /// @param alignment which ticks belong together now
  /// @param report what comparing found; nothing while it is being done
  public record State(
      AlignmentRule rule,
      AlignmentRule aligned,
      Alignment alignment,
      Optional<ComparisonReport> report) {}

  /// Does work beside the FX thread.
  @FunctionalInterface
  public interface Runner {
    /// @param onResult gets the result on the FX thread, unless the work failed, which is told
    ///   elsewhere, or was cancelled
    void run(
        String title,
        Job<Optional<ComparisonReport>> job,
        Consumer<Optional<ComparisonReport>> onResult);
  }

  /// Pairs the two by trial where both have several trials, else by tick, and begins to compare.
  ///
  /// @param one the recording that is open: A
  /// @param other the other: B
  /// @param drawn how the other is drawn
  public Counterpart(Rollout one, Rollout other, Sketch drawn, Runner runner) {
    this.one = one;
    this.other = other;
    this.drawn = drawn;
    this.agents = AgentPairs.of(one, other);
    this.runner = runner;
    boolean trials = one.manifest().trials().count() > 1 && other.manifest().trials().count() > 1;
    AlignmentRule first = trials ? new AlignmentRule.ByTrial() : new AlignmentRule.ByTick();
    this.state = new State(first, first, quick(first), Optional.empty());
    compare(first);
  }

  /// An alignment that needs no look at the events.
  private Alignment quick(AlignmentRule rule) {
    return Aligner.align(rule, one, other, agents, new Cancellation());
  }

  /// Pairs ticks by another rule, and compares anew.
  public void choose(AlignmentRule rule) {
    if (rule.equals(state.rule())) {
      return;
    }
    tell(
        switch (rule) {
          case AlignmentRule.ByTick _, AlignmentRule.ByTrial _ ->
              new State(rule, rule, quick(rule), Optional.empty());
          case AlignmentRule.ByEvent _ ->
              new State(rule, state.aligned(), state.alignment(), Optional.empty());
        });
    compare(rule);
  }

  private void compare(AlignmentRule rule) {
    cancellation.cancel();
    Cancellation mine = new Cancellation();
    cancellation = mine;
    runner.run(
        "Comparing " + one.file().getFileName() + " with " + other.file().getFileName(),
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
        found -> {
          if (!mine.isCancelled()) {
            found.ifPresent(
                report -> tell(new State(rule, rule, report.alignment(), Optional.of(report))));
          }
        });
  }

  /// Nothing where it was given up: a recording that is closed while it is read is no failure.
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

  /// What is known now.
  public State state() {
    return state;
  }

  /// Tells a watcher what is known, now and whenever that changes.
  ///
  /// @return ends it
  public Runnable watch(Consumer<State> watcher) {
    watchers.add(watcher);
    watcher.accept(state);
    return () -> watchers.remove(watcher);
  }

  /// The recording that is open.
  public Rollout one() {
    return one;
  }

  /// The other.
  public Rollout other() {
    return other;
  }

  /// Which agents are the same.
  public AgentPairs agents() {
    return agents;
  }

  /// What the two are called.
  public GhostSketch.Names names() {
    return GhostSketch.Names.of(one, other);
  }

  /// The one with the other as ghosts, by the alignment there is now.
  ///
  /// @param own how the one is drawn
  public Sketch ghosts(Sketch own) {
    return new GhostSketch(own, drawn, other, state.alignment(), agents, names());
  }

  /// The other with the one as ghosts.
  ///
  /// @param own how the one is drawn
  public Sketch ghostsInOther(Sketch own) {
    GhostSketch.Names turned = names().swapped();
    Sketch named = new NamedSketch(drawn, turned.one());
    return new GhostSketch(named, own, one, state.alignment().swapped(), agents.swapped(), turned);
  }

  /// What of the other stands beside a moment of the one.
  public Moment beside(Moment moment) {
    OptionalInt agent = agents.other(moment.agent());
    return new Moment(other, state.alignment().shown(moment.tick()), agent.orElse(Moment.NO_AGENT));
  }

  /// The two to be filmed together.
  ///
  /// @param own how the one is drawn
  public PairFrames frames(Sketch own) {
    return new PairFrames(one, other, own, drawn, state.alignment(), agents);
  }

  /// Compares no more.
  public void close() {
    cancellation.cancel();
    watchers.clear();
  }
}
