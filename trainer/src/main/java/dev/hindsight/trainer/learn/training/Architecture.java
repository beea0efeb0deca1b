package dev.hindsight.trainer.learn.training;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.NeighbourTable;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.Setting.Choice;
import dev.hindsight.trainer.env.Setting.Real;
import dev.hindsight.trainer.env.Setting.Text;
import dev.hindsight.trainer.env.Setting.Whole;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.learn.graph.GraphInput;
import dev.hindsight.trainer.learn.graph.GraphNetwork;
import dev.hindsight.trainer.learn.graph.GraphSpec;
import dev.hindsight.trainer.learn.lstm.LstmNetwork;
import dev.hindsight.trainer.learn.net.ActorCriticHeads;
import dev.hindsight.trainer.learn.net.ActorEncoder;
import dev.hindsight.trainer.learn.net.CriticOnly;
import dev.hindsight.trainer.learn.net.DriveEncoder;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.EncoderKind;
import dev.hindsight.trainer.learn.net.EncoderKind.Sizes.Ending;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork.Shaping;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.NetworkSize;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.transformer.TransformerNetwork;
import dev.hindsight.trainer.learn.transformer.TransformerSpec;
import dev.hindsight.trainer.observation.ObservationLayout;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Chooses the network to train from its knobs and the environment's shape.
public final class Architecture {
  private static final String GRAPH = "graph";

  /// Three numbers from 1 to 999.
  private static final Pattern CHANNELS_FORM =
      Pattern.compile("\\s*[1-9]\\d{0,2}\\s*(,\\s*[1-9]\\d{0,2}\\s*){2}");

  private static final String FITTING = "auto";

  /// Which encoder of [EncoderKind#ALL] a network has.
  public static final Setting ENCODER =
      new Choice(
          "encoder",
          FITTING,
          Stream.concat(Stream.of(FITTING), EncoderKind.ALL.stream().map(EncoderKind::id)).toList(),
          wording("Architecture.what_reads_the_observation"));

  /// Channels of an encoder's convolutions.
  public static final Setting CHANNELS =
      new Text("channels", "8,16,16", wording("Architecture.channels_of_the_three"));

  /// Size of encoders and heads that have several.
  public static final Setting NETWORK_SIZE =
      new Choice(
          "network_size",
          NetworkSize.BASE.id(),
          Arrays.stream(NetworkSize.values()).map(NetworkSize::id).toList(),
          wording("Architecture.size_of_the_encoders"));

  private static final String LINEAR = "linear";
  private static final String LAYERS = "layers";
  private static final String TRUNKS = "trunks";

  /// What a network without memory has between its encoder and its outputs.
  private static final Setting ACTOR_CRITIC =
      new Choice(
          "actor_critic",
          LINEAR,
          List.of(LINEAR, LAYERS, TRUNKS),
          wording("Architecture.what_actor_and_critic_have"));

  /// Blocks of a transformer.
  public static final Setting NUM_LAYERS =
      new Whole(
          "num_layers",
          2,
          1,
          64,
          "blocks",
          wording("Architecture.blocks_with_attention_one_after"));

  /// Heads of a block.
  public static final Setting NUM_HEADS =
      new Whole("num_heads", 2, 1, 64, "heads", wording("Architecture.attention_heads_in_a_block"));

  /// Width in the second half of a block.
  public static final Setting FEED_FORWARD =
      new Whole(
          "feed_forward",
          64,
          1,
          16384,
          "numbers",
          wording("Architecture.width_in_a_blocks_second_half"));

  public static final List<Setting> SETTINGS =
      List.of(
          new Choice(
              "policy",
              "transformer",
              List.of("transformer", "lstm", "mlp", GRAPH),
              wording("Architecture.attention_over_the_episode_a_recurrent")),
          new Whole(
              "input_size",
              64,
              4,
              4096,
              "numbers",
              wording("Architecture.width_of_each_of_drives_encoders")),
          new Whole(
              "hidden_size",
              32,
              4,
              4096,
              "numbers",
              wording("Architecture.width_of_a_ticks_vector")),
          NUM_LAYERS,
          NUM_HEADS,
          FEED_FORWARD,
          ENCODER,
          CHANNELS,
          NETWORK_SIZE,
          ACTOR_CRITIC,
          new Real(
              "neutral_prior",
              0,
              0,
              20,
              "1",
              wording("Architecture.logit_of_doing_nothing_with_which")));

