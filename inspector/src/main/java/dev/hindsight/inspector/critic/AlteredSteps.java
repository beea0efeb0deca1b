package dev.hindsight.inspector.critic;

import dev.hindsight.trainer.critic.RecordedSteps;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A recording's steps as code with a mistake would read them: to see whether that mistake explains
/// a difference.
///
/// @param steps as recorded
/// @param ends whether terminals count
/// @param rewarded agents whose rewards count
record AlteredSteps(RecordedSteps steps, Ends ends, Optional<Set<Integer>> rewarded)
    implements RecordedSteps {
  /// Whether terminals count.
  enum Ends {
    COUNT,
    IGNORED
  }

  /// No episode ends for good.
  static AlteredSteps withoutTerminals(RecordedSteps steps) {
    return new AlteredSteps(steps, Ends.IGNORED, Optional.empty());
  }

  /// Only some agents get rewards.
  static AlteredSteps withRewardsOf(RecordedSteps steps, List<Integer> agents) {
    return new AlteredSteps(steps, Ends.COUNT, Optional.of(Set.copyOf(agents)));
  }

  @Override
  public int ticks() {
    return steps.ticks();
  }

  @Override
  public boolean limbo(int tick, int agent) {
    return steps.limbo(tick, agent);
  }

  @Override
  public void observation(int tick, int agent, float[] into, int to) {
    steps.observation(tick, agent, into, to);
  }

  @Override
  public int action(int tick, int agent) {
    return steps.action(tick, agent);
  }

  @Override
  public void numbers(int tick, int agent, float[] into, int to) {
    steps.numbers(tick, agent, into, to);
  }

  @Override
  public float reward(int tick, int agent) {
    boolean counts = rewarded.isEmpty() || rewarded.get().contains(agent);
    return counts ? steps.reward(tick, agent) : 0;
  }

  @Override
  public boolean terminal(int tick, int agent) {
    return ends == Ends.COUNT && steps.terminal(tick, agent);
  }

  @Override
  public boolean timedOut(int tick, int agent) {
    return steps.timedOut(tick, agent);
  }

  @Override
  public boolean truncation(int tick, int agent) {
    return steps.truncation(tick, agent);
  }

  @Override
  public Optional<float[]> finalObservation(int tick, int agent) {
    return steps.finalObservation(tick, agent);
  }
}
