package dev.hindsight.trainer.action;

import dev.hindsight.trainer.observation.Quantity;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.IntStream;

/// What an agent may do at a tick.
public sealed interface ActionSpace {
  /// Number of joint actions; 0 if actions are continuous.
  default int jointActions() {
    return this instanceof Discrete discrete ? discrete.count() : 0;
  }

  /// One of n joint actions, decoded as a grid in which the first factor varies slowest.
  ///
  /// @param factors for instance acceleration (7 levels) and steering (13 levels): n = 91
  record Discrete(List<Factor> factors) implements ActionSpace {
    /// Copies the list.
    public Discrete {
      factors = List.copyOf(factors);
    }

    /// n, the number of joint actions.
    public int count() {
      return factors.stream().mapToInt(f -> f.levels().size()).reduce(1, Math::multiplyExact);
    }

    /// The neutral joint action: every factor at its neutral level.
    public int neutral() {
      int action = 0;
      for (Factor factor : factors) {
        action = action * factor.levels().size() + factor.neutral();
      }
      return action;
    }

    /// An action in words: `brake 1.333 m/s², steer left 0.5 rad`.
    public String describe(int action) {
      StringJoiner words = new StringJoiner(", ");
      for (int f = 0; f < factors.size(); f++) {
        words.add(factors.get(f).describe(level(action, f)));
      }
      return words.toString();
    }

    /// All joint actions in words, by number.
    public List<String> descriptions() {
      return IntStream.range(0, count()).mapToObj(this::describe).toList();
    }

    /// Number of levels of all factors together.
    public int levels() {
      return factors.stream().mapToInt(factor -> factor.levels().size()).sum();
    }

    /// The level of one factor in a joint action.
    ///
    /// @param action `0..n-1`
    /// @param factor which factor, from 0
    public int level(int action, int factor) {
      int rest = action;
      for (int f = factors.size() - 1; f > factor; f--) {
        rest /= factors.get(f).levels().size();
      }
      return rest % factors.get(factor).levels().size();
    }
  }

  /// k numbers in `[-1, 1]`.
  ///
  /// @param names one per number
  /// @param quantities what each number measures; empty if unknown
  record Continuous(List<String> names, List<Quantity> quantities) implements ActionSpace {
    /// Copies the lists.
    public Continuous {
      names = List.copyOf(names);
      quantities = List.copyOf(quantities);
    }

    /// Numbers with unknown meaning.
    public Continuous(List<String> names) {
      this(names, List.of());
    }

    /// An action in words: `acceleration -1.333 m/s², steering 0.5 rad`.
    ///
    /// @param numbers `[k]`
    public String describe(float[] numbers) {
      StringJoiner words = new StringJoiner(", ");
      for (int i = 0; i < Math.min(numbers.length, names.size()); i++) {
        Quantity quantity = quantities.size() == names.size() ? quantities.get(i) : Quantity.PLAIN;
        words.add(names.get(i) + " " + quantity.describe(numbers[i]));
      }
      return words.toString();
    }
  }

  /// One axis of the grid of joint actions.
  ///
  /// @param levels the physical value each level stands for
  /// @param words each level in words, for instance `brake 4 m/s²`; empty if there are none
  record Factor(String name, String unit, List<Float> levels, List<String> words) {
    /// Below it, floats hold every whole number.
    private static final float EXACT = 1 << 24;

    /// Copies the lists.
    public Factor {
      levels = List.copyOf(levels);
      words = List.copyOf(words);
    }

    /// Levels described by name, value and unit.
    public Factor(String name, String unit, List<Float> levels) {
      this(name, unit, levels, List.of());
    }

    /// The neutral level: the one of value 0, else the middle one.
    public int neutral() {
      return IntStream.range(0, levels.size())
          .filter(level -> levels.get(level) == 0)
          .findFirst()
          .orElse(levels.size() / 2);
    }

    /// The direction of larger values: 1 if they point left, like counter-clockwise angles; -1 if
    /// they point right, like a compass; 0 if the words name no side.
    public int leftward() {
      if (words.size() != levels.size()) {
        return 0;
      }
      return IntStream.range(0, levels.size())
          .map(level ->
              side(words.get(level)) * Float.compare(levels.get(level), levels.get(neutral())))
          .filter(sign -> sign != 0)
          .map(Integer::signum)
          .findFirst()
          .orElse(0);
    }

    private static int side(String words) {
      List<String> all = List.of(words.split("[^a-z]+"));
      return all.contains("left") ? 1 : all.contains("right") ? -1 : 0;
    }

    /// A level in words; a whole one without decimals.
    public String describe(int level) {
      if (words.size() == levels.size()) {
        return words.get(level);
      }
      float value = levels.get(level);
      String number =
          value == Math.rint(value) && Math.abs(value) < EXACT
              ? Integer.toString((int) value)
              : Float.toString(value);
      return (name + " " + number + " " + unit).strip();
    }
  }
}
