package dev.hindsight.trainer.env;

import java.util.List;

/// A number of a world that can differ from episode to episode: how slippery the ground is, how
/// much a sensor errs. By default it does not.
///
/// @param name lower-case words joined by `_`, unique in the environment
/// @param unit SI unit, `1` for none
/// @param doc one line for people, without a full stop
/// @param usual its value in a world that is not randomised
/// @param low the least usual end of its range, which the first bucket gets
/// @param high the other end
/// @param effect what it changes
/// @param observed for a sensor the observed numbers it acts on: names of segments, `neighbours`,
///   or of a feature in one, `neighbours.dx`; empty for anything else
public record RandomisedSetting(
    String name,
    String unit,
    String doc,
    double usual,
    double low,
    double high,
    Effect effect,
    List<String> observed) {
  /// What a randomised number changes.
  public enum Effect {
    /// How the world behaves.
    WORLD,
    /// How often the world does by chance, drawn anew at every tick, something else than the
    /// actions say: two trials with equal actions then differ.
    CHANCE,
    /// What agents observe: normal noise of this standard deviation, in the unit of the decoded
    /// number. The state is not touched. A number that is exactly 0 stays 0, because it stands for
    /// what is not there, and no number leaves its range.
    NOISE,
    /// What agents observe: numbers are as they were so many ticks ago, at most to the beginning of
    /// the trial. The state is not touched.
    DELAY,
    /// Which partner of a population drives the co-players: where it is in the population, as
    /// [StepBuffer#partnerShare] says. Nothing else in the world changes.
    PARTNER;

    /// Whether it changes what agents observe.
    public boolean sensed() {
      return switch (this) {
        case WORLD, CHANCE, PARTNER -> false;
        case NOISE, DELAY -> true;
      };
    }
  }

  /// Copies the list and checks that sensors, and only they, name what they act on.
  public RandomisedSetting {
    observed = List.copyOf(observed);
    if (effect.sensed() == observed.isEmpty() || low > high) {
      throw new IllegalArgumentException(name + " acts on nothing, or its range is upside down");
    }
  }

  /// A number of the world itself.
  public static RandomisedSetting ofWorld(
      String name, String unit, String doc, double usual, double low, double high) {
    return new RandomisedSetting(name, unit, doc, usual, low, high, Effect.WORLD, List.of());
  }

  /// A probability with which the world does something else than the actions say.
  public static RandomisedSetting ofChance(
      String name, String doc, double usual, double low, double high) {
    return new RandomisedSetting(name, "1", doc, usual, low, high, Effect.CHANCE, List.of());
  }

  /// The partner of an episode, from anywhere in the population.
  public static RandomisedSetting ofPartner(String name, String doc) {
    return new RandomisedSetting(name, "1", doc, 0, 0, 1, Effect.PARTNER, List.of());
  }

  /// A copy with another range.
  public RandomisedSetting within(double least, double most) {
    return new RandomisedSetting(name, unit, doc, usual, least, most, effect, observed);
  }
}
