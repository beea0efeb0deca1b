package dev.hindsight.inspector.critic;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.critic.ObservedTicks;
import dev.hindsight.trainer.critic.RecordedSteps;
import dev.hindsight.trainer.critic.RolloutSteps;
import dev.hindsight.trainer.learn.sac.CheckpointCritics;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// What the members of a decision maker observed and did at a tick, and what the critics think of
/// it. The arrays must not change.
///
/// Letters: M members, D numbers of an observation, k numbers of an action.
///
/// @param decider its index among the decision makers
/// @param members the agents, in the order of the group
/// @param seen what they observe, for networks with memory since it began
/// @param numbers `[M * k]` of continuous actions, `[-1, 1]`; empty for discrete ones
/// @param actions `[M]` discrete actions; empty for numbers
public record GroupMoment(
    int tick,
    int decider,
    List<Integer> members,
    ObservedTicks seen,
    float[] numbers,
    int[] actions) {
  /// Copies the list.
  public GroupMoment {
    members = List.copyOf(members);
  }

  /// The ticks of a recording at which all members of an agent's decision maker act. Allocates
  /// nothing by tick.
  public static IntPredicate allAct(Rollout rollout, CheckpointCritics critics, int agent) {
    RolloutSteps steps = new RolloutSteps(rollout);
    int[] members =
        critics.deciders().stream()
            .filter(each -> each.contains(agent))
            .flatMapToInt(each -> each.stream().mapToInt(i -> i))
            .toArray();
    return tick -> {
      for (int member : members) {
        if (steps.limbo(tick, member)) {
          return false;
        }
      }
      return true;
    };
  }

  /// Reads a tick of a recording.
  ///
  /// @param agent a member
  /// @throws Problem if a member is in limbo, or if the recording lacks a column
  public static GroupMoment of(Rollout rollout, CheckpointCritics critics, int agent, int tick) {
    RolloutSteps steps = new RolloutSteps(rollout);
    List<List<Integer>> deciders = critics.deciders();
    int decider =
        IntStream.range(0, deciders.size())
            .filter(d -> deciders.get(d).contains(agent))
            .findFirst()
            .orElseThrow();
    List<Integer> members = deciders.get(decider);
    OptionalInt gone =
        members.stream().mapToInt(i -> i).filter(member -> steps.limbo(tick, member)).findFirst();
    if (gone.isPresent()) {
      throw new Problem(
          wording("GroupMoment.a_member_is_in_limbo", gone.getAsInt()),
          wording("GroupMoment.tick", tick),
          wording("GroupMoment.choose_a_tick_at_which_all_act"));
    }
    int k = critics.sizes().numbers();
    float[] numbers = new float[members.size() * k];
    int[] actions = new int[k == 0 ? members.size() : 0];
    for (int m = 0; m < members.size(); m++) {
      if (k > 0) {
        steps.numbers(tick, members.get(m), numbers, m * k);
      } else {
        actions[m] = steps.action(tick, members.get(m));
      }
    }
    return new GroupMoment(
        tick, decider, members, seen(steps, critics, members, tick), numbers, actions);
  }

  private static ObservedTicks seen(
      RecordedSteps steps, CheckpointCritics critics, List<Integer> members, int tick) {
    int observed = critics.observed();
    if (critics.remembers()) {
      return ObservedTicks.until(steps, members, observed, tick);
    }
    float[] now = new float[members.size() * observed];
    for (int m = 0; m < members.size(); m++) {
      steps.observation(tick, members.get(m), now, m * observed);
    }
    return ObservedTicks.single(now, members.size());
  }

  /// What the members observe now, `[M * D]`.
  public float[] observation() {
    return seen.last();
  }

  /// The place of an agent in the group.
  int place(int agent) {
    return members.indexOf(agent);
  }

  /// The values of joint actions.
  ///
  /// @param numbers `[N * M * k]`; empty for discrete actions, whose values all come at once
  /// @return by critic, `[N]`, or `[J]` of all joint discrete actions
  List<float[]> values(CheckpointCritics critics, float[] numbers) {
    List<float[]> values = new ArrayList<>();
    for (int q = 0; q < critics.count(); q++) {
      values.add(
          critics.values(
              critics.learner(decider), q, CheckpointCritics.Version.CURRENT, seen, numbers));
    }
    return values;
  }

  /// The index of a joint discrete action, member 0's slowest, with one member doing something
  /// else.
  ///
  /// @param count n, actions of one member
  int joint(int count, int member, int action) {
    int index = 0;
    for (int m = 0; m < actions.length; m++) {
      index = index * count + (m == member ? action : actions[m]);
    }
    return index;
  }
}
