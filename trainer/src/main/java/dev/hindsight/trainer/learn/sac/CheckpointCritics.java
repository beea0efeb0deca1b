package dev.hindsight.trainer.learn.sac;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.Shape;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.critic.ObservedTicks;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.learn.TorchEngine;
import dev.hindsight.trainer.learn.net.CriticNetwork;
import dev.hindsight.trainer.learn.net.CriticNetwork.WeightUse;
import dev.hindsight.trainer.learn.net.GroupActors;
import dev.hindsight.trainer.learn.net.GroupRows;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.ReplayedTicks;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.replay.StepSizes;
import dev.hindsight.trainer.learn.transformer.TransformerCriticNetwork;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The critics of a run of soft actor-critic, opened from one of its checkpoints to look at them:
/// they are part of the optimiser's state. One owner thread.
///
/// Letters: M members of a decision maker, D numbers of an observation, k numbers of an action, J
/// joint discrete actions. Values are in units of reward.
public final class CheckpointCritics implements AutoCloseable {
  private final NDManager manager;
  private final SacConfig config;
  private final SacNetworks networks;
  private final GroupRows rows;
  private final int observed;

  /// The weights of each critic of each learner, with their target networks.
  private final List<List<CriticWeights>> critics = new ArrayList<>();

  /// `[learner][temperature]`
  private final List<List<Double>> alphas = new ArrayList<>();

  private record CriticWeights(NDArray current, NDArray target) {}

  /// Which weights of a critic.
  public enum Version {
    /// Those that learn.
    CURRENT,
    /// Those that follow slowly and give the learning targets.
    TARGET
  }

  private CheckpointCritics(
      NDManager manager, SacConfig config, SacNetworks networks, GroupRows rows, int observed) {
    this.manager = manager;
    this.config = config;
    this.networks = networks;
    this.rows = rows;
    this.observed = observed;
  }

  /// Opens the critics of a checkpoint.
  ///
  /// @param checkpoint with the optimiser's state
  /// @param shape of one world, with the groups it was trained in
  /// @return empty if it is no checkpoint of soft actor-critic, or if it holds only the policy
  /// @throws Problem if it is for other groups, observations or actions
  public static Optional<CheckpointCritics> open(Checkpoint checkpoint, EnvironmentShape shape) {
    Optional<SettingValues> values =
        CheckpointOrigin.of(checkpoint).flatMap(CheckpointCritics::settings);
    if (values.isEmpty()) {
      return Optional.empty();
    }
    SacConfig config = SacConfig.of(values.get(), shape.actions());
    GroupRows rows = GroupRows.of(shape);
    SacNetworks networks = SacNetworks.of(values.get(), config, shape, rows.members());
    if (checkpoint.tensor(name(networks, 0, "q1.weights")).isEmpty()) {
      return Optional.empty();
    }
    CheckpointCritics opened =
        new CheckpointCritics(
            TorchEngine.scope(), config, networks, rows, shape.observation().size());
    try {
      opened.read(checkpoint);
      return Optional.of(opened);
    } catch (RuntimeException failure) {
      opened.close();
      throw failure;
    }
  }

  private static Optional<SettingValues> settings(CheckpointOrigin origin) {
    JsonNode algorithm = origin.training().get(CheckpointOrigin.ALGORITHM);
    SacType type = new SacType();
    if (algorithm == null || !algorithm.asText().equals(type.id())) {
      return Optional.empty();
    }
    Map<String, String> typed = new LinkedHashMap<>();
    for (Setting setting : SacConfig.SETTINGS) {
      JsonNode value = origin.training().get(setting.name());
      if (value != null) {
        typed.put(setting.name(), value.asText());
      }
    }
    return Optional.of(type.settings().parse(typed, type.id()));
  }

  private static String name(SacNetworks networks, int learner, String tensor) {
    return SacTraining.prefix(networks.learners(), learner) + tensor;
  }

