package dev.hindsight.trainer.critic;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// The steps of a recording, read from its columns. One owner thread.
public final class RolloutSteps implements RecordedSteps {
  private final Rollout rollout;
  private final int agents;
  private final Channel observation;
  private final Channel action;
  private final Optional<Channel> reward;
  private final Optional<AgentColumn> removed;
  private final Optional<AgentColumn> truncation;
  private final EpisodeEnds ends;
  private final Optional<FinalObservationRows> finals;

  /// @throws Problem if the recording lacks observations or actions
  public RolloutSteps(Rollout rollout) {
    this.rollout = rollout;
    this.agents = rollout.manifest().agents();
    this.observation = column(rollout, "observation");
    this.action = column(rollout, "action");
    this.reward = rollout.channel("reward").filter(c -> c.rowLength() == agents);
    this.removed = AgentColumn.of(rollout, "removed");
    this.truncation = AgentColumn.of(rollout, "truncation");
    this.ends = new EpisodeEnds(rollout);
    this.finals = FinalObservationRows.of(rollout.manifest());
  }

  private static Channel column(Rollout rollout, String name) {
    int agents = rollout.manifest().agents();
    return rollout
        .channel(name)
        .filter(c -> agents > 0 && c.rowLength() > 0 && c.rowLength() % agents == 0)
        .orElseThrow(() ->
            new Problem(
                wording("RolloutSteps.it_has_no_column", name),
                rollout.file().toString(),
                wording("RolloutSteps.record_it_with_that_column")));
  }

  @Override
  public int ticks() {
    return rollout.ticks();
  }

  /// D.
  public int observed() {
    return observation.rowLength() / agents;
  }

  /// Whether rewards were recorded.
  public boolean hasRewards() {
    return reward.isPresent();
  }

  @Override
  public boolean limbo(int tick, int agent) {
    return removed.isPresent() && removed.get().is(tick, agent);
  }

  @Override
  public void observation(int tick, int agent, float[] into, int to) {
    read(observation, tick, agent, into, to);
  }

  @Override
  public int action(int tick, int agent) {
    return (int) action.value(tick, agent * (action.rowLength() / agents));
  }

  @Override
  public void numbers(int tick, int agent, float[] into, int to) {
    read(action, tick, agent, into, to);
  }

  private void read(Channel channel, int tick, int agent, float[] into, int to) {
    int width = channel.rowLength() / agents;
    for (int i = 0; i < width; i++) {
      into[to + i] = (float) channel.value(tick, agent * width + i);
    }
  }

  @Override
  public float reward(int tick, int agent) {
    return reward.isPresent() ? (float) reward.get().value(tick, agent) : Float.NaN;
  }

  @Override
  public boolean terminal(int tick, int agent) {
    return ends.ended(tick, agent) && !ends.timedOut(tick, agent);
  }

  @Override
  public boolean timedOut(int tick, int agent) {
    return ends.timedOut(tick, agent);
  }

  @Override
  public boolean truncation(int tick, int agent) {
    return truncation.isPresent() && truncation.get().is(tick, agent);
  }

  @Override
  public Optional<float[]> finalObservation(int tick, int agent) {
    return finals.flatMap(rows -> rows.observation(rollout, tick, agent));
  }
}
