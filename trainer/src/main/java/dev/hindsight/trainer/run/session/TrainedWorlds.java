package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Scenarios;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.study.EvaluatedScenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The worlds that a policy was trained on, to name those that an evaluation uses again: their
/// scores say nothing about worlds that the policy has never met.
///
/// @param scenarios finds the files of maps
/// @param maps training maps, as the user named them; empty if the environment generates its worlds
/// @param seed of the run
/// @param updates of the run
/// @param environments of the run at a time
public record TrainedWorlds(
    Scenarios scenarios, List<String> maps, long seed, long updates, int environments) {
  /// Copies the list.
  public TrainedWorlds {
    maps = List.copyOf(maps);
  }

  /// Those of the training that a checkpoint comes from.
  public static TrainedWorlds of(Scenarios scenarios, CheckpointOrigin origin) {
    return new TrainedWorlds(
        scenarios,
        origin.scenarios(),
        whole(origin, "seed"),
        whole(origin, "updates"),
        (int) whole(origin, "num_envs"));
  }

  private static long whole(CheckpointOrigin origin, String knob) {
    return Optional.ofNullable(origin.training().get(knob)).map(JsonNode::asLong).orElse(0L);
  }

  /// Those of some maps that are training maps: another name does not make a map held out, so files
  /// count as the same if they hold the same bytes.
  public List<String> mapsAmong(List<String> evaluated) {
    return evaluated.stream().filter(this::isTrainingMap).toList();
  }

  private boolean isTrainingMap(String map) {
    return maps.contains(map)
        || scenarios.here(maps).stream()
            .anyMatch(other -> same(scenarios.resolve(map), scenarios.resolve(other)));
  }

  private static boolean same(Path file, Path other) {
    try {
      return Files.mismatch(file, other) < 0;
    } catch (IOException e) {
      throw new Problem(
          wording("TrainedWorlds.the_map_cannot_be_read"),
          file.toString(),
          wording("TrainedWorlds.check_that_it_is_there"),
          e);
    }
  }

  /// The fixed seeds of some worlds with which the run trained on the same map: the policy met the
  /// very same world.
  public List<Long> seedsAmong(List<EvaluatedScenario> worlds) {
    Set<Long> fixed =
        worlds.stream()
            .filter(world -> world.seed().isPresent())
            .filter(world -> world.scenario().isEmpty() || isTrainingMap(world.scenario()))
            .map(world -> world.seed().orElseThrow())
            .collect(Collectors.toSet());
    return new Seeds(seed).trainedOn(fixed, updates, environments);
  }

  /// What an evaluation uses again, in a sentence; empty if its worlds are held out. An environment
  /// without maps has no fixed set of worlds to hold out.
  public Optional<String> reused(List<EvaluatedScenario> worlds) {
    List<String> again =
        mapsAmong(
            worlds.stream()
                .map(EvaluatedScenario::scenario)
                .filter(map -> !map.isEmpty())
                .distinct()
                .toList());
    List<Long> seeds = seedsAmong(worlds);
    List<String> sentences =
        Stream.concat(
                again.isEmpty()
                    ? Stream.of()
                    : Stream.of(wording("TrainedWorlds.maps_are_training_maps", listed(again))),
                seeds.isEmpty()
                    ? Stream.of()
                    : Stream.of(wording("TrainedWorlds.seeds_are_training_seeds", listed(seeds))))
            .toList();
    return sentences.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", sentences));
  }

  private static String listed(List<?> names) {
    int shown = Math.min(8, names.size());
    String first =
        names.subList(0, shown).stream().map(String::valueOf).collect(Collectors.joining(", "));
    return shown == names.size()
        ? first
        : wording("TrainedWorlds.and_more", first, names.size() - shown);
  }
}
