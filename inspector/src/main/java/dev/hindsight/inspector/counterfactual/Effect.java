package dev.hindsight.inspector.counterfactual;

import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.Cut;
import dev.hindsight.trainer.attention.Recall;
import dev.hindsight.trainer.attention.Remembered;
import dev.hindsight.trainer.branch.Repetition;
import dev.hindsight.trainer.edit.Choice;
import dev.hindsight.trainer.edit.EditWords;
import dev.hindsight.trainer.policy.Categorical;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What a query said, and what it would have said with something switched off at that tick alone.
/// Immutable; arrays are not to be written.
///
/// @param tick of the recording
/// @param taken the recorded action; -1 where there is none
/// @param with logits `[n]` with everything
/// @param without logits `[n]` without
/// @param slots how many slots the query may look at were closed to it
/// @param weight the mean weight, over all heads of all layers, that was on them
public record Effect(
    int agent,
    int tick,
    Ablation ablation,
    int taken,
    float[] with,
    float[] without,
    double valueWith,
    double valueWithout,
    int slots,
    double weight) {
  /// Asks one query.
  static Effect of(
      Rollout rollout, AttentionReading reading, Recall recall, int tick, Ablation ablation) {
    int query = tick - recall.span().from();
    Cut cut = cut(rollout, reading, recall, query, ablation);
    Recall.Said said = recall.ask(query, List.of(Cut.NONE, cut));
    java.util.BitSet closed = recall.open(query);
    closed.and(cut.closed());
    double weight = 0;
    int planes = reading.trace().layers() * reading.trace().heads();
    for (int plane = 0; plane < planes; plane++) {
      for (int slot = closed.nextSetBit(0); slot >= 0; slot = closed.nextSetBit(slot + 1)) {
        int heads = reading.trace().heads();
        weight += reading.trace().weight(plane / heads, plane % heads, query, slot) / planes;
      }
    }
    return new Effect(
        reading.agent(),
        tick,
        ablation,
        taken(rollout, reading.agent(), tick),
        said.logits()[0],
        said.logits()[1],
        said.values()[0],
        said.values()[1],
        closed.cardinality(),
        weight);
  }

  /// What an ablation means to a query of a stretch.
  static Cut cut(
      Rollout rollout, AttentionReading reading, Recall recall, int query, Ablation ablation) {
    Remembered memory = Remembered.of(recall.span(), reading.passage(), rollout.trials());
    return ablation.cut(memory, query, means(recall, ablation));
  }

  /// Mean outputs of the heads an ablation names, where it wants them.
  static Map<Ablation.Head, float[]> means(Recall recall, Ablation ablation) {
    Map<Ablation.Head, float[]> means = new LinkedHashMap<>();
    if (ablation.fill() == Ablation.Fill.MEAN) {
      ablation.heads().forEach(head -> means.put(head, recall.mean(head)));
    }
    return means;
  }

  /// The joint action an agent took; -1 where none is recorded.
  static int taken(Rollout rollout, int agent, int tick) {
    Optional<Channel> action =
        rollout
            .channel("action")
            .filter(c -> c.spec().perAgent() && c.rowLength() == rollout.manifest().agents());
    return action.map(c -> (int) c.integer(tick, agent)).orElse(-1);
  }

  /// An action in words.
  public static String name(Rollout rollout, int action) {
    return EditWords.choice(new Choice.Joint(action), rollout.manifest());
  }

  /// What to read before the effect: that the query says something else than was recorded with
  /// everything switched on. Nothing where it says the same within rounding, or nothing was
  /// recorded.
  public Optional<String> warning(Rollout rollout) {
    Optional<Channel> channel =
        rollout
            .channel("logits")
            .filter(c -> c.rowLength() == rollout.manifest().agents() * with.length);
    if (channel.isEmpty()) {
      return Optional.empty();
    }
    float[] stored = new float[with.length];
    channel.get().read(tick, agent * with.length, stored, with.length);
    double largest = 1;
    int furthest = 0;
    for (int i = 0; i < with.length; i++) {
      largest = Math.max(largest, Math.abs(stored[i]));
      furthest = apart(stored, i) > apart(stored, furthest) ? i : furthest;
    }
    double allowed = Repetition.TOLERANCE * largest;
    return apart(stored, furthest) <= allowed
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "with everything it says something else than was recorded (logit %d is off by %s,"
                    + " %s is allowed): another checkpoint, or what it saw was changed; what"
                    + " differs cannot be credited to what is switched off",
                furthest,
                NumberWords.significant(apart(stored, furthest), 3),
                NumberWords.significant(allowed, 1)));
  }

  private double apart(float[] stored, int i) {
    double apart = Math.abs((double) with[i] - stored[i]);
    return Double.isNaN(apart) ? Double.POSITIVE_INFINITY : apart;
  }

  /// Whether it changed nothing, and why it could not have: all that was named is masked anyway.
  public boolean idle() {
    return slots == 0 && ablation.heads().isEmpty();
  }

  /// How far the policy without is from the policy with, nats.
  public double divergence() {
    return Categorical.divergence(with, without);
  }

  /// What was switched off was worth, by a measure.
  public double worth(Question question) {
    return question.worth(with, valueWith, without, valueWithout, taken);
  }
}
