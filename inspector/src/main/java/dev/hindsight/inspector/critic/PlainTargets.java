package dev.hindsight.inspector.critic;

import dev.hindsight.inspector.critic.PlainSteps.Discounts;
import dev.hindsight.inspector.critic.PlainSteps.Follow;
import dev.hindsight.inspector.critic.PlainSteps.Window;
import dev.hindsight.trainer.Gaussian;
import dev.hindsight.trainer.critic.FixedNoise;
import dev.hindsight.trainer.critic.ObservedTicks;
import dev.hindsight.trainer.critic.RecordedSteps;
import dev.hindsight.trainer.critic.TargetRule;
import dev.hindsight.trainer.learn.net.GaussianHead;
import dev.hindsight.trainer.learn.sac.CheckpointCritics;
import dev.hindsight.trainer.learn.sac.CheckpointCritics.Version;
import dev.hindsight.trainer.learn.sac.CheckpointLearner;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// The targets of critics, recomputed from a recording in double precision, apart from the code
/// that learns:
///
/// ```
/// y = sum over k < n of gamma^k r + gamma^n (1 - terminated) V(s')
/// V = min over critics of Q'(s', a') - sum over members of alpha log pi(own a')
/// ```
///
/// gamma is the discount that the agent observes, if it observes one; r is the sum of the members'
/// rewards, s' what they observe after the n steps, or the final observation at a time limit. Over
/// discrete actions V is the exact expectation; numbers are drawn with [FixedNoise]. One owner
/// thread.
final class PlainTargets {
  private final CheckpointCritics critics;
  private final boolean together;
  private final OptionalInt ownDiscount;
  private final List<List<Reader>> present = new ArrayList<>();
  private final List<List<Reader>> target = new ArrayList<>();
  private final List<List<Reader>> actors = new ArrayList<>();

  /// A network: what it remembers, if it does, and the layers behind that.
  private record Reader(Optional<PlainMemory> memory, PlainNetwork layers) {
    static Optional<Reader> critic(
        CheckpointCritics critics, List<Tensor> weights, int observed, int numbers) {
      if (!critics.remembers()) {
        return PlainNetwork.critic(weights, observed + numbers)
            .map(layers -> new Reader(Optional.empty(), layers));
      }
      return PlainMemory.of(weights, observed, critics.heads(), critics.horizon())
          .flatMap(memory ->
              PlainNetwork.behindMemory(weights, memory.width() + numbers)
                  .map(layers -> new Reader(Optional.of(memory), layers)));
    }

    static Optional<Reader> actor(CheckpointCritics critics, List<Tensor> weights, int observed) {
      if (!critics.remembers()) {
        return PlainNetwork.actor(weights, observed)
            .map(layers -> new Reader(Optional.empty(), layers));
      }
      return PlainMemory.of(weights, observed, critics.heads(), critics.horizon())
          .flatMap(memory ->
              PlainNetwork.actorBehindMemory(weights, memory.width())
                  .map(layers -> new Reader(Optional.of(memory), layers)));
    }
  }

  /// What a group observed since its memory began, and what networks made of it.
  ///
  /// @param seen `[T]` of all members, `[M * D]` each
  /// @param limbo `[T][M]`
  /// @param known the vectors behind memories, computed once
  private record Past(
      List<double[]> seen, List<boolean[]> limbo, Map<Reader, List<BoundedVector>> known) {
    Past() {
      this(new ArrayList<>(), new ArrayList<>(), new IdentityHashMap<>());
    }

    void add(double[] now, boolean[] resting) {
      seen.add(now);
      limbo.add(resting);
    }

    /// What a network's layers read at a tick.
    ///
    /// @param member whose observation it reads, or -1 for that of all
    /// @param observed D
    BoundedVector read(Reader reader, int member, int observed, int tick) {
      if (reader.memory().isEmpty()) {
        return BoundedVector.exact(part(seen.get(tick), member, observed));
      }
      return known
          .computeIfAbsent(
              reader,
              _ -> {
                List<double[]> own = seen.stream().map(all -> part(all, member, observed)).toList();
                List<Boolean> rests =
                    limbo.stream().map(resting -> rests(resting, member)).toList();
                return reader.memory().get().run(own, rests);
              })
          .get(tick);
    }

    private static double[] part(double[] all, int member, int observed) {
      return member < 0 ? all : Arrays.copyOfRange(all, member * observed, (member + 1) * observed);
    }

    private static boolean rests(boolean[] resting, int member) {
      boolean all = true;
      for (boolean one : resting) {
        all &= one;
      }
      return member < 0 ? all : resting[member];
    }
  }

  /// A tick of a past.
  private record Moment(Past past, int at) {}

