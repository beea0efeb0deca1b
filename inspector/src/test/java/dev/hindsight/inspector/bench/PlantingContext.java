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

/// A correct recording to plant a defect in.
///
/// @param take its specification
/// @param right the recording
/// @param file its members, to change
/// @param random chooses places
/// @param recorder for defects that need another recording
/// @param name of the file to write, without its extension
record PlantingContext(
    RecordingSpec take,
    Path right,
    AlteredFile file,
    Random random,
    BenchRecorder recorder,
    String name) {
  /// A place in a recording.
  record Place(int tick, int agent) {}

  /// Tests a place.
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

  /// One of the places that pass a test, at random; empty if there is none.
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

  /// The size of an observation.
  int seen() {
    return file.column("observation").rowLength() / agents();
  }

  /// The index of a feature in an observation; -1 if it has none.
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

  /// Offset, number of rows and row length of a table in the observation; empty if it has none.
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

  /// The effective value of a setting; NaN if none has that name.
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

  /// Writes it with matching checksums and digest.
  Path written() throws IOException {
    return file.write(out());
  }
}
