package dev.hindsight.app.study;

import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.RunSettings;
import dev.hindsight.trainer.run.session.TrainingSpec;
import dev.hindsight.trainer.study.plan.StudySpec;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The knobs of a study's runs, with the values that all arms share.
///
/// @param values of all knobs, by name with the prefix of their group
record StudyKnobs(
    EnvironmentType environment, AlgorithmType algorithm, Map<String, String> values) {
  /// Copies the map.
  StudyKnobs {
    values = Map.copyOf(values);
  }

  /// Finds out the values; reads files: for background threads.
  static StudyKnobs of(StudySpec spec) {
    TrainingRequest all = spec.request(spec.runs().getFirst());
    TrainingRequest shared =
        new TrainingRequest(
            all.environment(),
            all.preset(),
            all.scenarios(),
            spec.settings(),
            all.seed(),
            all.device(),
            all.parent(),
            all.coPlayer(),
            all.algorithm());
    AlgorithmType algorithm =
        BuiltInAlgorithms.all().stream()
            .filter(type -> Optional.of(type.id()).equals(spec.algorithm()))
            .findFirst()
            .orElse(BuiltInAlgorithms.all().getFirst());
    return new StudyKnobs(
        BuiltInEnvironments.named(spec.environment()),
        algorithm,
        TrainingSpec.of(shared, algorithm).effective());
  }

  /// The whole name of a knob that was typed without a prefix.
  String whole(String typed) {
    return Stream.of("", TrainingSpec.ENVIRONMENT, algorithm.id() + ".", RunSettings.PREFIX)
        .map(prefix -> prefix + typed)
        .filter(values::containsKey)
        .findFirst()
        .orElse(typed);
  }
}
