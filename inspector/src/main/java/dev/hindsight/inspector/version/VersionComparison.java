package dev.hindsight.inspector.version;

import dev.hindsight.inspector.counterfactual.AblationEffect;
import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.Gaussian;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.IllegalLogit;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Versions of a policy on the same ticks of one agent. Immutable, for any thread that may read the
/// recording.
public final class VersionComparison {
  /// No reference: each version is compared with the one before it.
  public static final int BEFORE = -1;

  /// Numbers from -1 to 1 that differ by more than this are different actions.
  public static final double APART = 0.1;

  private final Rollout rollout;
  private final int agent;
  private final List<VersionOutputs> versions;
  private final boolean continuous;
  private final Limbo limbo;
  private final EpisodeEnds ends;
  private final Optional<AgentColumn> action;

  /// @param agent whose outputs
  /// @param versions in order, all over the same span
  /// @throws IllegalArgumentException if the spans differ
  public VersionComparison(Rollout rollout, int agent, List<VersionOutputs> versions) {
    if (versions.stream().map(VersionOutputs::span).distinct().count() > 1) {
      throw new IllegalArgumentException("versions over different ticks");
    }
    this.rollout = rollout;
    this.agent = agent;
    this.versions = List.copyOf(versions);
    this.continuous = ActionManifest.numbers(rollout.manifest()).isPresent();
    this.limbo = new Limbo(rollout);
    this.ends = new EpisodeEnds(rollout);
    this.action = AgentColumn.ofAnyWidth(rollout, "action");
  }

  /// The change of behaviour between two versions, over ticks outside limbo.
  ///
  /// @param from index of the first version
  /// @param to index of the second
  /// @param ticks number of ticks compared
  /// @param first the first tick at which they prefer different actions; -1 if nowhere
  /// @param others number of such ticks
  /// @param mean mean `KL(from || to)`, nats
  /// @param largest largest `KL(from || to)` that is a number, nats; NaN if none is
  /// @param largestAt its tick; -1 if no tick was compared
  public record BehaviourChange(
      int from,
      int to,
      int ticks,
      int first,
      int others,
      double mean,
      double largest,
      int largestAt) {}

  /// The versions, in order.
  public List<VersionOutputs> versions() {
    return versions;
  }

  /// Whose outputs.
  public int agent() {
    return agent;
  }

  /// The ticks.
  public Span span() {
    return versions.isEmpty() ? new Span(0, 0) : versions.getFirst().span();
  }

  /// Whether the agent acted at a tick: it was not in limbo.
  public boolean acted(int tick) {
    return !limbo.at(tick, agent);
  }

  /// The ticks from a tick on that remember it: those of its episode, after which the agent's
  /// memory is wiped.
  public Span remembering(int tick) {
    int last = tick;
    while (last + 1 < span().to() && !ends.ended(last, agent)) {
      last++;
    }
    return new Span(tick, last + 1);
  }

  /// What a version's action at a tick would be drawn from: its logits, without the illegal actions
  /// where policies take only legal ones; or means and deviations.
  public float[] logits(int version, int tick) {
    return drawnFrom(versions.get(version).logits(tick), tick);
  }

  /// What an action at a tick would be drawn from, if a policy put out these logits.
  public float[] drawnFrom(float[] logits, int tick) {
    return continuous ? logits : RecordedActionMask.applied(rollout, tick, agent, logits);
  }

  /// Whether actions are numbers instead of choices; outputs are then means and deviations.
  public boolean continuous() {
    return continuous;
  }

  /// The recorded action at a tick; -1 if none was recorded, or if actions are numbers.
  public int taken(int tick) {
    return continuous || action.isEmpty() ? -1 : (int) action.get().integer(tick, agent);
  }

  /// One number of a version at a tick; NaN in limbo and where it does not exist.
  ///
  /// @param reference version that [VersionMeasure#DIVERGENCE] compares with, or [#BEFORE]
  public double at(VersionMeasure measure, int reference, int version, int tick) {
    if (!acted(tick)) {
      return Double.NaN;
    }
    VersionOutputs outputs = versions.get(version);
    return switch (measure) {
      case PROBABILITY -> Math.exp(logProbability(logits(version, tick), outputs.bound(), tick));
      case VALUE -> outputs.value(tick);
      case ENTROPY ->
          continuous
              ? Gaussian.entropy(outputs.logits(tick), outputs.bound())
              : Categorical.entropy(logits(version, tick));
      case DIVERGENCE -> divergence(reference == BEFORE ? version - 1 : reference, version, tick);
      case LOOK_BACK ->
          outputs.byTrial(tick).map(weights -> earlier(weights, tick)).orElse(Double.NaN);
    };
  }

