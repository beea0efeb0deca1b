package dev.hindsight.inspector.derived;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.critic.CriticChoice;
import dev.hindsight.inspector.critic.CriticSource;
import dev.hindsight.inspector.critic.GroupMoment;
import dev.hindsight.inspector.critic.MemberAdvantage;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.GroupManifest;
import dev.hindsight.trainer.learn.sac.CheckpointLearner;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;

/// What each member's action was worth against its alternatives, as a channel: the numbers of the
/// panel *Action values*, by the critics of the policy that acted. NaN where a member of the group
/// is in limbo. An agent's numbers are computed once.
final class CriticChannel implements AutoCloseable {
  private final Rollout rollout;
  private final CriticSource source;
  private final Map<Integer, float[]> known = new ConcurrentHashMap<>();
  private final DerivedChannel channel;
  private volatile boolean found;

  private CriticChannel(Rollout rollout) {
    this.rollout = rollout;
    this.source = new CriticSource(rollout);
    this.channel =
        DerivedChannel.of(
            DerivedChannels.MEMBER_ADVANTAGE,
            "reward",
            wording("CriticChannel.value_of_the_action_against_its"),
            rollout.manifest().agents(),
            this::numbers);
  }

  /// The channel of a recording; empty if no agents of it form a group.
  static Optional<CriticChannel> of(Rollout rollout) {
    boolean grouped =
        rollout.manifest().observes()
            && rollout.channel("action").isPresent()
            && GroupManifest.read(rollout.manifest()).stream()
                .anyMatch(group -> group.members().size() > 1);
    return grouped ? Optional.of(new CriticChannel(rollout)) : Optional.empty();
  }

  DerivedChannel channel() {
    return channel;
  }

  /// Whether a critic of joint actions was found.
  boolean found() {
    return found;
  }

  /// Looks for the critics; reads files.
  void find() {
    try {
      found = source.compute(Optional.empty(), learner -> learner.critics().members() > 1);
    } catch (Problem _) {
      found = false;
    }
  }

  private float[] numbers(int agent, int ticks, Cancellation cancellation) {
    float[] before = known.get(agent);
    if (before != null && before.length >= ticks) {
      return before;
    }
    int all = Math.max(ticks, rollout.ticks());
    float[] numbers =
        source.compute(Optional.empty(), learner -> numbers(learner, agent, all, cancellation));
    known.put(agent, numbers);
    return numbers;
  }

  private float[] numbers(
      CheckpointLearner learner, int agent, int ticks, Cancellation cancellation) {
    float[] numbers = new float[ticks];
    Arrays.fill(numbers, Float.NaN);
    IntPredicate allAct = GroupMoment.allAct(rollout, learner.critics(), agent);
    for (int tick = 0; tick < ticks; tick++) {
      cancellation.throwIfCancelled();
      if (allAct.test(tick)) {
        GroupMoment moment = GroupMoment.of(rollout, learner.critics(), agent, tick);
        numbers[tick] =
            (float)
                MemberAdvantage.ofMember(learner, moment, CriticChoice.LOWEST, agent).advantage();
      }
    }
    return numbers;
  }

  @Override
  public void close() {
    source.close();
  }
}
