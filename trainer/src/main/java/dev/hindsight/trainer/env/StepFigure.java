package dev.hindsight.trainer.env;

import dev.hindsight.trainer.outcome.RewardParts;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import java.util.Optional;
import java.util.regex.Pattern;

/// A number that an environment reports of every step and agent, besides reward and events: a part
/// of the reward, what was moved, whether an action was legal. It belongs to the tick whose action
/// brought it about, like the reward, and is recorded and averaged under its name.
///
/// @param name lower-case words joined by `_`: `reward_goal`
/// @param unit SI unit, `1` for none
/// @param doc one line for people
/// @param kind whether the reward consists of it
/// @param metric a name of its own among the metrics of training, if it has one
public record StepFigure(
    String name, String unit, String doc, Kind kind, Optional<StepMetric> metric) {
  /// Begins the names of its columns in recordings and of its means in training.
  public static final String PREFIX = "figure/";

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

  /// How a figure relates to the reward.
  public enum Kind {
    /// It only reports.
    REPORT,
    /// It is a part of the reward: all such parts of a step add up to the agent's reward, but for
    /// rounding. Recordings declare it, so that every view knows the parts.
    REWARD_PART
  }

  /// Checks the name.
  public StepFigure {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(name + " is not lower-case words joined by _");
    }
  }

  /// A figure that only reports, with no other name in training.
  public StepFigure(String name, String unit, String doc) {
    this(name, unit, doc, Kind.REPORT, Optional.empty());
  }

  /// A part of the reward.
  public static StepFigure rewardPart(String name, String doc) {
    return new StepFigure(name, "1", doc, Kind.REWARD_PART, Optional.empty());
  }

  /// A copy whose mean over live ticks training also publishes under a name of its own.
  public StepFigure withMetric(String published) {
    return new StepFigure(
        name, unit, doc, kind, Optional.of(new StepMetric(published, Optional.empty())));
  }

  /// A copy whose sum, divided by the sum of another figure, training also publishes under a name
  /// of its own: successes per attempt.
  ///
  /// @param denominator name of the other figure
  public StepFigure withMetric(String published, String denominator) {
    return new StepFigure(
        name, unit, doc, kind, Optional.of(new StepMetric(published, Optional.of(denominator))));
  }

  /// Name of its column and of its mean.
  public String column() {
    return PREFIX + name;
  }

  /// Its column in recordings, a number for each agent.
  public ChannelSpec spec() {
    ChannelSpec spec = ChannelSpec.perTick(column(), Dtype.F4, unit, doc, "agent");
    return switch (kind) {
      case REPORT -> spec;
      case REWARD_PART -> spec.asPartOf(RewardParts.WHOLE);
    };
  }

  /// Whether a column holds a figure.
  public static boolean is(String column) {
    return column.startsWith(PREFIX);
  }
}