  private Architecture() {}

  /// Checks that the network can have these sizes, before any part of a run exists.
  ///
  /// @throws Problem naming sizes that it can have
  public static void check(SettingValues values) {
    channels(values);
    if (!heads(values).isLinear() && !values.choice("policy").equals("mlp")) {
      throw new Problem(
          wording("Architecture.only_a_network_without_memory"),
          ACTOR_CRITIC.name(),
          wording("Architecture.choose_mlp_or_linear"));
    }
    if (List.of("transformer", GRAPH).contains(values.choice("policy"))) {
      checkHeads(values);
    }
  }

  /// Checks that the attention heads can share the width of a tick's vector.
  ///
  /// @throws Problem naming widths that they can share
  public static void checkHeads(SettingValues values) {
    int heads = values.whole("num_heads");
    int width = values.whole("hidden_size");
    if (width % heads != 0) {
      int less = width - width % heads;
      throw new Problem(
          wording("Architecture.heads_cannot_share_the_width", heads, width),
          "hidden_size",
          less == 0
              ? wording("Architecture.make_it_a_multiple", heads, less + heads)
              : wording("Architecture.make_it_one_of_two_multiples", heads, less, less + heads));
    }
  }

  /// Whether conditions during training can read the attention of this network on its memory.
  public static BreakpointWatch.Attention attention(SettingValues values) {
    return values.choice("policy").equals("transformer")
        ? BreakpointWatch.Attention.SUMMARISED
        : BreakpointWatch.Attention.NONE;
  }

  /// @param ticks the most ticks of an episode, or of a row
  public static Network of(SettingValues values, EnvironmentShape shape, int ticks) {
    int actions = actions(shape);
    if (values.choice("policy").equals(GRAPH)) {
      return graph(values, shape, actions);
    }
    ActorCriticHeads.Sizes sizes = heads(values);
    Encoder encoder = encoder(values, shape, sizes.isLinear() ? Ending.JOINED : Ending.OPEN);
    ActorCriticHeads heads = heads(encoder, actions, shape, sizes);
    return switch (values.choice("policy")) {
      case "lstm" -> new LstmNetwork(forLstm(encoder), heads);
      case "mlp" -> new FeedForwardNetwork(encoder, heads, Shaping.BY_BOTH);
      default -> new TransformerNetwork(encoder, transformer(values, ticks), heads);
    };
  }

  /// The encoder in front of an LSTM.
  ///
  /// @throws Problem if the checkpoint's policy could not keep from the actor what only the critic
  ///   sees
  public static Encoder forLstm(Encoder encoder) {
    if (encoder instanceof ActorEncoder(DriveEncoder _, int _)) {
      throw showsAll("policy=lstm");
    }
    return encoder;
  }

  /// The heads of a network; what only the critic sees goes to the critic's alone.
  ///
  /// @param actions n
  public static ActorCriticHeads heads(
      Encoder encoder, int actions, EnvironmentShape shape, ActorCriticHeads.Sizes sizes) {
    return new ActorCriticHeads(
        encoder.width(), actions, CriticOnly.of(shape.observation()), sizes);
  }

  private static ActorCriticHeads.Sizes heads(SettingValues values) {
    return switch (values.choice(ACTOR_CRITIC.name())) {
      case LAYERS -> size(values).layers();
      case TRUNKS -> size(values).trunks();
      default -> ActorCriticHeads.Sizes.LINEAR;
    };
  }

  private static NetworkSize size(SettingValues values) {
    return NetworkSize.named(values.choice(NETWORK_SIZE.name()));
  }

  private static Problem showsAll(String policy) {
    return new Problem(
        wording("Architecture.it_cannot_keep_from_the_actor"),
        policy,
        wording("Architecture.choose_mlp_or_a_transformer"));
  }

