package dev.hindsight.inspector.observation;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.ObservationSources;
import dev.hindsight.trainer.scene.Sketch;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The selected agent's observation at one moment. One owner thread: the sources of its numbers are
/// found when first requested.
final class ObservationReading {
  /// In metres; the reference program puts absent bodies at -10,000.
  private static final double NOWHERE = -9_999;

  private final Moment moment;
  private final Sketch sketch;
  private final float[] numbers;
  private final boolean limbo;
  private final boolean offMap;
  private Optional<ObservationSources> sources = Optional.empty();

  private ObservationReading(Moment moment, Sketch sketch, float[] numbers) {
    this.moment = moment;
    this.sketch = sketch;
    this.numbers = numbers;
    this.limbo = limbo(moment);
    this.offMap = offMap(moment);
  }

  /// The agent's observation at a moment; no numbers while no agent is selected.
  static ObservationReading at(Moment moment) {
    return new ObservationReading(
        moment, BuiltInEnvironments.sketchOf(moment.rollout()), moment.row("observation"));
  }

  /// What the agent would have observed next, had a time limit not ended its episode with the
  /// action of this moment; empty elsewhere.
  static Optional<ObservationReading> finalAt(Moment moment) {
    Rollout rollout = moment.rollout();
    boolean there = moment.agent() >= 0 && moment.tick() >= 0 && moment.tick() < rollout.ticks();
    return FinalObservationRows.of(rollout.manifest())
        .filter(_ -> there && new EpisodeEnds(rollout).timedOut(moment.tick(), moment.agent()))
        .flatMap(rows -> rows.observation(rollout, moment.tick(), moment.agent()))
        .map(numbers -> {
          Sketch sketch = BuiltInEnvironments.sketchOf(rollout);
          ObservationReading reading = new ObservationReading(moment, sketch, numbers);
          // The recorded world is the one before the action: it shows none of their sources.
          reading.sources = Optional.of(ObservationSources.NONE);
          return reading;
        });
  }

  /// D, the size of one agent's observation; 0 if none is recorded.
  static int size(Moment moment) {
    int agents = moment.rollout().manifest().agents();
    return moment
        .rollout()
        .channel("observation")
        .map(Channel::rowLength)
        .filter(length -> agents > 0 && length % agents == 0)
        .map(length -> length / agents)
        .orElse(0);
  }

  private static boolean limbo(Moment moment) {
    Rollout rollout = moment.rollout();
    return moment.agent() >= 0
        && moment.agent() < rollout.manifest().agents()
        && moment.tick() < rollout.ticks()
        && new Limbo(rollout).at(moment.tick(), moment.agent());
  }

  /// Whether the agent stands where simulators put absent bodies, without being in limbo.
  private static boolean offMap(Moment moment) {
    int agents = moment.rollout().manifest().agents();
    return AgentColumn.of(moment.rollout(), "pose", 3)
        .filter(_ -> moment.agent() >= 0 && moment.agent() < agents)
        .filter(_ -> moment.tick() >= 0 && moment.tick() < moment.rollout().ticks())
        .filter(c -> c.value(moment.tick(), moment.agent()) <= NOWHERE)
        .isPresent();
  }

  /// One number, as the policy saw it.
  float number(int dimension) {
    return numbers[dimension];
  }

  /// D, or 0 if there is nothing to show.
  int size() {
    return numbers.length;
  }

  /// How many of some numbers differ from another observation, bit for bit.
  int differing(ObservationReading other, int from, int count) {
    int differing = 0;
    for (int i = from; i < Math.min(from + count, numbers.length); i++) {
      boolean same =
          i < other.numbers.length
              && Float.floatToIntBits(numbers[i]) == Float.floatToIntBits(other.numbers[i]);
      differing += same ? 0 : 1;
    }
    return differing;
  }

  /// The difference of a number from another observation; for several numbers, how many differ.
  String difference(ObservationPart observationPart, ObservationReading other) {
    if (isEmpty()
        || observationPart.from() + observationPart.length()
            > Math.min(numbers.length, other.numbers.length)) {
      return "";
    }
    int differing = differing(other, observationPart.from(), observationPart.length());
    if (differing == 0) {
      return "";
    }
    return observationPart.kind() == ObservationPart.Kind.NUMBER
        ? NumberWords.signedSignificant(
            numbers[observationPart.from()] - other.numbers[observationPart.from()], 4)
        : wording("ObservationReading.differ", differing);
  }

  /// Whether there is anything to show.
  boolean isEmpty() {
    return numbers.length == 0;
  }