  /// A target.
  ///
  /// @param tick of the step
  /// @param target y, in units of reward; NaN if the final observation is missing
  /// @param targetError how far float32 may be off
  /// @param reward the part of y that is reward
  /// @param follow what follows the step
  /// @param discount factor per tick
  /// @param values Q of what was done, by critic
  record PlainTarget(
      int tick,
      double target,
      double targetError,
      double reward,
      Follow follow,
      double discount,
      BoundedVector values) {}

  private PlainTargets(CheckpointLearner learner) {
    this.critics = learner.critics();
    this.together = learner.actsTogether();
    this.ownDiscount = learner.ownDiscount();
  }

  /// Reads the networks of a checkpoint; empty if they are more than linear layers.
  static Optional<PlainTargets> of(CheckpointLearner learner) {
    PlainTargets plain = new PlainTargets(learner);
    CheckpointCritics critics = plain.critics;
    int all = critics.members() * critics.observed();
    int numbers = critics.sizes().width();
    for (int decider = 0; decider < critics.deciders().size(); decider++) {
      List<Optional<Reader>> own = new ArrayList<>();
      for (int q = 0; q < critics.count(); q++) {
        int which = critics.learner(decider);
        for (Version version : List.of(Version.CURRENT, Version.TARGET)) {
          List<Tensor> weights = learner.criticWeights(which, q, version);
          own.add(Reader.critic(critics, weights, all, numbers));
        }
      }
      for (int m = 0; m < (plain.together ? 1 : critics.members()); m++) {
        own.add(
            Reader.actor(
                critics,
                learner.actorWeights(decider, m),
                plain.together ? all : critics.observed()));
      }
      if (own.stream().anyMatch(Optional::isEmpty)) {
        return Optional.empty();
      }
      List<Reader> each = own.stream().flatMap(Optional::stream).toList();
      List<Reader> nows = new ArrayList<>();
      List<Reader> targets = new ArrayList<>();
      for (int q = 0; q < critics.count(); q++) {
        nows.add(each.get(2 * q));
        targets.add(each.get(2 * q + 1));
      }
      plain.present.add(nows);
      plain.target.add(targets);
      plain.actors.add(each.subList(2 * critics.count(), each.size()));
    }
    return Optional.of(plain);
  }

  /// Whether agents have discounts of their own.
  boolean ownDiscounts() {
    return ownDiscount.isPresent();
  }

  /// The targets of a decision maker, by tick.
  List<PlainTarget> of(int decider, RecordedSteps steps, TargetRule rule, Discounts discounts) {
    List<PlainTarget> targets = new ArrayList<>();
    List<Integer> members = critics.deciders().get(decider);
    Map<Integer, Past> pasts = new HashMap<>();
    OptionalInt own = discounts == Discounts.OWN ? ownDiscount : OptionalInt.empty();
    PlainSteps plain = new PlainSteps(steps, rule, members, critics.observed(), own);
    for (Window window : plain.windows()) {
      int tick = window.ticks().getFirst();
      int begin = critics.remembers() ? ObservedTicks.begin(steps, members, tick) : tick;
      Past past = pasts.computeIfAbsent(begin, from -> past(steps, members, from));
      targets.add(of(decider, steps, rule, window, past, begin));
    }
    return targets;
  }

  /// All ticks of an episode, with the final observation after a time limit of all members; or the
  /// tick alone, for networks without memory.
  private Past past(RecordedSteps steps, List<Integer> members, int begin) {
    Past past = new Past();
    int tick = begin;
    do {
      past.add(seen(steps, tick, members), limbo(steps, tick, members));
      tick++;
    } while (critics.remembers()
        && tick < steps.ticks()
        && ObservedTicks.begin(steps, members, tick) == begin);
    int last = tick - 1;
    if (critics.remembers() && members.stream().allMatch(agent -> steps.timedOut(last, agent))) {
      past.add(finals(steps, last, members), new boolean[members.size()]);
    }
    return past;
  }

  private static boolean[] limbo(RecordedSteps steps, int tick, List<Integer> members) {
    boolean[] resting = new boolean[members.size()];
    for (int m = 0; m < resting.length; m++) {
      resting[m] = steps.limbo(tick, members.get(m));
    }
    return resting;
  }

