package dev.hindsight.inspector.bench;

import dev.hindsight.inspector.bench.PlantingContext.Place;
import dev.hindsight.trainer.outcome.EventBits;
import java.io.IOException;
import java.util.Optional;

/// Ways of planting defects in columns that several kinds of defects share.
final class Planting {
  private Planting() {}

  static boolean goal(PlantingContext s, int tick, int agent) {
    return (s.event(tick, agent) & EventBits.GOAL) != 0 && s.at("reward", tick, agent) > 0.2;
  }

  static double goalPay(PlantingContext s) {
    double pay = s.setting("reward_goal");
    return Double.isNaN(pay) ? 1 : pay;
  }

  static Optional<Place> first(PlantingContext s, PlantingContext.Where where) {
    for (int tick = 0; tick < s.ticks(); tick++) {
      for (int agent = 0; agent < s.agents(); agent++) {
        if (where.at(tick, agent)) {
          return Optional.of(new Place(tick, agent));
        }
      }
    }
    return Optional.empty();
  }

  /// Changes a number at one place.
  static Optional<ExpectedFinding> alone(
      PlantingContext s, String column, PlantingContext.Where where, double value, String cause)
      throws IOException {
    Optional<Place> at = s.somewhere(where);
    if (at.isEmpty()) {
      return Optional.empty();
    }
    s.put(column, at.get().tick(), at.get().agent(), value);
    return Optional.of(ExpectedFinding.at(s.written(), at.get().tick(), at.get().agent(), cause));
  }

  static Optional<ExpectedFinding> shifted(
      PlantingContext s, PlantingContext.Where where, double by, String cause) throws IOException {
    return shifted(s, "reward", where, by, cause);
  }

  static Optional<ExpectedFinding> shifted(
      PlantingContext s, String column, PlantingContext.Where where, double by, String cause)
      throws IOException {
    Optional<Place> at = s.somewhere(where);
    if (at.isEmpty()) {
      return Optional.empty();
    }
    s.add(column, at.get().tick(), at.get().agent(), by);
    return Optional.of(ExpectedFinding.at(s.written(), at.get().tick(), at.get().agent(), cause));
  }

  static Optional<ExpectedFinding> everybody(
      PlantingContext s, String column, int tick, double value, String cause) throws IOException {
    for (int agent = 0; agent < s.agents(); agent++) {
      s.put(column, tick, agent, value);
    }
    return Optional.of(
        ExpectedFinding.between(s.written(), tick, tick + 1, ExpectedFinding.ANY, cause));
  }
}
