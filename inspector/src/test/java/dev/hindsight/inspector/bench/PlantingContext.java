package dev.hindsight.inspector.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// A right recording in which a defect is to be planted.
///
/// @param take what it is made of
/// @param right the recording
/// @param file its members, to be changed
/// @param random where places are drawn from
/// @param recorder for defects that have to be acted
/// @param name of the file to make, without its ending
record PlantingContext(
    RecordingSpec take,
    Path right,
    AlteredFile file,
    Random random,
    BenchRecorder recorder,
    String name) {
  /// A place in a recording.
  record Place(int tick, int agent) {}

  /// Whether something is the case.
  @FunctionalInterface
  interface Where {
    boolean at(int tick, int agent);
  }

  int ticks() {
    return file.ticks();
  }

  int agents() {
    return file.agents();
  }

  JsonNode manifest() {
    return file.json("manifest.json");
  }

  double at(String column, int tick, int index) {
    return file.column(column).at(tick, index);
  }

  boolean limbo(int tick, int agent) {
    return at("removed", tick, agent) != 0;
  }

  int event(int tick, int agent) {
    return (int) at("event", tick, agent);
  }

  /// Whether the trial ends with the action of a tick.
  boolean trialEnds(int tick) {
    return at("trial_ended", tick, 0) != 0;
  }

  boolean episodeEnds(int tick) {
    for (int agent = 0; agent < agents(); agent++) {
      if (at("terminal", tick, agent) == 0) {
        return false;
      }
    }
    return true;
  }

  boolean trialBegins(int tick) {
    return tick > 0 && trialEnds(tick - 1);
  }

  /// One of the places where something is the case, by lot; nothing where there is none.
  Optional<Place> somewhere(Where where) {
    List<Place> all = new ArrayList<>();
    for (int tick = 0; tick < ticks(); tick++) {
      for (int agent = 0; agent < agents(); agent++) {
        if (where.at(tick, agent)) {
          all.add(new Place(tick, agent));
        }
      }
    }
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
  }

  /// Numbers of an observation.
  int seen() {
    return file.column("observation").rowLength() / agents();
  }

  /// Where a feature stands in an observation; -1 where it does not.
  int feature(String segment, String feature) {
    for (JsonNode each : manifest().path("observation").path("segments")) {
      if (each.path("name").asText().equals(segment)) {
        for (int i = 0; i < each.path("names").size(); i++) {
          if (each.path("names").get(i).asText().equals(feature)) {
            return each.path("offset").asInt() + i;
          }
        }
      }
    }
    return -1;
  }

  /// Offset, rows and numbers in a row of a table in the observation; nothing where there is none.
  Optional<int[]> table(String segment) {
    for (JsonNode each : manifest().path("observation").path("segments")) {
      if (each.path("name").asText().equals(segment) && each.path("shape").size() == 2) {
        return Optional.of(
            new int[] {
              each.path("offset").asInt(),
              each.path("shape").get(0).asInt(),
              each.path("shape").get(1).asInt()
            });
      }
    }
    return Optional.empty();
  }

  double seen(int tick, int agent, int dimension) {
    return at("observation", tick, agent * seen() + dimension);
  }

  void show(int tick, int agent, int dimension, double value) {
    file.column("observation").put(tick, agent * seen() + dimension, value);
  }

  void put(String column, int tick, int index, double value) {
    file.column(column).put(tick, index, value);
  }

  void add(String column, int tick, int index, double value) {
    put(column, tick, index, at(column, tick, index) + value);
  }

  /// A setting as it took effect; NaN where there is none of that name.
  double setting(String name) {
    return manifest().path("environment").path("config").path(name).asDouble(Double.NaN);
  }

  EnvironmentShape shape() {
    try (Rollout rollout = Rollouts.open(right)) {
      return SimulationRecipe.of(rollout).factory().shape();
    }
  }

  Path out() {
    return recorder.folder().resolve(name + ".rollout");
  }

  /// Written with checksums and digest that fit.
  Path written() throws IOException {
    return file.write(out());
  }
}