  private double logProbability(float[] output, ActionBound bound, int tick) {
    if (!continuous) {
      return Categorical.logProbability(output, taken(tick));
    }
    float[] numbers = new float[output.length / 2];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] =
          action.filter(column -> column.width() == numbers.length).isPresent()
              ? (float) action.get().value(tick, agent, i)
              : Float.NaN;
    }
    return Gaussian.logDensity(output, numbers, bound);
  }

  /// `KL(from || to)` at a tick, nats; NaN if there is no such version, or if only one of them
  /// bounds numbers by a tanh: then their densities are of different things.
  public double divergence(int from, int to, int tick) {
    if (from < 0 || versions.get(from).bound() != versions.get(to).bound()) {
      return Double.NaN;
    }
    return divergence(logits(from, tick), logits(to, tick));
  }

  /// `KL(p || q)` of two outputs that actions are drawn from ([#drawnFrom]), nats.
  public double divergence(float[] p, float[] q) {
    return continuous ? Gaussian.divergence(p, q) : Categorical.divergence(p, q);
  }

  private double earlier(float[] byTrial, int tick) {
    TrialIndex trials = rollout.trials();
    int trial = trials.trial(trials.stretchAt(tick));
    double sum = 0;
    for (int earlier = 0; earlier < trial; earlier++) {
      sum += byTrial[earlier];
    }
    return sum;
  }

  /// One number of every version at every tick, `[V][n]`.
  public float[][] matrix(VersionMeasure measure, int reference) {
    Span span = span();
    float[][] rows = new float[versions.size()][span.ticks()];
    for (int version = 0; version < rows.length; version++) {
      for (int tick = span.from(); tick < span.to(); tick++) {
        rows[version][tick - span.from()] = (float) at(measure, reference, version, tick);
      }
    }
    return rows;
  }

  /// How the behaviour changes from one version to another.
  public BehaviourChange change(int from, int to) {
    int first = -1;
    int others = 0;
    int ticks = 0;
    double sum = 0;
    double largest = 0;
    int largestAt = -1;
    for (int tick = span().from(); tick < span().to(); tick++) {
      if (acted(tick)) {
        ticks++;
        if (prefersAnother(from, to, tick)) {
          first = others == 0 ? tick : first;
          others++;
        }
        double divergence = divergence(from, to, tick);
        sum += divergence;
        boolean firstNumber = Double.isNaN(largest) && !Double.isNaN(divergence);
        if (largestAt < 0 || firstNumber || divergence > largest) {
          largest = divergence;
          largestAt = tick;
        }
      }
    }
    return new BehaviourChange(
        from, to, ticks, first, others, ticks == 0 ? Double.NaN : sum / ticks, largest, largestAt);
  }

  /// The change from each version to the next.
  public List<BehaviourChange> changes() {
    List<BehaviourChange> changes = new ArrayList<>();
    for (int to = 1; to < versions.size(); to++) {
      changes.add(change(to - 1, to));
    }
    return changes;
  }

  /// The earliest tick at which any version prefers another action than the version before it; of
  /// several such versions the first. Empty if all versions prefer the same actions everywhere.
  public Optional<BehaviourChange> firstChange() {
    return changes().stream()
        .filter(change -> change.first() >= 0)
        .min(Comparator.comparingInt(BehaviourChange::first));
  }

  /// Whether two versions prefer different actions at a tick: another most probable one, or, where
  /// actions are numbers from -1 to 1, a mean that differs by more than [#APART]. A version whose
  /// output is NaN prefers nothing.
  public boolean prefersAnother(int from, int to, int tick) {
    if (!continuous) {
      return preferred(from, tick) != preferred(to, tick);
    }
    float[] one = means(from, tick);
    float[] other = means(to, tick);
    for (int i = 0; i < one.length; i++) {
      if (Float.isNaN(one[i]) != Float.isNaN(other[i])
          || Math.abs((double) one[i] - other[i]) > APART) {
        return true;
      }
    }
    return false;
  }

  /// The action that a version finds most probable at a tick; -1 if there is none, because a logit
  /// is NaN. Meaningless where actions are numbers.
  public int preferred(int version, int tick) {
    return Categorical.preferred(logits(version, tick)).orElse(-1);
  }

  /// The means of the numbers of a version's action at a tick, bounded as it bounds what it draws;
  /// empty where actions are choices.
  public float[] means(int version, int tick) {
    VersionOutputs outputs = versions.get(version);
    float[] output = continuous ? outputs.logits(tick) : new float[0];
    float[] means = new float[output.length / 2];
    for (int i = 0; i < means.length; i++) {
      means[i] = (float) outputs.bound().apply(output[i]);
    }
    return means;
  }

  /// What a version prefers at a tick, in words: the most probable action, or the means of numbers.
  public String preferredWords(int version, int tick) {
    return ActionManifest.numbers(rollout.manifest())
        .map(space -> space.describe(means(version, tick)))
        .orElseGet(() -> AblationEffect.preferred(rollout, logits(version, tick)));
  }

  /// Whether a version is the policy that acted for this agent: its file has the recorded digest,
  /// or comes from the recorded update of the run and repeats the recorded logits to the bit, as a
  /// version without an optimiser does. Unknown for co-players, which may have other policies.
  public boolean acted(VersionOutputs version) {
    if (version.sha256().isEmpty() || Side.of(rollout).get(agent) != Side.EGO) {
      return false;
    }
    Manifest.PolicyInfo policy = rollout.manifest().policy();
    return version.sha256().equals(policy.checkpointSha256())
        || (!version.update().isEmpty()
            && policy.extra().entrySet().containsAll(version.update().entrySet())
            && fromRecorded(versions.indexOf(version)) == 0);
  }

  /// The largest difference of any of a version's logits from the recorded ones, outside limbo; NaN
  /// if the recording has no such logits.
  public double fromRecorded(int version) {
    VersionOutputs outputs = versions.get(version);
    int width = outputs.outputs().actions();
    Optional<AgentColumn> logits = AgentColumn.of(rollout, "logits", width);
    if (logits.isEmpty()) {
      return Double.NaN;
    }
    double largest = 0;
    for (int tick = span().from(); tick < span().to(); tick++) {
      float[] computed = outputs.logits(tick);
      for (int i = 0; acted(tick) && i < width; i++) {
        double recorded = logits.get().value(tick, agent, i);
        largest = Math.max(largest, IllegalLogit.apart(computed[i], recorded));
      }
    }
    return largest;
  }

  /// The mean `KL(from || to)` between any two versions, nats, `[V][V]`.
  public double[][] divergences() {
    double[][] all = new double[versions.size()][versions.size()];
    for (int from = 0; from < all.length; from++) {
      for (int to = 0; to < all.length; to++) {
        all[from][to] = change(from, to).mean();
      }
    }
    return all;
  }
}
