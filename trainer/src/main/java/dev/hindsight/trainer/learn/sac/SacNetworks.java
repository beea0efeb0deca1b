package dev.hindsight.trainer.learn.sac;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.learn.net.ActorCriticHeads;
import dev.hindsight.trainer.learn.net.CriticNetwork;
import dev.hindsight.trainer.learn.net.CriticOnly;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.EncoderKind.Sizes.Ending;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork.Shaping;
import dev.hindsight.trainer.learn.net.GroupActors;
import dev.hindsight.trainer.learn.net.GroupActors.Form;
import dev.hindsight.trainer.learn.net.GroupCriticNetwork;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.learn.net.LoneCriticNetwork;
import dev.hindsight.trainer.learn.replay.StepSizes;
import dev.hindsight.trainer.learn.training.Architecture;
import java.util.List;

/// The networks that soft actor-critic trains in an environment.
///
/// An agent that decides alone, with discrete actions, has the layers of a network without memory
/// for its actor and its critics. Members of groups, and agents with continuous actions, have two
/// layers of ReLUs, as in RLlib.
///
/// @param actors of all members of a group
/// @param critic of each learner
/// @param sizes of a step of each learner
/// @param learners number of learners: 1, or one for each member
/// @param actions n, discrete actions of one agent; 1 if actions are numbers
record SacNetworks(
    GroupActors actors, CriticNetwork critic, StepSizes sizes, int learners, int actions) {
  /// The most joint actions whose values a critic puts out.
  static final int MOST_JOINT_ACTIONS = 4096;

  /// @param members M, agents that decide together
  /// @throws Problem if the settings do not fit the environment
  static SacNetworks of(
      SettingValues values, SacConfig config, EnvironmentShape shape, int members) {
    ActionSpace space = shape.actions();
    boolean decentralised = config.group() == GroupMode.DTDE;
    int together = decentralised ? 1 : members;
    StepSizes sizes = StepSizes.of(space, together);
    Form form = members == 1 ? Form.SHARED : config.actors();
    int width = values.whole("hidden_size");
    if (members == 1 && space instanceof ActionSpace.Discrete discrete) {
      Encoder encoder = Architecture.encoder(values, shape, Ending.JOINED);
      ActorCriticHeads heads =
          Architecture.heads(encoder, discrete.count(), shape, ActorCriticHeads.Sizes.LINEAR);
      return new SacNetworks(
          new GroupActors(form, 1, new FeedForwardNetwork(encoder, heads, Shaping.BY_ACTOR)),
          LoneCriticNetwork.of(encoder, heads),
          sizes,
          1,
          discrete.count());
    }
    Encoder encoder = Architecture.encoder(values, shape, Ending.JOINED);
    Encoder read = form == Form.JOINT ? joint(values, encoder, members) : encoder;
    int outputs = outputs(space) * (form == Form.JOINT ? members : 1);
    ActorCriticHeads heads =
        new ActorCriticHeads(
            read.width(),
            outputs,
            CriticOnly.of(shape.observation()),
            new ActorCriticHeads.Sizes(List.of(), List.of(width), List.of()),
            space instanceof ActionSpace.Continuous ? ActionBound.TANH : ActionBound.CLIPPED);
    CriticNetwork critic =
        new GroupCriticNetwork(
            encoder,
            CriticOnly.of(shape.observation()),
            together,
            sizes.numbers(),
            jointActions(space, together),
            List.of(width, width));
    return new SacNetworks(
        new GroupActors(form, members, new FeedForwardNetwork(read, heads, Shaping.BY_ACTOR)),
        critic,
        sizes,
        decentralised ? members : 1,
        space instanceof ActionSpace.Discrete discrete ? discrete.count() : 1);
  }

  /// What an actor of all members reads: their observations side by side.
  private static Encoder joint(SettingValues values, Encoder encoder, int members) {
    if (!(encoder instanceof LinearEncoder linear)) {
      throw new Problem(
          wording("SacNetworks.one_actor_for_all_reads_numbers"),
          SacConfig.GROUP_MODE + "=" + GroupMode.CTCE.id(),
          wording("SacNetworks.choose_linear_or_ctde"));
    }
    return new LinearEncoder(members * linear.inputs(), values.whole("hidden_size"));
  }

  private static int outputs(ActionSpace space) {
    return switch (space) {
      case ActionSpace.Discrete discrete -> discrete.count();
      case ActionSpace.Continuous continuous -> 2 * continuous.names().size();
    };
  }

  /// J, or 1 if actions are numbers.
  ///
  /// @throws Problem if there are too many
  private static int jointActions(ActionSpace space, int members) {
    return switch (space) {
      case ActionSpace.Continuous _ -> 1;
      case ActionSpace.Discrete discrete -> {
        double all = Math.pow(discrete.count(), members);
        if (all > MOST_JOINT_ACTIONS) {
          throw new Problem(
              wording(
                  "SacNetworks.too_many_joint_actions",
                  members,
                  discrete.count(),
                  (long) all,
                  MOST_JOINT_ACTIONS),
              SacConfig.GROUP_MODE,
              wording("SacNetworks.choose_dtde_or_continuous_actions"));
        }
        yield (int) all;
      }
    };
  }
}
