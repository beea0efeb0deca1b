package dev.hindsight.trainer.env;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// What must hold of recordings of one configuration, as the environment declares it: audits read
/// the meaning here and name no knob.
///
/// @param trialEnd what ends a trial before its time is up
/// @param episodeTicks ticks an episode takes at most, where the trials of the manifest do not say
/// @param scoring when a trial scores 1; empty where scores follow no such rule
/// @param payments what single events are worth, in units of reward
/// @param contactRemoves whether a contact takes an agent off the map
/// @param warmUp ticks of a log that pass before an episode begins; empty where it begins at once
/// @param tickSeconds what the configuration says a tick takes, s
/// @param substepSeconds what one step of the simulation within a tick takes, s
/// @param separation within which two bodies have lost separation, m
/// @param constants numbers of an observation that stay as they are through an episode, by name
public record RecordingRules(
    TrialEnd trialEnd,
    OptionalInt episodeTicks,
    Optional<Scoring> scoring,
    Payments payments,
    boolean contactRemoves,
    Optional<Knob> warmUp,
    Optional<Knob> tickSeconds,
    OptionalDouble substepSeconds,
    OptionalDouble separation,
    Map<String, Bounds> constants) {
  /// Nothing is declared.
  public static final RecordingRules UNDECLARED =
      new RecordingRules(
          TrialEnd.UNDECLARED,
          OptionalInt.empty(),
          Optional.empty(),
          Payments.NONE,
          false,
          Optional.empty(),
          Optional.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          Map.of());

  /// Copies the map.
  public RecordingRules {
    constants = Map.copyOf(constants);
  }

  /// What ends a trial before its time is up.
  public enum TrialEnd {
    /// Every ego is off the map: driving in trials, an airspace.
    ALL_GONE,
    /// Every agent has been put back to its start: driving with respawns.
    ALL_RESPAWNED,
    /// The goal is reached: a dark room.
    GOAL,
    /// Nothing.
    NOTHING,
    /// The environment does not say.
    UNDECLARED
  }

  /// A trial scores 1 for a goal that nothing spoiled, else 0.
  ///
  /// @param spoilingState column that is not 0 while something spoils the trial: `collision`
  /// @param spoilingEvents bits of [dev.hindsight.trainer.outcome.EventBits] that spoil it
  public record Scoring(String spoilingState, int spoilingEvents) {}

  /// What events are worth; 0 where that is not fixed.
  ///
  /// @param goal for reaching a goal
  /// @param collision for running into a body, mostly below 0
  /// @param offroad for crossing an edge, mostly below 0
  public record Payments(double goal, double collision, double offroad) {
    /// No event has a fixed worth.
    public static final Payments NONE = new Payments(0, 0, 0);
  }

  /// A number that a knob declares.
  ///
  /// @param name of the knob, for messages
  /// @param value in the unit of what it declares
  public record Knob(String name, double value) {}

  /// Least and most that a number may be drawn as; NaN where nothing bounds it.
  public record Bounds(double least, double most) {
    /// Nothing bounds it.
    public static final Bounds NONE = new Bounds(Double.NaN, Double.NaN);
  }
}
