package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.Signal;
import dev.hindsight.trainer.condition.SignalSpec;
import dev.hindsight.trainer.condition.SignalSpec.Kind;
import dev.hindsight.trainer.condition.Vocabulary;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.observation.ObservationLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The names that a condition on an evaluation may use, in the language of breakpoints.
///
/// @param update the evaluated update
/// @param scores its result
/// @param evaluations number of evaluations of the run so far, with this one
/// @param sinceBest number of evaluations since the best one; 0 if this is the best
record EvaluationSignals(long update, PolicyScores scores, long evaluations, long sinceBest) {
  private static final String PREFIX = "eval_";

  /// What a condition can name.
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

  /// The names that are the same for every environment.
  private static final List<SignalSpec> OWN =
      List.of(
          real("score", wording("EvaluationSignals.score")),
          real("first_score", wording("EvaluationSignals.first_score")),
          real("gain", wording("EvaluationSignals.gain")),
          real("return", wording("EvaluationSignals.return")),
          real("length", wording("EvaluationSignals.length")),
          whole("update", wording("EvaluationSignals.update")),
          whole("count", wording("EvaluationSignals.count")),
          whole("since_best", wording("EvaluationSignals.since_best")));

  /// The names that an evaluation without scores does not have.
  private static final Set<String> OF_SCORES =
      Set.of(PREFIX + "score", PREFIX + "first_score", PREFIX + "gain");

  private static SignalSpec real(String name, String doc) {
    return SignalSpec.ofTick(PREFIX + name, Kind.REAL, doc);
  }

  private static SignalSpec whole(String name, String doc) {
    return SignalSpec.ofTick(PREFIX + name, Kind.WHOLE, doc);
  }

  /// Whether a text is about evaluations, so that it is not one about ticks.
  static boolean named(String text) {
    return text.contains(PREFIX);
  }

  /// Compiles a condition.
  ///
  /// @param heldOut a world of the evaluation, whose counts have names, too: `eval_collisions`
  /// @throws dev.hindsight.trainer.Problem if it is none
  static Condition condition(String text, EnvironmentFactory heldOut) {
    Set<String> taken = OWN.stream().map(SignalSpec::name).collect(Collectors.toSet());
    List<SignalSpec> counts =
        heldOut.create(0).totals().keySet().stream()
            .filter(name -> NAME.matcher(name).matches() && !PolicyScores.scoreOfTrial(name))
            .filter(name -> !taken.contains(PREFIX + name))
            .sorted()
            .map(name -> real(name, wording("EvaluationSignals.mean_of", name)))
            .toList();
    return Condition.of(
        text,
        new Vocabulary(
            Stream.concat(OWN.stream(), counts.stream()).toList(),
            Map.of(),
            0,
            new ObservationLayout(List.of())));
  }

  /// The names in a condition whose comparisons never hold without scores.
  static List<String> ofScores(Condition condition) {
    return condition.signals().stream().filter(OF_SCORES::contains).sorted().toList();
  }

  /// Whether a condition holds.
  boolean meet(Condition condition) {
    return condition.evaluator(this::signal).holds(0, -1);
  }

  private Signal signal(String name) {
    double value = values().getOrDefault(name, Double.NaN);
    return (_, _, _) -> value;
  }

  private Map<String, Double> values() {
    Map<String, Double> values = new LinkedHashMap<>();
    scores.totals().forEach((name, mean) -> values.put(PREFIX + name, mean));
    values.put(PREFIX + "score", scores.score());
    values.put(PREFIX + "first_score", scores.firstScore());
    values.put(PREFIX + "gain", scores.gain());
    values.put(PREFIX + "update", (double) update);
    values.put(PREFIX + "count", (double) evaluations);
    values.put(PREFIX + "since_best", (double) sinceBest);
    return values;
  }
}