  private PlainTarget of(
      int decider, RecordedSteps steps, TargetRule rule, Window window, Past past, int begin) {
    List<Integer> members = critics.deciders().get(decider);
    int tick = window.ticks().getFirst();
    double reward = 0;
    double size = 0;
    double factor = 1;
    for (int at : window.ticks()) {
      for (int agent : members) {
        double clip = rule.rewardClip();
        double own = Math.clamp((double) steps.reward(at, agent), -clip, clip);
        reward += factor * own;
        size += factor * Math.abs(own);
      }
      factor *= window.discount();
    }
    double value = 0;
    double error = 0;
    Optional<Moment> later = later(steps, window, members, past, begin);
    if (later.isPresent()) {
      double[] soft = value(decider, later.get(), rule, tick);
      value = factor * soft[0];
      error = factor * soft[1];
    }
    double rounding = PlainNetwork.MARGIN * PlainNetwork.ROUNDOFF;
    return new PlainTarget(
        tick,
        reward + value,
        error + rounding * rule.steps() * (members.size() * size + Math.abs(value)),
        reward,
        window.follow(),
        window.discount(),
        taken(decider, steps, tick, members, new Moment(past, tick - begin)));
  }

  /// What the members observe after the steps; empty if no value follows.
  private Optional<Moment> later(
      RecordedSteps steps, Window window, List<Integer> members, Past past, int begin) {
    int last = window.ticks().getLast();
    return switch (window.follow()) {
      case NOTHING, UNKNOWN -> Optional.empty();
      case STEP, OBSERVATION ->
          Optional.of(
              critics.remembers()
                  ? new Moment(past, window.next() - begin)
                  : alone(seen(steps, window.next(), members)));
      case FINAL ->
          Optional.of(
              critics.remembers()
                  ? new Moment(past, last + 1 - begin)
                  : alone(finals(steps, last, members)));
    };
  }

  private Moment alone(double[] seen) {
    Past past = new Past();
    past.add(seen, new boolean[critics.members()]);
    return new Moment(past, 0);
  }

  /// What the members would have observed after a time limit, `[M * D]`; NaN where it is missing.
  private double[] finals(RecordedSteps steps, int last, List<Integer> members) {
    double[] all = new double[members.size() * critics.observed()];
    for (int m = 0; m < members.size(); m++) {
      Optional<float[]> own = steps.finalObservation(last, members.get(m));
      for (int i = 0; i < critics.observed(); i++) {
        int at = i;
        all[m * critics.observed() + i] = own.map(each -> (double) each[at]).orElse(Double.NaN);
      }
    }
    return all;
  }

  /// What the members observe, `[M * D]`: to one actor of all, zeros of a member in limbo.
  private double[] seen(RecordedSteps steps, int tick, List<Integer> members) {
    float[] all = new float[members.size() * critics.observed()];
    for (int m = 0; m < members.size(); m++) {
      if (!together || !steps.limbo(tick, members.get(m))) {
        steps.observation(tick, members.get(m), all, m * critics.observed());
      }
    }
    return doubles(all);
  }

  private static double[] doubles(float[] numbers) {
    double[] all = new double[numbers.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = numbers[i];
    }
    return all;
  }

  /// Q of what was done, by critic.
  private BoundedVector taken(
      int decider, RecordedSteps steps, int tick, List<Integer> members, Moment now) {
    int k = critics.sizes().numbers();
    float[] numbers = new float[members.size() * k];
    int joint = 0;
    for (int m = 0; m < members.size(); m++) {
      if (k > 0) {
        steps.numbers(tick, members.get(m), numbers, m * k);
      } else {
        joint = joint * critics.actions() + steps.action(tick, members.get(m));
      }
    }
    BoundedVector done = BoundedVector.exact(doubles(numbers));
    double[] values = new double[critics.count()];
    double[] errors = new double[critics.count()];
    for (int q = 0; q < values.length; q++) {
      BoundedVector out = value(present.get(decider).get(q), now, done);
      values[q] = out.values()[joint] / critics.rewardScale();
      errors[q] = out.errors()[joint] / critics.rewardScale();
    }
    return new BoundedVector(values, errors);
  }

  /// What a critic puts out: without memory it reads actions behind observations, with memory
  /// before what it remembers.
  ///
  /// @param action `[M * k]`
  private BoundedVector value(Reader critic, Moment now, BoundedVector action) {
    BoundedVector read = now.past().read(critic, -1, critics.observed(), now.at());
    return critic
        .layers()
        .run(critic.memory().isPresent() ? joined(action, read) : joined(read, action));
  }

  private static BoundedVector joined(BoundedVector one, BoundedVector other) {
    return new BoundedVector(
        joined(one.values(), other.values()), joined(one.errors(), other.errors()));
  }

