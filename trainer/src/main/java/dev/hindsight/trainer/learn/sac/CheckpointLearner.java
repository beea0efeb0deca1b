package dev.hindsight.trainer.learn.sac;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.critic.FixedNoise;
import dev.hindsight.trainer.critic.LearnedTarget;
import dev.hindsight.trainer.critic.ObservedTicks;
import dev.hindsight.trainer.critic.RecordedSteps;
import dev.hindsight.trainer.critic.TargetRule;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.TorchEngine;
import dev.hindsight.trainer.learn.net.CriticNetwork.WeightUse;
import dev.hindsight.trainer.learn.net.GaussianHead;
import dev.hindsight.trainer.learn.net.GroupActors;
import dev.hindsight.trainer.learn.net.GroupActors.GroupOutputs;
import dev.hindsight.trainer.learn.net.HostArray;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.replay.OrderedReplay;
import dev.hindsight.trainer.learn.replay.ReplayBatch;
import dev.hindsight.trainer.learn.replay.SequenceSizes;
import dev.hindsight.trainer.learn.sac.CheckpointCritics.Version;
import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.learn.training.ObservedWeights;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Tensor;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The critics and actors of a run of soft actor-critic, opened from one of its checkpoints: what
/// they put out, and what learning would compute from a recording. One owner thread at a time.
///
/// Letters as in [CheckpointCritics].
public final class CheckpointLearner implements AutoCloseable {
  private static final int BATCH = 512;

  private final NDManager manager;
  private final CheckpointCritics critics;
  private final SacNetworks networks;
  private final EnvironmentShape shape;
  private final List<NDArray> actors = new ArrayList<>();

  private CheckpointLearner(CheckpointCritics critics, Checkpoint weights, EnvironmentShape shape) {
    this.manager = TorchEngine.scope();
    this.critics = critics;
    this.networks = critics.networks();
    this.shape = shape;
    GroupActors all = networks.actors();
    ParameterLayout layout = all.network().parameters();
    for (int which = 0; which < all.networks(); which++) {
      Checkpoint own = GroupActors.part(weights, all.form(), which);
      actors.add(manager.create(layout.gather(own.tensors())));
    }
  }

  /// Opens a checkpoint.
  ///
  /// @param shape of the recording, with its groups
  /// @return empty if the checkpoint holds no critics
  /// @throws Problem if it is for other groups, observations or actions
  public static Optional<CheckpointLearner> open(Path file, EnvironmentShape shape) {
    Checkpoint checkpoint = Checkpoints.read(file);
    return CheckpointCritics.open(checkpoint, shape)
        .map(critics -> {
          try {
            return new CheckpointLearner(critics, checkpoint.weights(), shape);
          } catch (RuntimeException failure) {
            critics.close();
            throw failure;
          }
        });
  }

  /// Opens a checkpoint that must hold critics.
  ///
  /// @throws Problem if it does not, or is for other groups, observations or actions
  public static CheckpointLearner require(Path file, EnvironmentShape shape) {
    return open(file, shape)
        .orElseThrow(() ->
            new Problem(
                wording("CheckpointLearner.the_checkpoint_holds_no_critics"),
                file.getFileName().toString(),
                wording("CheckpointLearner.take_one_of_a_sac_run")));
  }

  /// Its critics.
  public CheckpointCritics critics() {
    return critics;
  }

  /// Index of the observed number that is the discount of its agent; empty if agents have none of
  /// their own.
  public OptionalInt ownDiscount() {
    ObservedWeights weights = ObservedWeights.of(shape.observation());
    return weights.ownDiscount() ? OptionalInt.of(weights.discount()) : OptionalInt.empty();
  }

  /// How it computed targets.
  public TargetRule rule() {
    SacConfig config = critics.config();
    List<List<Double>> alphas = new ArrayList<>();
    for (int learner = 0; learner < networks.learners(); learner++) {
      List<Double> own = new ArrayList<>();
      for (int member = 0; member < critics.members(); member++) {
        own.add(critics.alpha(learner, member));
      }
      alphas.add(own);
    }
    return new TargetRule(
        config.gamma(),
        config.replaySizes().steps(),
        config.rewardScale(),
        config.rewardClip(),
        config.trialEnds(),
        config.timeouts(),
        alphas);
  }

