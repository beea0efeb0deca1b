package dev.hindsight.trainer.env.spread;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationTree;
import dev.hindsight.trainer.observation.ObservationTree.ArrayLeaf;
import dev.hindsight.trainer.observation.ObservationTree.Dictionary;
import dev.hindsight.trainer.observation.ObservationTree.Sequence;
import dev.hindsight.trainer.observation.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Writes what an agent observes: itself, and where landmarks and other agents are from it, as in
/// the particle environments. Hot loop: allocates nothing.
///
/// ```
/// self: {velocity (2), position (2)}
/// landmarks: N of (2), or of (3) where they are hidden until near
/// others: N - 1 of (2)
/// previous (action, reward, trial ended), trial (K)     with several trials
/// ```
final class SpreadObserver {
  /// What the agent observes of itself.
  static final String SELF = "self";

  /// The landmarks, an array for each.
  static final String LANDMARKS = "landmarks";

  /// The other agents, an array for each, by number.
  static final String OTHERS = "others";

  private final SpreadConfig config;
  private final int size;
  private final int actionNumbers;

  SpreadObserver(SpreadConfig config) {
    this.config = config;
    this.size = layout(config).size();
    this.actionNumbers = actionNumbers(config);
  }

  /// Numbers that tell the last action: the acceleration, or one flag for each of five actions.
  static int actionNumbers(SpreadConfig config) {
    return switch (config.form()) {
      case CONTINUOUS -> 2;
      case DISCRETE -> 5;
    };
  }

  static ObservationLayout layout(SpreadConfig config) {
    return tree(config).layout();
  }

  /// The structure of an agent's observation.
  static ObservationTree tree(SpreadConfig config) {
    Quantity metres = Quantity.measured("m", 1);
    Quantity speed = Quantity.measured("m/s", 1);
    List<Quantity> place = List.of(metres, metres);
    Map<String, ObservationTree> self = new LinkedHashMap<>();
    self.put("velocity", new ArrayLeaf(List.of("x", "y"), List.of(speed, speed)));
    self.put("position", new ArrayLeaf(List.of("x", "y"), place));
    Map<String, ObservationTree> all = new LinkedHashMap<>();
    all.put(SELF, new Dictionary(self));
    ArrayLeaf offset = new ArrayLeaf(List.of("dx", "dy"), place);
    ArrayLeaf hidden =
        new ArrayLeaf(List.of("seen", "dx", "dy"), List.of(Quantity.FLAG, metres, metres));
    all.put(
        LANDMARKS,
        Sequence.tuple(Collections.nCopies(config.agents(), config.hides() ? hidden : offset)));
    if (config.agents() > 1) {
      all.put(OTHERS, Sequence.tuple(Collections.nCopies(config.agents() - 1, offset)));
    }
    if (config.trials() > 1) {
      int k = config.trials();
      all.put(ObservationLayout.PREVIOUS, previous(config));
      all.put("trial", new ArrayLeaf(numbers(k), Collections.nCopies(k, Quantity.FLAG)));
    }
    return new Dictionary(all);
  }

  private static ArrayLeaf previous(SpreadConfig config) {
    List<String> names = new ArrayList<>();
    List<Quantity> quantities = new ArrayList<>();
    switch (config.form()) {
      case CONTINUOUS -> {
        names.addAll(List.of("x", "y"));
        quantities.addAll(Collections.nCopies(2, SpreadFactory.ACCELERATION));
      }
      case DISCRETE -> {
        names.addAll(List.of("none", "left", "right", "down", "up"));
        quantities.addAll(Collections.nCopies(5, Quantity.FLAG));
      }
    }
    names.addAll(List.of("reward", "trial_ended"));
    quantities.addAll(List.of(Quantity.PLAIN, Quantity.FLAG));
    return new ArrayLeaf(names, quantities);
  }

  private static List<String> numbers(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(Integer::toString).toList();
  }

  /// Whether an agent observes a landmark.
  boolean sees(SpreadState state, int agent, int landmark) {
    double dx = state.landmark[2 * landmark] - state.position[2 * agent];
    double dy = state.landmark[2 * landmark + 1] - state.position[2 * agent + 1];
    return !config.hides() || Math.sqrt(dx * dx + dy * dy) <= config.seenWithin();
  }

  /// Writes the observations of all agents.
  void write(SpreadState state, float[] observation) {
    Arrays.fill(observation, 0);
    for (int agent = 0; agent < config.agents(); agent++) {
      write(state, agent, observation, agent * size);
    }
  }

  private void write(SpreadState state, int agent, float[] to, int from) {
    double x = state.position[2 * agent];
    double y = state.position[2 * agent + 1];
    int at = from;
    to[at++] = (float) state.velocity[2 * agent];
    to[at++] = (float) state.velocity[2 * agent + 1];
    to[at++] = (float) x;
    to[at++] = (float) y;
    for (int landmark = 0; landmark < config.agents(); landmark++) {
      boolean seen = sees(state, agent, landmark);
      if (config.hides()) {
        to[at++] = seen ? 1 : 0;
      }
      to[at++] = seen ? (float) (state.landmark[2 * landmark] - x) : 0;
      to[at++] = seen ? (float) (state.landmark[2 * landmark + 1] - y) : 0;
    }
    for (int other = 0; other < config.agents(); other++) {
      if (other != agent) {
        to[at++] = (float) (state.position[2 * other] - x);
        to[at++] = (float) (state.position[2 * other + 1] - y);
      }
    }
    if (config.trials() > 1) {
      System.arraycopy(state.acted, agent * actionNumbers, to, at, actionNumbers);
      at += actionNumbers;
      to[at++] = state.reward;
      to[at++] = state.carried ? 1 : 0;
      to[at + state.trial] = 1;
    }
  }
}