  private static double[] joined(double[] one, double[] other) {
    double[] both = new double[one.length + other.length];
    System.arraycopy(one, 0, both, 0, one.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  /// V of an observation, in units of reward, and how far float32 may be off.
  private double[] value(int decider, Moment seen, TargetRule rule, int tick) {
    BoundedVector policy = policy(decider, seen);
    List<Double> alphas = rule.alphas().get(critics.learner(decider));
    return critics.sizes().numbers() > 0
        ? drawn(decider, seen, policy, alphas, tick)
        : expected(decider, seen, policy, alphas);
  }

  /// What the actors put out, `[M * w]`.
  private BoundedVector policy(int decider, Moment seen) {
    List<Reader> own = actors.get(decider);
    BoundedVector all = BoundedVector.exact(new double[0]);
    for (int m = 0; m < own.size(); m++) {
      int member = together ? -1 : m;
      BoundedVector read = seen.past().read(own.get(m), member, critics.observed(), seen.at());
      all = joined(all, own.get(m).layers().run(read));
    }
    return all;
  }

  private double[] drawn(
      int decider, Moment seen, BoundedVector policy, List<Double> alphas, int tick) {
    int k = critics.sizes().numbers();
    int members = critics.members();
    float[] noise = FixedNoise.of(decider, tick, members * k);
    double[] actions = new double[members * k];
    double[] actionErrors = new double[members * k];
    double entropy = 0;
    double entropyError = 0;
    double rounding = PlainNetwork.MARGIN * PlainNetwork.ROUNDOFF;
    for (int m = 0; m < members; m++) {
      for (int i = 0; i < k; i++) {
        int mean = m * 2 * k + i;
        double x = policy.values()[mean + k];
        double deviation = Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
        deviation += GaussianHead.LEAST_DEVIATION;
        double draw = noise[m * k + i];
        double u = policy.values()[mean] + deviation * draw;
        double deviationError = policy.errors()[mean + k] + rounding * deviation;
        double error =
            policy.errors()[mean]
                + Math.abs(draw) * deviationError
                + rounding * (Math.abs(policy.values()[mean]) + Math.abs(deviation * draw));
        actions[m * k + i] = Math.tanh(u);
        actionErrors[m * k + i] = error + rounding;
        double density =
            -0.5 * draw * draw
                - Math.log(deviation)
                - 0.5 * Math.log(2 * Math.PI)
                - Gaussian.logTanhSlope(u);
        entropy -= alphas.get(m) * density;
        entropyError +=
            alphas.get(m)
                * (deviationError / deviation
                    + 2 * error
                    + rounding
                        * (0.5 * draw * draw
                            + Math.abs(Math.log(deviation))
                            + 2 * Math.abs(u)
                            + 4));
      }
    }
    BoundedVector drawn = new BoundedVector(actions, actionErrors);
    double least = Double.POSITIVE_INFINITY;
    double error = 0;
    for (Reader critic : target.get(decider)) {
      BoundedVector out = value(critic, seen, drawn);
      double value = out.values()[0] / critics.rewardScale();
      least = Double.isNaN(value) ? Double.NaN : Math.min(least, value);
      error = Math.max(error, out.errors()[0] / critics.rewardScale());
    }
    return new double[] {least + entropy, error + entropyError};
  }

  private double[] expected(int decider, Moment seen, BoundedVector policy, List<Double> alphas) {
    int n = critics.actions();
    int members = critics.members();
    double[] logs = new double[members * n];
    double logError = 0;
    for (int m = 0; m < members; m++) {
      double most = Double.NEGATIVE_INFINITY;
      for (int i = 0; i < n; i++) {
        most = Math.max(most, policy.values()[m * n + i]);
      }
      double sum = 0;
      double error = 0;
      for (int i = 0; i < n; i++) {
        sum += Math.exp(policy.values()[m * n + i] - most);
        error = Math.max(error, policy.errors()[m * n + i]);
      }
      for (int i = 0; i < n; i++) {
        logs[m * n + i] = policy.values()[m * n + i] - most - Math.log(sum);
      }
      double size = PlainNetwork.MARGIN * PlainNetwork.ROUNDOFF * (4 + Math.abs(most));
      logError += 2 * error + size;
    }
    List<BoundedVector> values = new ArrayList<>();
    for (Reader critic : target.get(decider)) {
      values.add(value(critic, seen, BoundedVector.exact(new double[0])));
    }
    double expected = 0;
    double error = 0;
    double alphaSum = alphas.stream().mapToDouble(Double::doubleValue).sum();
    for (int joint = 0; joint < critics.jointActions(); joint++) {
      double log = 0;
      double cost = 0;
      int rest = joint;
      for (int m = members - 1; m >= 0; m--) {
        double own = logs[m * n + rest % n];
        rest /= n;
        log += own;
        cost += alphas.get(m) * own;
      }
      int at = joint;
      double least =
          values.stream().mapToDouble(each -> each.values()[at]).min().orElse(Double.NaN)
              / critics.rewardScale();
      double off =
          values.stream().mapToDouble(each -> each.errors()[at]).max().orElse(0)
              / critics.rewardScale();
      double left = least - cost;
      expected += Math.exp(log) * left;
      error += Math.exp(log) * (off + alphaSum * logError + logError * Math.abs(left));
    }
    return new double[] {expected, error};
  }
}