  /// The encoder of a network, with the width of a tick's vector. It reads what the actor sees.
  ///
  /// @param values with `input_size`, `hidden_size`, [#ENCODER], [#CHANNELS] and [#NETWORK_SIZE]
  /// @param ending its end
  public static Encoder encoder(SettingValues values, EnvironmentShape shape, Ending ending) {
    EncoderKind.Sizes sizes =
        new EncoderKind.Sizes(
            values.whole("input_size"),
            values.whole("hidden_size"),
            channels(values),
            size(values),
            ending);
    ObservationLayout seen = shape.observation().forActor();
    return ActorEncoder.of(kind(values, seen).of(seen, sizes), shape.observation());
  }

  private static EncoderKind kind(SettingValues values, ObservationLayout layout) {
    String id = values.choice(ENCODER.name());
    return EncoderKind.ALL.stream()
        .filter(kind -> id.equals(FITTING) || kind.id().equals(id))
        .filter(kind -> kind.fits(layout))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                wording("Architecture.the_encoder_does_not_read"),
                ENCODER.name() + "=" + id,
                wording(
                    "Architecture.choose_an_encoder",
                    EncoderKind.ALL.stream()
                        .filter(kind -> kind.fits(layout))
                        .map(EncoderKind::id)
                        .collect(Collectors.joining(", ")))));
  }

  private static List<Integer> channels(SettingValues values) {
    String text = values.text(CHANNELS.name());
    if (!CHANNELS_FORM.matcher(text).matches()) {
      throw new Problem(
          wording("Architecture.three_numbers_are_needed", text),
          CHANNELS.name(),
          wording("Architecture.give_three_numbers"));
    }
    return Arrays.stream(text.split(",", -1)).map(String::strip).map(Integer::valueOf).toList();
  }

  /// Id of the policy type that opens the weights of this network.
  public static String policy(SettingValues values, EnvironmentShape shape) {
    String kind = values.choice("policy");
    return kind.equals("lstm") && encoder(values, shape, Ending.JOINED) instanceof DriveEncoder
        ? "drive-lstm"
        : kind;
  }

  /// The initial weights. If most actions are for emergencies, a policy without preference learns
  /// faster if at first it mostly takes the neutral action.
  public static float[] initial(
      Network network, SettingValues values, EnvironmentShape shape, long seed) {
    ParameterLayout layout = network.parameters();
    float[] weights = layout.initial(seed);
    if (shape.actions() instanceof ActionSpace.Discrete space) {
      weights[layout.offset(ActorCriticHeads.ACTOR_BIAS) + space.neutral()] +=
          (float) values.real("neutral_prior");
    }
    return weights;
  }

  private static Network graph(SettingValues values, EnvironmentShape shape, int actions) {
    if (CriticOnly.of(shape.observation()).count() > 0) {
      throw showsAll("policy=" + GRAPH);
    }
    NeighbourTable table =
        NeighbourTable.of(shape.observation())
            .orElseThrow(() ->
                new Problem(
                    wording("Architecture.agents_of_this_environment_do_not"),
                    wording("Architecture.policy_graph"),
                    wording("Architecture.choose_another_policy_transformer")));
    GraphSpec spec =
        GraphSpec.of(
            values.whole("hidden_size"),
            values.whole("num_heads"),
            values.whole("num_layers"),
            values.whole("feed_forward"));
    return new GraphNetwork(
        GraphInput.of(table), spec, actions, GraphNetwork.agentsOfOneWorld(shape));
  }

  /// The sizes of a transformer.
  ///
  /// @param ticks S
  public static TransformerSpec transformer(SettingValues values, int ticks) {
    return new TransformerSpec(
        values.whole("hidden_size"),
        values.whole("num_heads"),
        values.whole("num_layers"),
        values.whole("feed_forward"),
        ticks);
  }

  private static int actions(EnvironmentShape shape) {
    return switch (shape.actions()) {
      case ActionSpace.Discrete space -> space.count();
      case ActionSpace.Continuous space -> 2 * space.names().size();
    };
  }
}
