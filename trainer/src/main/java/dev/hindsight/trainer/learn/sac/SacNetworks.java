package dev.hindsight.trainer.learn.sac;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.learn.lstm.LstmCriticNetwork;
import dev.hindsight.trainer.learn.lstm.LstmNetwork;
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
import dev.hindsight.trainer.learn.net.GroupRows;
import dev.hindsight.trainer.learn.net.JointEncoder;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.learn.net.LoneCriticNetwork;
import dev.hindsight.trainer.learn.replay.SequenceSizes;
import dev.hindsight.trainer.learn.replay.StepSizes;
import dev.hindsight.trainer.learn.training.Architecture;
import dev.hindsight.trainer.learn.transformer.TransformerCriticNetwork;
import dev.hindsight.trainer.learn.transformer.TransformerNetwork;
import dev.hindsight.trainer.learn.transformer.TransformerSpec;
import java.util.List;

/// The networks that soft actor-critic trains in an environment.
///
/// An agent that decides alone, with discrete actions, has the layers of a network without memory
/// for its actor and its critics. Members of groups, and agents with continuous actions, have two
/// layers of ReLUs, as in RLlib. With memory, actor and critics have the layers of PPO's `lstm` or
/// `transformer` for discrete actions, and a layer of ReLUs behind the memory for numbers; each has
/// its own. Every member of a group has a memory, unless one actor acts for all.
///
/// @param actors of all members of a group
/// @param critic of each learner
/// @param policy id of the policy type that opens the actors' weights
/// @param sizes of a step of each learner
/// @param sequences of steps that learners draw
/// @param learners number of learners: 1, or one for each member
/// @param actions n, discrete actions of one agent; 1 if actions are numbers
record SacNetworks(
    GroupActors actors,
    CriticNetwork critic,
    String policy,
    StepSizes sizes,
    SequenceSizes sequences,
    int learners,
    int actions) {
  /// The most joint actions whose values a critic puts out.
  static final int MOST_JOINT_ACTIONS = 4096;

  /// The decision makers of a world: each group, or each agent where members decide for themselves.
  List<List<Integer>> deciders(GroupRows rows) {
    return learners == 1
        ? rows.groups()
        : rows.groups().stream().flatMap(List::stream).map(List::of).toList();
  }

  /// The learner of a decision maker: where members decide for themselves, that of their place in
  /// the group.
  ///
  /// @param decider index into [#deciders]
  int learner(int decider) {
    return decider % learners;
  }

  /// @param members M, agents that decide together
  /// @throws Problem if the settings do not fit the environment
  static SacNetworks of(
      SettingValues values, SacConfig config, EnvironmentShape shape, int members) {
    if (!values.choice(SacConfig.POLICY).equals(SacConfig.MLP)) {
      return remembering(values, config, shape, members);
    }
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
          form.policy("mlp"),
          sizes,
          config.sequences().withoutMemory(),
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
            bound(space));
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
        form.policy("mlp"),
        sizes,
        config.sequences().withoutMemory(),
        decentralised ? members : 1,
        actions(space));
  }

  /// Actors and critics with memories of their own.
  ///
  /// The critics of a group have one memory of what all members observed, which their values depend
  /// on as the actors' next actions do; the joint action enters behind it. Gradients of actors do
  /// not reach it, nor those of critics the actors' memories.
  private static SacNetworks remembering(
      SettingValues values, SacConfig config, EnvironmentShape shape, int members) {
    ActionSpace space = shape.actions();
    boolean decentralised = config.group() == GroupMode.DTDE;
    int together = decentralised ? 1 : members;
    StepSizes sizes = StepSizes.of(space, together);
    Form form = members == 1 ? Form.SHARED : config.actors();
    CriticOnly criticOnly = CriticOnly.of(shape.observation());
    Encoder joined = Architecture.encoder(values, shape, Ending.JOINED);
    Encoder encoder =
        values.choice(SacConfig.POLICY).equals(SacConfig.LSTM)
            ? Architecture.forLstm(joined)
            : joined;
    Encoder read = form == Form.JOINT ? joint(values, encoder, members) : encoder;
    List<Integer> behind =
        switch (space) {
          case ActionSpace.Discrete _ -> List.of();
          case ActionSpace.Continuous _ -> List.of(encoder.width());
        };
    ActorCriticHeads heads =
        new ActorCriticHeads(
            read.width(),
            outputs(space) * (form == Form.JOINT ? members : 1),
            criticOnly,
            new ActorCriticHeads.Sizes(List.of(), behind, List.of()),
            bound(space));
    boolean attends = values.choice(SacConfig.POLICY).equals(SacConfig.TRANSFORMER);
    TransformerSpec spec = Architecture.transformer(values, attends ? horizon(shape) : 1);
    GroupActors actors =
        new GroupActors(
            form,
            members,
            attends
                ? new TransformerNetwork(read, spec, heads, Shaping.BY_ACTOR)
                : new LstmNetwork(read, heads, Shaping.BY_ACTOR));
    int states = decentralised ? 1 : actors.states();
    int outputs = jointActions(space, together);
    Encoder judged = together == 1 ? encoder : new JointEncoder(encoder, criticOnly, members);
    CriticOnly entering = together == 1 ? criticOnly : CriticOnly.NONE;
    return new SacNetworks(
        actors,
        attends
            ? new TransformerCriticNetwork(judged, spec, entering, sizes.width(), outputs, behind)
            : new LstmCriticNetwork(judged, entering, sizes.width(), outputs, behind),
        form.policy(Architecture.policy(values, shape)),
        sizes,
        attends
            ? config.sequences().withAttention(spec.horizon())
            : config.sequences().withMemory(states * 2 * read.width()),
        decentralised ? members : 1,
        actions(space));
  }

  /// S, the most ticks of an episode, as the policy of a checkpoint has it.
  private static int horizon(EnvironmentShape shape) {
    return shape.observations(Math.multiplyExact(shape.trials(), shape.trialTimeoutTicks()));
  }

  private static ActionBound bound(ActionSpace space) {
    return switch (space) {
      case ActionSpace.Discrete _ -> ActionBound.CLIPPED;
      case ActionSpace.Continuous _ -> ActionBound.TANH;
    };
  }

  /// n, or 1 if actions are numbers.
  private static int actions(ActionSpace space) {
    return switch (space) {
      case ActionSpace.Discrete discrete -> discrete.count();
      case ActionSpace.Continuous _ -> 1;
    };
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
