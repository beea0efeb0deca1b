package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Scenarios;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.study.EvaluatedScenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Digests of the files that a run reads besides its checkpoint: the maps that it trains on and is
/// evaluated on, and its co-players. Another file of the same name makes it another run. Worlds
/// that an environment generates change only with the code.
final class MapDigests {
  private MapDigests() {}

  /// The hex digest of each map's file, by the name that the user gave the map. Reads the files.
  static Map<String, String> of(TrainingSpec spec) {
    List<String> names = new ArrayList<>(spec.request().scenarios());
    if (spec.run().evaluation().on()) {
      spec.heldOut().worlds().stream()
          .map(EvaluatedScenario::scenario)
          .filter(name -> !name.isEmpty())
          .forEach(names::add);
    }
    Scenarios scenarios = spec.environment().scenarios();
    Map<String, String> digests = new LinkedHashMap<>();
    for (String name : new TreeSet<>(names)) {
      digests.put(name, digest(scenarios.resolve(name)));
    }
    return digests;
  }

  /// Digests of the co-players' files, in the order of the population; shipped policies change only
  /// with the code version and have none.
  static String ofCoPlayers(TrainingSpec spec) {
    return spec.request()
        .coPlayer()
        .map(text ->
            PartnerPopulation.parse(text).names().stream()
                .flatMap(name -> NamedFile.regular(name).stream())
                .map(file -> Checkpoints.read(file).sha256())
                .collect(Collectors.joining(",")))
        .orElse("");
  }

  private static String digest(Path file) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    } catch (IOException e) {
      throw new Problem(
          wording("TrainedWorlds.the_map_cannot_be_read"),
          file.toString(),
          wording("TrainedWorlds.check_that_it_is_there"),
          e);
    }
  }
}
