package dev.hindsight.inspector.critic;

import dev.hindsight.trainer.learn.sac.CheckpointLearner;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.List;

/// What the critics think of what a group did at a tick.
///
/// @param moment what the members observed and did
/// @param axes every axis that a picture may have, member by member
/// @param byCritic Q of what was done, by critic, in units of reward
/// @param surface values over two of the axes
/// @param members what each member's action was worth
public record CriticReading(
    GroupMoment moment,
    List<ActionAxis> axes,
    List<Double> byCritic,
    ActionSurface surface,
    List<MemberAdvantage> members) {
  /// Copies the lists.
  public CriticReading {
    axes = List.copyOf(axes);
    byCritic = List.copyOf(byCritic);
    members = List.copyOf(members);
  }

  /// What to read.
  ///
  /// @param agent a member of the group
  /// @param across index of an axis of the group, or [#OWN]
  /// @param upwards index of an axis of the group, or [#OWN]
  public record Question(int agent, int tick, CriticChoice choice, int across, int upwards) {
    /// The axes that show the agent's own action, and another member's if it has one number.
    public static final int OWN = -1;

    /// About the agent's own action.
    public static Question about(int agent, int tick) {
      return new Question(agent, tick, CriticChoice.LOWEST, OWN, OWN);
    }
  }

  /// Reads it.
  ///
  /// @throws dev.hindsight.trainer.Problem if a member is in limbo
  public static CriticReading of(Rollout rollout, CheckpointLearner learner, Question question) {
    GroupMoment moment =
        GroupMoment.of(rollout, learner.critics(), question.agent(), question.tick());
    List<ActionAxis> axes =
        ActionAxis.of(rollout, TeacherForcing.shapeOf(rollout).actions(), moment.members());
    int each = axes.size() / moment.members().size();
    int own = moment.place(question.agent()) * each;
    int across = place(question.across(), own, axes);
    int upwards = place(question.upwards(), (own + 1) % axes.size(), axes);
    ActionSurface surface =
        ActionSurface.of(
            learner.critics(), moment, axes.get(across), axes.get(upwards), question.choice());
    List<float[]> done = moment.values(learner.critics(), moment.numbers());
    int joint =
        moment.actions().length == 0
            ? 0
            : moment.joint(learner.critics().actions(), 0, moment.actions()[0]);
    return new CriticReading(
        moment,
        axes,
        done.stream().map(values -> (double) values[joint]).toList(),
        surface,
        MemberAdvantage.of(learner, moment, question.choice()));
  }

  private static int place(int wanted, int own, List<ActionAxis> axes) {
    return wanted >= 0 && wanted < axes.size() ? wanted : own;
  }
}
