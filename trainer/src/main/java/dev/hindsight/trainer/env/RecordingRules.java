package dev.hindsight.trainer.env;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// Rules for recordings of one configuration, declared by the environment. Audits read them here
/// and need not know any knob.
///
/// @param trialEnd what ends a trial before its time limit
/// @param episodeTicks the most ticks an episode takes, if the manifest's trials do not say
/// @param scoring when a trial scores 1; empty if scores follow no such rule
/// @param payments what single events are worth, in units of reward
/// @param contactRemoves whether a contact takes an agent off the map
/// @param warmUp ticks of a log that pass before an episode begins; empty if it begins at once
/// @param tickSeconds duration of a tick as configured, s
/// @param substepSeconds duration of one simulation step within a tick, s
/// @param separation distance below which two bodies have lost separation, m
/// @param goalSeenWithin distance beyond which agents do not observe their goal, m; empty if they
///   always do
/// @param constants numbers of an observation that stay constant during an episode, by name
/// @param staggered whether the first episode begins at some age, so that its time may be up sooner
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
    OptionalDouble goalSeenWithin,
    Map<String, Bounds> constants,
    boolean staggered) {
  /// Nothing is declared.
  public static final RecordingRules UNDECLARED = of(TrialEnd.UNDECLARED);

  /// Copies the map.
  public RecordingRules {
    constants = Map.copyOf(constants);
  }

  /// Declares what ends a trial before its time limit, and nothing else.
  public static RecordingRules of(TrialEnd trialEnd) {
    return new RecordingRules(
        trialEnd,
        OptionalInt.empty(),
        Optional.empty(),
        Payments.NONE,
        false,
        Optional.empty(),
        Optional.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        Map.of(),
        false);
  }

  /// A copy that says when a trial scores 1.
  public RecordingRules with(Scoring rule) {
    return new RecordingRules(
        trialEnd,
        episodeTicks,
        Optional.of(rule),
        payments,
        contactRemoves,
        warmUp,
        tickSeconds,
        substepSeconds,
        separation,
        goalSeenWithin,
        constants,
        staggered);
  }

  /// A copy whose first episode begins at some age if this is true.
  public RecordingRules staggered(boolean age) {
    return new RecordingRules(
        trialEnd,
        episodeTicks,
        scoring,
        payments,
        contactRemoves,
        warmUp,
        tickSeconds,
        substepSeconds,
        separation,
        goalSeenWithin,
        constants,
        age);
  }

  /// What ends a trial before its time limit.
  public enum TrialEnd {
    /// All egos are off the map: driving in trials, an airspace.
    ALL_GONE,
    /// All agents have been put back to their start: driving with respawns.
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
  /// @param spoilingState column that is not 0 while something spoils the trial: `collision`; empty
  ///   if nothing lasts
  /// @param spoilingEvents bits of the [dev.hindsight.trainer.outcome.EventKind]s that spoil it
  public record Scoring(String spoilingState, int spoilingEvents) {}

  /// What events are worth; 0 if not fixed.
  ///
  /// @param goal for reaching a goal
  /// @param collision for running into a body, usually negative
  /// @param offroad for crossing an edge, usually negative
  public record Payments(double goal, double collision, double offroad) {
    /// No event has a fixed worth.
    public static final Payments NONE = new Payments(0, 0, 0);
  }

  /// A number that a knob sets.
  ///
  /// @param name of the knob, for messages
  /// @param value in the unit of the knob
  public record Knob(String name, double value) {}

  /// Range from which a number may be drawn; NaN for an open end.
  public record Bounds(double least, double most) {
    /// No limits.
    public static final Bounds NONE = new Bounds(Double.NaN, Double.NaN);
  }
}