  private void read(Checkpoint checkpoint) {
    int length = networks.critic().parameters().length();
    for (int learner = 0; learner < networks.learners(); learner++) {
      List<CriticWeights> own = new ArrayList<>();
      for (int q = 1; q <= config.critics(); q++) {
        String critic = name(networks, learner, "q" + q + ".");
        own.add(
            new CriticWeights(
                manager.create(tensor(checkpoint, critic + "weights", length)),
                manager.create(tensor(checkpoint, critic + "target", length))));
      }
      critics.add(own);
      List<Double> temperatures = new ArrayList<>();
      int count = config.temperatures(members());
      for (int i = 0; i < count; i++) {
        String which = Temperature.name(count, i) + Temperature.VALUE;
        float[] log = tensor(checkpoint, name(networks, learner, which), 1);
        temperatures.add(Math.exp(log[0]));
      }
      alphas.add(temperatures);
    }
  }

  private static float[] tensor(Checkpoint checkpoint, String name, int length) {
    return checkpoint
        .tensor(name)
        .map(Tensor::values)
        .filter(values -> values.length == length)
        .orElseThrow(() ->
            new Problem(
                wording("CheckpointCritics.its_critics_are_for_other", name),
                checkpoint.name(),
                wording("CheckpointCritics.choose_the_environment_and_settings")));
  }

  /// The settings of its training.
  SacConfig config() {
    return config;
  }

  /// The networks of its training.
  SacNetworks networks() {
    return networks;
  }

  /// D.
  public int observed() {
    return observed;
  }

  /// All weights of a critic, one after the other.
  NDArray flat(int learner, int critic, Version version) {
    CriticWeights weights = critics.get(learner).get(critic);
    return switch (version) {
      case CURRENT -> weights.current();
      case TARGET -> weights.target();
    };
  }

  /// The decision makers of a world: each group, or each agent where members decide for themselves.
  public List<List<Integer>> deciders() {
    return networks.deciders(rows);
  }

  /// The learner whose critics judge a decision maker.
  ///
  /// @param decider index into [#deciders]
  public int learner(int decider) {
    return networks.learner(decider);
  }

  /// M, members of a decision maker.
  public int members() {
    return networks.sizes().members();
  }

  /// What a step of a decision maker holds.
  public StepSizes sizes() {
    return networks.sizes();
  }

  /// n, discrete actions of one agent; 1 if actions are numbers.
  public int actions() {
    return networks.actions();
  }

  /// J, joint discrete actions, of which member 0's varies slowest; 1 if actions are numbers.
  public int jointActions() {
    return sizes().numbers() > 0 ? 1 : Math.powExact(actions(), members());
  }

  /// Number of critics of a learner.
  public int count() {
    return config.critics();
  }

  /// The temperature of a member.
  public double alpha(int learner, int member) {
    List<Double> own = alphas.get(learner);
    return own.get(Math.min(member, own.size() - 1)) / config.rewardScale();
  }

  /// Discount factor per tick, for agents without one of their own.
  public double gamma() {
    return config.gamma();
  }

  /// c, by which its networks' outputs are larger than values in units of reward.
  public double rewardScale() {
    return config.rewardScale();
  }

  /// Rewards summed before a critic is used.
  public int steps() {
    return config.replaySizes().steps();
  }

  /// Whether values depend on earlier ticks.
  public boolean remembers() {
    return networks.critic().remembers();
  }

  /// Attention heads of a block; 1 for networks without attention.
  public int heads() {
    return networks.critic() instanceof TransformerCriticNetwork attending
        ? attending.spec().heads()
        : 1;
  }

  /// Ticks after which the memory starts over.
  public int horizon() {
    return networks.sequences().attention().horizon();
  }

