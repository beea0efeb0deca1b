package dev.hindsight.trainer.action;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.observation.Quantity;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One thing an action decides, told apart from the others it decides with it: the steering of a
/// joint action, or one of several numbers. A part is called `action/steering` where channels are
/// named.
public sealed interface ActionPart {
  /// What stands between `action` and the part's own name.
  String SEPARATOR = "action/";

  /// Its own name: `steering`.
  String name();

  /// Of [#physical], may be empty.
  String unit();

  /// Which number of an agent's row in the channel `action` holds it.
  int component();

  /// What a recorded number means, in the part's unit; NaN stays NaN.
  double physical(double recorded);

  /// A recorded number in words: `steer left 0.5 rad`.
  String describe(double recorded);

  /// The part's name among channels: `action/steering`.
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

    /// Whether levels lie on both sides of one that does nothing, so that they can be drawn as more
    /// or less of something.
    public boolean signed() {
      List<Float> levels = axis().levels();
      return levels.stream().anyMatch(level -> level < 0)
          && levels.stream().anyMatch(level -> level > 0);
    }

    /// Levels above the one that does nothing, below 0 for levels below it; NaN where the number is
    /// no action.
    public double steps(double recorded) {
      return known(recorded) ? level(recorded) - axis().neutral() : Double.NaN;
    }

    /// What so many [#steps] are in words.
    public String describeSteps(int steps) {
      int level = steps + axis().neutral();
      return level >= 0 && level < axis().levels().size()
          ? axis().describe(level)
          : NumberWords.NONE;
    }

    /// The most [#steps] to either side.
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

  /// The parts of the actions of a recording, in order; none where an action decides one thing, or
  /// where the manifest does not say what actions mean.
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

  /// An arrow for words that name a direction, so that they can be read where they have no room;
  /// empty for others.
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
