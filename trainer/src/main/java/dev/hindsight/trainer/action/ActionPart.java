package dev.hindsight.trainer.action;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.observation.Quantity;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One component of an action: the steering of a joint action, or one of several numbers. In
/// channel names it is called `action/steering`.
public sealed interface ActionPart {
  /// Prefix of a part's name in channel names.
  String SEPARATOR = "action/";

  /// Its own name: `steering`.
  String name();

  /// Unit of [#physical]; may be empty.
  String unit();

  /// Index of the number in an agent's row of the channel `action`.
  int component();

  /// The meaning of a recorded number, in the part's unit; NaN stays NaN.
  double physical(double recorded);

  /// A recorded number in words: `steer left 0.5 rad`.
  String describe(double recorded);

  /// The part's name as a channel: `action/steering`.
  default String channel() {
    return SEPARATOR + name();
  }

  /// An axis of a grid of joint actions.
  ///
  /// @param space the grid
  /// @param factor which axis
  record Level(ActionSpace.Discrete space, int factor) implements ActionPart {
    private ActionSpace.Factor axis() {
      return space.factors().get(factor);
    }

    @Override
    public String name() {
      return axis().name();
    }

    @Override
    public String unit() {
      return axis().unit();
    }

    @Override
    public int component() {
      return 0;
    }

    @Override
    public double physical(double recorded) {
      return known(recorded) ? axis().levels().get(level(recorded)) : Double.NaN;
    }

    @Override
    public String describe(double recorded) {
      return known(recorded) ? axis().describe(level(recorded)) : NumberWords.NONE;
    }

    /// Whether there are levels on both sides of the neutral one, so that the part can be drawn as
    /// more or less of something.
    public boolean signed() {
      List<Float> levels = axis().levels();
      return levels.stream().anyMatch(level -> level < 0)
          && levels.stream().anyMatch(level -> level > 0);
    }

    /// Levels above the neutral one, negative for levels below it; NaN if the number is not a valid
    /// action.
    public double steps(double recorded) {
      return known(recorded) ? level(recorded) - axis().neutral() : Double.NaN;
    }

    /// A number of [#steps] in words.
    public String describeSteps(int steps) {
      int level = steps + axis().neutral();
      return level >= 0 && level < axis().levels().size()
          ? axis().describe(level)
          : NumberWords.NONE;
    }

    /// The largest number of [#steps] to either side.
    public int mostSteps() {
      return Math.max(axis().neutral(), axis().levels().size() - 1 - axis().neutral());
    }

    private boolean known(double recorded) {
      return recorded >= 0 && recorded < space.count();
    }

    private int level(double recorded) {
      return space.level((int) recorded, factor);
    }
  }

  /// One of several numbers.
  record Measured(String name, Quantity quantity, int component) implements ActionPart {
    @Override
    public String unit() {
      return quantity.unit();
    }

    @Override
    public double physical(double recorded) {
      return recorded * quantity.factor();
    }

    @Override
    public String describe(double recorded) {
      return quantity.describe(recorded);
    }
  }

  /// The parts of a recording's actions, in order; empty if an action has only one, or if the
  /// manifest does not say what actions mean.
  static List<ActionPart> of(Manifest manifest) {
    List<ActionPart> parts = new ArrayList<>();
    Optional<ActionSpace> space = ActionManifest.read(manifest);
    switch (space.orElse(null)) {
      case null -> {}
      case ActionSpace.Discrete discrete -> {
        for (int factor = 0; factor < discrete.factors().size(); factor++) {
          if (discrete.factors().get(factor).levels().size() > 1) {
            parts.add(new Level(discrete, factor));
          }
        }
        if (parts.size() == 1) {
          parts.clear();
        }
      }
      case ActionSpace.Continuous continuous -> {
        boolean measured = continuous.quantities().size() == continuous.names().size();
        for (int i = 0; i < continuous.names().size(); i++) {
          Quantity quantity = measured ? continuous.quantities().get(i) : Quantity.PLAIN;
          parts.add(new Measured(continuous.names().get(i), quantity, i));
        }
      }
    }
    return List.copyOf(parts);
  }

  /// The part of a name such as `action/steering`.
  static Optional<ActionPart> named(String channel, Manifest manifest) {
    return channel.startsWith(SEPARATOR)
        ? of(manifest).stream().filter(part -> part.channel().equals(channel)).findFirst()
        : Optional.empty();
  }

  /// An arrow for words that name a direction, for places too narrow for the words; empty for
  /// others.
  static String arrow(String words) {
    Map<String, String> arrows =
        Map.of(
            "north", "↑", "up", "↑", "south", "↓", "down", "↓", "east", "→", "right", "→", "west",
            "←", "left", "←");
    return List.of(words.split("[^a-z]+")).stream()
        .filter(arrows::containsKey)
        .findFirst()
        .map(arrows::get)
        .orElse("");
  }
}
