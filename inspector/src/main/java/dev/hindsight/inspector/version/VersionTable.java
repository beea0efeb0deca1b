package dev.hindsight.inspector.version;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.counterfactual.AblationEffect;
import dev.hindsight.inspector.counterfactual.TakenAction;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/// What all versions put out at one tick, next to each other: a row for each number, a column for
/// each version. Immutable.
///
/// @param rows from the top
record VersionTable(List<Row> rows) {
  /// One number of every version.
  ///
  /// @param name what it is
  /// @param words by version
  /// @param share by version, 0 to 1, for a bar; NaN where it is no share
  record Row(String name, IntFunction<String> words, IntToDoubleFunction share) {}

  /// The most actions it lists.
  private static final int ACTIONS = 40;

  /// The outputs at a tick, the actions that any version finds most probable first; the recorded
  /// action is marked.
  static VersionTable of(Rollout rollout, VersionComparison versions, int tick) {
    List<Row> rows = new ArrayList<>();
    if (!versions.span().holds(tick) || !versions.acted(tick)) {
      return new VersionTable(rows);
    }
    for (VersionMeasure measure : VersionMeasure.values()) {
      if (measure != VersionMeasure.LOOK_BACK) {
        rows.add(
            new Row(
                words(measure, versions),
                version -> words(measure, versions, version, tick),
                version ->
                    measure == VersionMeasure.PROBABILITY && !versions.continuous()
                        ? versions.at(measure, VersionComparison.BEFORE, version, tick)
                        : Double.NaN));
      }
    }
    attention(rollout, versions, tick, rows);
    if (versions.continuous()) {
      numbers(rollout, versions, tick, rows);
    } else {
      actions(rollout, versions, tick, rows);
    }
    return new VersionTable(List.copyOf(rows));
  }

  /// The name of a measure on the actions of a recording.
  static String words(VersionMeasure measure, VersionComparison versions) {
    return measure == VersionMeasure.PROBABILITY && versions.continuous()
        ? wording("VersionTable.density_of_the_recorded_action")
        : measure.words();
  }

  private static String words(
      VersionMeasure measure, VersionComparison versions, int version, int tick) {
    double number = versions.at(measure, VersionComparison.BEFORE, version, tick);
    return words(measure, versions, number);
  }

  /// A number of a measure in words, without its unit; a dash for NaN.
  static String words(VersionMeasure measure, VersionComparison versions, double number) {
    if (Double.isNaN(number)) {
      return NumberWords.NONE;
    }
    return switch (measure) {
      case PROBABILITY ->
          versions.continuous()
              ? NumberWords.significant(number, 3)
              : NumberWords.percent(number, 1);
      case LOOK_BACK -> NumberWords.percent(number, 1);
      case VALUE -> NumberWords.logit(number);
      case ENTROPY, DIVERGENCE -> NumberWords.significant(number, 3);
    };
  }

  private static void attention(
      Rollout rollout, VersionComparison versions, int tick, List<Row> rows) {
    List<VersionOutputs> all = versions.versions();
    if (all.stream().noneMatch(version -> version.byTrial(tick).isPresent())) {
      return;
    }
    int now = rollout.trials().trial(rollout.trials().stretchAt(tick));
    for (int trial = 0; trial <= now; trial++) {
      int number = trial;
      IntToDoubleFunction weight =
          version ->
              all.get(version)
                  .byTrial(tick)
                  .map(weights -> number < weights.length ? (double) weights[number] : 0.0)
                  .orElse(Double.NaN);
      rows.add(
          new Row(
              wording("VersionTable.attention_on_trial", trial + 1),
              version -> share(weight.applyAsDouble(version)),
              weight));
    }
    rows.add(
        new Row(
            wording("VersionTable.most_attention_on"),
            version -> heaviest(rollout, all.get(version), tick),
            _ -> Double.NaN));
  }

  private static String heaviest(Rollout rollout, VersionOutputs version, int tick) {
    int seen = version.heaviest(tick);
    return seen < 0
        ? NumberWords.NONE
        : TickWords.of(rollout.trials(), seen) + ": " + share(version.heaviestWeight(tick));
  }

  private static void numbers(
      Rollout rollout, VersionComparison versions, int tick, List<Row> rows) {
    List<String> names = TakenAction.names(rollout.manifest());
    for (int i = 0; i < names.size(); i++) {
      int at = i;
      rows.add(
          new Row(
              names.get(i),
              version -> {
                VersionOutputs outputs = versions.versions().get(version);
                return TakenAction.words(outputs.logits(tick), at, outputs.bound());
              },
              _ -> Double.NaN));
    }
  }

  private static void actions(
      Rollout rollout, VersionComparison versions, int tick, List<Row> rows) {
    double[][] probabilities =
        IntStream.range(0, versions.versions().size())
            .mapToObj(version -> Categorical.probabilities(versions.logits(version, tick)))
            .toArray(double[][]::new);
    int count = probabilities.length == 0 ? 0 : probabilities[0].length;
    double[] most = new double[count];
    for (double[] of : probabilities) {
      for (int action = 0; action < count; action++) {
        most[action] = Math.max(most[action], of[action]);
      }
    }
    int taken = versions.taken(tick);
    IntStream.range(0, count)
        .boxed()
        .sorted(Comparator.comparingDouble(action -> -most[action]))
        .limit(ACTIONS)
        .forEach(action ->
            rows.add(
                new Row(
                    (action == taken ? "➤ " : "") + AblationEffect.name(rollout, action),
                    version -> share(probabilities[version][action]),
                    version -> probabilities[version][action])));
  }

  private static String share(double part) {
    return Double.isNaN(part) ? NumberWords.NONE : NumberWords.percent(part, 1);
  }
}
