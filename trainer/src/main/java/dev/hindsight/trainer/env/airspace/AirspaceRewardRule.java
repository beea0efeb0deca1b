package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.env.RecordedTicks;
import dev.hindsight.trainer.env.RewardRule;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EventBits;
import java.util.Optional;

/// The rewards of an airspace: exits, leaving elsewhere, losses of separation, drift, conflicts,
/// the size of the action. Drift, the action and losses within a decision are known only as ranges.
final class AirspaceRewardRule implements RewardRule {
  /// Largest size of an action: three numbers of at most 1.
  private static final double ACTION = 3;

  private final RecordedTicks recording;
  private final Optional<AgentColumn> loss;
  private final Optional<AgentColumn> conflict;
  private final boolean horizontal;
  private final int others;

  /// @param recording of exactly this version of the environment
  AirspaceRewardRule(RecordedTicks recording) {
    this.recording = recording;
    loss = recording.column("loss", 1);
    conflict = recording.column("conflict", 1);
    horizontal = recording.word("generator").equals("horizontal");
    int bodies =
        recording
            .rollout()
            .channel("other_pose")
            .map(c -> c.rowShape().length == 2 ? c.rowShape()[0] : 0)
            .orElse(0);
    others = recording.agents() - 1 + bodies;
  }

  private double knob(String name) {
    return recording.number(name).orElse(0);
  }

  @Override
  public boolean of(int tick, int agent, RewardRange rewardRange) {
    rewardRange.clear();
    if (recording.limbo(tick, agent)) {
      return true;
    }
    if (loss.isEmpty() || conflict.isEmpty()) {
      return false;
    }
    boolean exits = recording.goal(tick, agent);
    boolean leaves = (recording.event(tick, agent) & EventBits.OFFROAD) != 0;
    if (exits) {
      rewardRange.goal = knob("reward_exit");
      rewardRange.add(rewardRange.goal);
    }
    if (horizontal) {
      rewardRange.between(0, knob("reward_drift") * Math.PI);
      rewardRange.between(0, knob("reward_loss") * others);
      return true;
    }
    if (leaves && !exits) {
      rewardRange.penalty = knob("reward_left");
      rewardRange.add(rewardRange.penalty);
    }
    losses(tick, agent, rewardRange);
    if (!exits && !leaves) {
      rewardRange.between(0, knob("reward_drift") * Math.PI);
      boolean after = conflict.get().hasRow(tick + 1) && !recording.trialEnds(tick);
      if (after && !recording.moved(tick + 1)) {
        rewardRange.add(knob("reward_conflict") * conflict.get().value(tick + 1, agent));
      } else {
        rewardRange.between(0, knob("reward_conflict") * others);
      }
    }
    rewardRange.between(0, knob("reward_action") * ACTION);
    return true;
  }

  /// The most simultaneous losses: 0 if none began and none existed before.
  private void losses(int tick, int agent, RewardRange rewardRange) {
    boolean begins = (recording.event(tick, agent) & EventBits.LOSS) != 0;
    double before = loss.orElseThrow().value(tick, agent);
    boolean after = loss.get().hasRow(tick + 1) && !recording.trialEnds(tick);
    double now =
        after && !recording.limbo(tick + 1, agent) && !recording.moved(tick + 1)
            ? loss.get().value(tick + 1, agent)
            : 0;
    double least = Math.max(now, begins ? 1 : 0);
    double most = begins ? others : Math.max(before, now);
    rewardRange.between(knob("reward_loss") * least, knob("reward_loss") * most);
  }
}