  /// What the actors of a decision maker's members put out: logits, or means and standard
  /// deviations.
  ///
  /// @param observation `[N * M * D]`
  /// @return `[N * M * w]`
  public float[] policy(int decider, float[] observation) {
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      int width = critics.members() * critics.observed();
      NDArray seen = manager.create(observation, new Shape(observation.length / width, width));
      float[] outputs = outputs(decider, seen).logits().toFloatArray();
      GaussianHead.apply(shape.actions(), outputs);
      return outputs;
    }
  }

  /// What the actors of a decision maker's members put out at the last of some ticks.
  ///
  /// @param seen since their memory began; actors without memory read only the last tick
  /// @return `[M * w]`
  public float[] policy(int decider, ObservedTicks seen) {
    if (!critics.remembers()) {
      return policy(decider, seen.last());
    }
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      SegmentBatch segments = critics.segments(manager, seen, new long[] {seen.ticks() - 1L});
      float[] outputs = outputs(decider, segments).logits().toFloatArray();
      GaussianHead.apply(shape.actions(), outputs);
      return outputs;
    }
  }

  private GroupOutputs outputs(int decider, NDArray observation) {
    return outputs(decider, SegmentBatch.single(observation));
  }

  private GroupOutputs outputs(int decider, SegmentBatch segments) {
    GroupActors all = networks.actors();
    ParameterLayout layout = all.network().parameters();
    if (networks.learners() == 1) {
      return all.outputs(
          actors.stream().map(one -> NamedWeights.of(one, layout)).toList(), segments);
    }
    NDArray own = actors.get(actorOf(decider, 0));
    return all.ofOneMember().outputs(List.of(NamedWeights.of(own, layout)), segments);
  }

  private int actorOf(int decider, int member) {
    int place = networks.learners() == 1 ? member : critics.learner(decider);
    return networks.actors().networkOf(place);
  }

  /// Whether one network acts for all members, on what all of them observe.
  public boolean actsTogether() {
    return networks.actors().form() == GroupActors.Form.JOINT;
  }

  /// The weights of a critic, by name.
  public List<Tensor> criticWeights(int learner, int critic, Version version) {
    return networks
        .critic()
        .parameters()
        .split(critics.flat(learner, critic, version).toFloatArray());
  }

  /// The weights of the network that acts for a member, by name.
  ///
  /// @param member index in the decision maker
  public List<Tensor> actorWeights(int decider, int member) {
    return networks
        .actors()
        .network()
        .parameters()
        .split(actors.get(actorOf(decider, member)).toFloatArray());
  }

  /// What learning computes from a recording, with its own code: episodes, sums of rewards,
  /// bootstraps, targets. Actions after a step are drawn with [FixedNoise] of the step's tick.
  ///
  /// @param rule [#rule], or another
  /// @return by decision maker, then by tick; without steps that learning leaves out
  public List<LearnedTarget> targets(RecordedSteps steps, TargetRule rule) {
    ObservationPacking packing = new ObservationPacking(shape.observation());
    List<OrderedReplay> replays = new ArrayList<>();
    List<EpisodeAssembler.Decider> deciders = new ArrayList<>();
    for (List<Integer> members : critics.deciders()) {
      OrderedReplay replay = new OrderedReplay(rule.steps());
      replays.add(replay);
      deciders.add(new EpisodeAssembler.Decider(members, replay));
    }
    SequenceSizes sequences = sequences(steps);
    EpisodeAssembler assembler =
        new EpisodeAssembler(
            deciders,
            packing,
            critics.sizes(),
            sequences,
            actsTogether()
                ? EpisodeAssembler.LimboSeen.AS_ZEROS
                : EpisodeAssembler.LimboSeen.AS_OBSERVED,
            critics.actions(),
            rule.trialEnds(),
            rule.timeouts());
    assemble(steps, rule, packing, assembler);
    List<LearnedTarget> targets = new ArrayList<>();
    for (int decider = 0; decider < replays.size(); decider++) {
      targets.addAll(targets(decider, replays.get(decider), steps, rule, sequences));
    }
    return targets;
  }

  /// Single steps, or with memory whole episodes, which begin where the memory was empty.
  private SequenceSizes sequences(RecordedSteps steps) {
    return critics.remembers()
        ? new SequenceSizes(
            Math.max(1, steps.ticks()),
            0,
            SequenceSizes.Ticks.ALL,
            0,
            new SequenceSizes.Attention(
                networks.sequences().attention().horizon(), SequenceSizes.Attention.From.EPISODE))
        : SequenceSizes.SINGLE;
  }

  /// Feeds a recording tick by tick, so that the generation of an episode is its first tick.
  private void assemble(
      RecordedSteps steps,
      TargetRule rule,
      ObservationPacking packing,
      EpisodeAssembler assembler) {
    int agents = shape.agents();
    int numbers = critics.sizes().numbers();
    Trajectories one =
        new Trajectories(
            agents,
            1,
            ObservationStore.of(packing, agents, 1),
            new Trajectories.ActionSizes(0, numbers));
    float[] seen = new float[packing.numbers()];
    ObservedWeights weights = ObservedWeights.of(shape.observation());
    for (int tick = 0; tick < steps.ticks(); tick++) {
      one.clear((float) rule.gamma());
      one.used = 1;
      for (int agent = 0; agent < agents; agent++) {
        boolean limbo = steps.limbo(tick, agent);
        one.removed[agent] = flag(limbo);
        one.terminal[agent] = flag(steps.terminal(tick, agent));
        one.truncation[agent] = flag(steps.truncation(tick, agent));
        boolean timedOut = steps.timedOut(tick, agent);
        one.ended[agent] = flag(timedOut || steps.terminal(tick, agent));
        Arrays.fill(seen, 0);
        if (!limbo || critics.remembers()) {
          steps.observation(tick, agent, seen, 0);
        }
        if (!limbo) {
          float clip = (float) rule.rewardClip();
          one.reward[agent] = Math.clamp(steps.reward(tick, agent), -clip, clip);
          if (numbers > 0) {
            steps.numbers(tick, agent, one.numbersTaken, agent * numbers);
          } else {
            one.action[agent] = steps.action(tick, agent);
          }
        }
        one.observation.put(agent, seen, 0);
        weights.write(seen, 0, one, agent);
        if (timedOut && !limbo) {
          float[] last =
              steps.finalObservation(tick, agent).orElseGet(() -> nothing(packing.numbers()));
          one.finals.put(agent, last, 0);
        }
      }
      assembler.write(one, tick);
    }
  }

  private static byte flag(boolean set) {
    return (byte) (set ? 1 : 0);
  }

  private static float[] nothing(int numbers) {
    float[] nothing = new float[numbers];
    Arrays.fill(nothing, Float.NaN);
    return nothing;
  }

  private List<LearnedTarget> targets(
      int decider,
      OrderedReplay replay,
      RecordedSteps steps,
      TargetRule rule,
      SequenceSizes sequences) {
    List<Integer> whole = new ArrayList<>();
    List<Integer> members = critics.deciders().get(decider);
    for (int tick = 0; tick < steps.ticks(); tick++) {
      int at = tick;
      if (members.stream().noneMatch(agent -> steps.limbo(at, agent))) {
        whole.add(tick);
      }
    }
    List<OrderedReplay.Start> starts = replay.inOrder();
    List<LearnedTarget> targets = new ArrayList<>();
    for (int from = 0; critics.remembers() && from < starts.size(); ) {
      int first = from;
      List<OrderedReplay.Start> part =
          starts.stream().filter(start -> start.episode() == starts.get(first).episode()).toList();
      try (ReplayBatch batch =
          new ReplayBatch(manager, 1, critics.observed(), critics.sizes(), sequences)) {
        replay.copy(part.getFirst(), batch, 0);
        targets.addAll(targets(decider, batch, ticks(whole, part), rule));
      }
      from += part.size();
    }
    for (int from = 0; !critics.remembers() && from < starts.size(); from += BATCH) {
      List<OrderedReplay.Start> part = starts.subList(from, Math.min(from + BATCH, starts.size()));
      try (ReplayBatch batch =
          new ReplayBatch(manager, part.size(), critics.observed(), critics.sizes())) {
        for (int row = 0; row < part.size(); row++) {
          replay.copy(part.get(row), batch, row);
        }
        targets.addAll(targets(decider, batch, ticks(whole, part), rule));
      }
    }
    return targets;
  }

  /// The ticks of starts.
  ///
  /// @param whole ticks at which no member is in limbo, in order
  private static int[] ticks(List<Integer> whole, List<OrderedReplay.Start> starts) {
    return starts.stream()
        .mapToInt(start -> whole.get(first(whole, start) + start.step()))
        .toArray();
  }

  /// Where the episode of a start begins: with memory that may be in limbo.
  private static int first(List<Integer> whole, OrderedReplay.Start start) {
    int at = Collections.binarySearch(whole, (int) start.generation());
    return at < 0 ? -at - 1 : at;
  }

  private List<LearnedTarget> targets(
      int decider, ReplayBatch batch, int[] ticks, TargetRule rule) {
    int learner = critics.learner(decider);
    double scale = rule.rewardScale();
    double[] alphas =
        rule.alphas().get(learner).stream().mapToDouble(alpha -> alpha * scale).toArray();
    Optional<HostArray> noise = noise(decider, ticks, batch.steps());
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      ReplayBatch.Readings readings = batch.readings(rule.steps());
      NextAction next =
          NextAction.of(batch, critics.sizes(), outputs(decider, readings.later()), noise);
      List<NDArray> later = new ArrayList<>();
      List<float[]> taken = new ArrayList<>();
      for (int q = 0; q < critics.count(); q++) {
        NamedWeights weights = weights(learner, q, Version.TARGET);
        later.add(values(weights, readings.later(), next.action()));
        NDArray every =
            values(weights(learner, q, Version.CURRENT), readings.now(), batch.action());
        NDArray chosen = critics.sizes().numbers() == 0 ? every.gather(batch.action(), 1) : every;
        taken.add(chosen.toFloatArray());
      }
      float[] y = Sac.target(batch, next, later, alphas, scale).toFloatArray();
      List<LearnedTarget> targets = new ArrayList<>();
      for (int row = 0; row < ticks.length; row++) {
        int at = row;
        targets.add(
            new LearnedTarget(
                decider,
                ticks[row],
                y[row] / scale,
                taken.stream().mapToDouble(values -> values[at] / scale).toArray()));
      }
      return targets;
    } finally {
      noise.ifPresent(HostArray::close);
    }
  }

  private NamedWeights weights(int learner, int critic, Version version) {
    return NamedWeights.of(critics.flat(learner, critic, version), networks.critic().parameters());
  }

  private NDArray values(NamedWeights weights, SegmentBatch segments, NDArray action) {
    return networks.critic().values(weights, segments, action, WeightUse.FIXED);
  }

  /// @param steps of a batch, of which the first ones are at ticks
  private Optional<HostArray> noise(int decider, int[] ticks, int steps) {
    int numbers = critics.sizes().numbers();
    if (numbers == 0) {
      return Optional.empty();
    }
    int each = critics.members() * numbers;
    HostArray noise =
        new HostArray(manager, DataType.FLOAT32, (long) steps * critics.members(), numbers);
    FloatBuffer into = noise.bytes().asFloatBuffer();
    for (int tick : ticks) {
      into.put(FixedNoise.of(decider, tick, each));
    }
    return Optional.of(noise);
  }

  @Override
  public void close() {
    critics.close();
    manager.close();
  }
}