  /// The values of several joint actions at the last of some ticks.
  ///
  /// @param critic from 0
  /// @param seen since the memory began; critics without memory read only the last tick
  /// @param action `[N * M * k]`; empty for discrete actions, whose values all come at once
  /// @return `[N]`, or `[J]`, in units of reward
  public float[] values(
      int learner, int critic, Version version, ObservedTicks seen, float[] action) {
    int width = members() * sizes().numbers();
    int count = width == 0 ? 1 : action.length / width;
    if (!remembers()) {
      float[] last = seen.last();
      float[] each = new float[count * last.length];
      for (int row = 0; row < count; row++) {
        System.arraycopy(last, 0, each, row * last.length, last.length);
      }
      return values(learner, critic, version, each, action);
    }
    CriticNetwork network = networks.critic();
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      NDArray flat = flat(learner, critic, version);
      long[] chosen = new long[count];
      Arrays.fill(chosen, seen.ticks() - 1L);
      SegmentBatch segments = segments(manager, seen, chosen);
      NDArray done =
          width == 0 ? segments.observation() : manager.create(action, new Shape(count, width));
      NamedWeights weights = NamedWeights.of(flat, network.parameters());
      return inReward(network.values(weights, segments, done, WeightUse.FIXED));
    }
  }

  private float[] inReward(NDArray outputs) {
    float[] values = outputs.toFloatArray();
    for (int i = 0; i < values.length; i++) {
      values[i] /= (float) config.rewardScale();
    }
    return values;
  }

  /// One row of ticks, as a policy with memory sees them where it acts.
  ///
  /// @param chosen ticks whose outputs are wanted
  SegmentBatch segments(NDManager own, ObservedTicks seen, long[] chosen) {
    int ticks = seen.ticks();
    int group = seen.members();
    long[] position = new long[ticks];
    int[] chunk = new int[ticks];
    boolean[] removed = new boolean[ticks];
    boolean[] limbo = new boolean[ticks * group];
    float[] observation = seen.observation().clone();
    boolean zeros = networks.actors().form() == GroupActors.Form.JOINT;
    for (int tick = 0; tick < ticks; tick++) {
      chunk[tick] = networks.sequences().attention().first(tick);
      position[tick] = (long) tick - chunk[tick];
      removed[tick] = true;
      for (int m = 0; m < group; m++) {
        int at = tick * group + m;
        limbo[at] = seen.rests(tick, m);
        removed[tick] &= limbo[at];
        if (zeros && limbo[at]) {
          Arrays.fill(observation, at * observed, (at + 1) * observed, 0);
        }
      }
    }
    Shape row = new Shape(1, ticks);
    return new SegmentBatch(
            1,
            ticks,
            own.create(observation, new Shape(ticks, (long) group * observed)),
            own.create(position, row),
            own.create(chunk, row),
            own.create(removed, row))
        .with(
            new ReplayedTicks(
                own.create(chosen),
                0,
                Optional.empty(),
                group == 1
                    ? Optional.empty()
                    : Optional.of(own.create(limbo, new Shape(1, ticks, group)))));
  }

  /// The values of several situations; those of critics with memory are first ticks.
  ///
  /// @param critic from 0
  /// @param observation `[N * M * D]`
  /// @param action `[N * M * k]`; empty for discrete actions
  /// @return `[N * J]`, in units of reward
  public float[] values(
      int learner, int critic, Version version, float[] observation, float[] action) {
    int count = observation.length / (members() * observed);
    CriticNetwork network = networks.critic();
    ParameterLayout layout = network.parameters();
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      NDArray flat = flat(learner, critic, version);
      NDArray seen = manager.create(observation, new Shape(count, (long) members() * observed));
      NDArray done =
          sizes().numbers() == 0
              ? seen
              : manager.create(action, new Shape(count, (long) members() * sizes().numbers()));
      return inReward(network.values(NamedWeights.of(flat, layout), seen, done, WeightUse.FIXED));
    }
  }

  @Override
  public void close() {
    manager.close();
  }
}