  /// The exact numbers of a part: one number bare, several in brackets.
  String copy(ObservationPart observationPart) {
    List<String> all = new ArrayList<>();
    for (int i = observationPart.from();
        i < Math.min(numbers.length, observationPart.from() + observationPart.length());
        i++) {
      all.add(Float.toString(numbers[i]));
    }
    return observationPart.length() == 1 ? String.join("", all) : all.toString();
  }

  /// The number as the policy sees it; for several numbers, how many are not zero.
  String raw(ObservationPart observationPart) {
    if (isEmpty() || observationPart.from() + observationPart.length() > numbers.length) {
      return "";
    }
    return switch (observationPart.kind()) {
      case NUMBER -> plain(numbers[observationPart.from()]);
      case PLANE, ROW, SEGMENT -> "";
    };
  }

  /// The number as the quantity it measures, with its unit; for a row what occupies it, for a
  /// segment how much of it is occupied.
  String meaning(ObservationPart observationPart) {
    if (isEmpty() || observationPart.from() + observationPart.length() > numbers.length) {
      return "";
    }
    return switch (observationPart.kind()) {
      case NUMBER -> {
        float raw = numbers[observationPart.from()];
        yield Float.isFinite(raw) ? observationPart.quantity().describe(raw) : "–";
      }
      case ROW -> empty(observationPart) ? "empty" : whence(observationPart);
      case PLANE, SEGMENT ->
          wording(
              "ObservationReading.of_not_zero", filled(observationPart), observationPart.length());
    };
  }

  /// Unusual properties of a part, in words.
  ///
  /// @param constant whether a dimension never changes in the whole recording
  String flags(ObservationPart observationPart, java.util.function.IntPredicate constant) {
    if (isEmpty() || observationPart.from() + observationPart.length() > numbers.length) {
      return "";
    }
    if (limbo) {
      return observationPart.kind() == ObservationPart.Kind.SEGMENT
          ? wording("ObservationReading.in_limbo_meaningless")
          : "limbo";
    }
    if (offMap && observationPart.kind() == ObservationPart.Kind.SEGMENT) {
      return wording("ObservationReading.off_the_map");
    }
    int none = 0;
    for (int i = observationPart.from();
        i < observationPart.from() + observationPart.length();
        i++) {
      none += Float.isFinite(numbers[i]) ? 0 : 1;
    }
    if (observationPart.kind() != ObservationPart.Kind.NUMBER) {
      return none == 0 ? audience(observationPart) : wording("ObservationReading.not_finite", none);
    }
    float raw = numbers[observationPart.from()];
    if (none > 0) {
      return Float.isNaN(raw) ? "⚠ NaN" : "⚠ infinite";
    }
    if (observationPart.quantity().outside(raw)) {
      return wording("ObservationReading.out_of_range", range(observationPart));
    }
    return constant.test(observationPart.from()) ? "constant" : "";
  }

  /// Says of a segment that no action depends on it.
  private String audience(ObservationPart observationPart) {
    return moment
        .rollout()
        .manifest()
        .observation()
        .segmentOf(observationPart.from())
        .filter(_ -> observationPart.kind() == ObservationPart.Kind.SEGMENT)
        .filter(ObservationLayout.Segment::criticOnly)
        .map(_ -> wording("ObservationReading.critic_only"))
        .orElse("");
  }

  private static String range(ObservationPart observationPart) {
    return plain(observationPart.quantity().range().getFirst())
        + " … "
        + plain(observationPart.quantity().range().getLast());
  }

  /// The subjects that a part describes.
  Set<MarkSubject> subjects(ObservationPart observationPart) {
    Set<MarkSubject> subjects = new LinkedHashSet<>();
    for (int i = observationPart.from();
        i < observationPart.from() + observationPart.length() && !isEmpty();
        i++) {
      subjects.addAll(sources().of(i));
    }
    return subjects;
  }

  /// The source of every number.
  ObservationSources sources() {
    if (sources.isEmpty()) {
      sources = Optional.of(isEmpty() ? ObservationSources.NONE : sketch.sources(moment));
    }
    return sources.get();
  }

  private String whence(ObservationPart observationPart) {
    return subjects(observationPart).stream()
        .filter(s ->
            Set.of(MarkSubject.AGENT, MarkSubject.OTHER, MarkSubject.GOAL, MarkSubject.ROAD)
                .contains(s.kind()))
        .map(s -> sketch.describe(moment, s))
        .findFirst()
        .orElse("");
  }

  private boolean empty(ObservationPart observationPart) {
    return filled(observationPart) == 0;
  }

  private int filled(ObservationPart observationPart) {
    int filled = 0;
    for (int i = observationPart.from();
        i < observationPart.from() + observationPart.length();
        i++) {
      filled += numbers[i] != 0 ? 1 : 0;
    }
    return filled;
  }

  private static String plain(double value) {
    return NumberWords.significant(value, 4);
  }
}
