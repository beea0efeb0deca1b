package dev.hindsight.trainer.env;

import java.util.List;

/// What an agent may do at a tick.
public sealed interface ActionSpace {
  /// One of n joint actions, decoded as a grid: the first factor is the slowest.
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

    /// An action in words: `acceleration -1.333 m/s², steering 0.5 rad`.
    public String describe(int action) {
      StringBuilder words = new StringBuilder();
      int rest = action;
      for (int f = factors.size() - 1; f >= 0; f--) {
        Factor factor = factors.get(f);
        int level = rest % factor.levels().size();
        rest /= factor.levels().size();
        String part = factor.name() + " " + factor.levels().get(level) + " " + factor.unit();
        words.insert(0, words.isEmpty() ? part : part + ", ");
      }
      return words.toString();
    }
  }

  /// k numbers in `[-1, 1]`.
  ///
  /// @param names one per number
  record Continuous(List<String> names) implements ActionSpace {
    /// Copies the list.
    public Continuous {
      names = List.copyOf(names);
    }
  }

  /// One axis of the grid of joint actions.
  ///
  /// @param levels the physical value each level stands for
  record Factor(String name, String unit, List<Float> levels) {
    /// Copies the list.
    public Factor {
      levels = List.copyOf(levels);
    }
  }
}
