package dev.hindsight.trainer.learn.algorithm;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.ppo.PpoType;
import dev.hindsight.trainer.learn.sac.SacType;
import dev.hindsight.trainer.run.AlgorithmType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The list of algorithms.
public final class BuiltInAlgorithms {
  private static final List<AlgorithmType> ALL = List.of(new PpoType(), new SacType());

  private BuiltInAlgorithms() {}

  /// All algorithms; the first is the default.
  public static List<AlgorithmType> all() {
    return ALL;
  }

  /// The algorithm with an id, or the default one.
  ///
  /// @throws Problem listing the known ids
  public static AlgorithmType chosen(Optional<String> id) {
    return id.map(BuiltInAlgorithms::named).orElseGet(ALL::getFirst);
  }

  /// The algorithm with an id.
  ///
  /// @throws Problem listing the known ids
  public static AlgorithmType named(String id) {
    return all().stream()
        .filter(type -> type.id().equals(id))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                wording("BuiltInAlgorithms.there_is_no_such_algorithm"),
                id,
                wording(
                    "BuiltInAlgorithms.choose_one_of",
                    all().stream().map(AlgorithmType::id).collect(Collectors.joining(", ")))));
  }
}
