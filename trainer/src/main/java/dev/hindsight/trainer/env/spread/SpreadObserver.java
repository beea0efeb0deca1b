package dev.hindsight.trainer.env.spread;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.observation.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/// Writes what an agent observes: itself, and where landmarks and other agents are from it, as in
/// the particle environments. Hot loop: allocates nothing.
///
/// `own (4) | landmarks (N x 2, or N x 3 where they are hidden until near) | others ((N - 1) x 2)`,
/// and with several trials `previous (action, reward, trial ended) | trial (K)`.
final class SpreadObserver {
  /// Name of the segment with the landmarks, a row for each.
  static final String LANDMARKS = "landmarks";

  /// Name of the segment with the other agents, a row for each, by number.
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
    Quantity metres = Quantity.measured("m", 1);
    Quantity speed = Quantity.measured("m/s", 1);
    List<Segment> all = new ArrayList<>();
    add(
        all,
        "own",
        List.of(4),
        List.of("velocity_x", "velocity_y", "x", "y"),
        List.of(speed, speed, metres, metres));
    List<String> place = List.of("dx", "dy");
    if (config.hides()) {
      add(
          all,
          LANDMARKS,
          List.of(config.agents(), 3),
          List.of("seen", "dx", "dy"),
          List.of(Quantity.FLAG, metres, metres));
    } else {
      add(all, LANDMARKS, List.of(config.agents(), 2), place, List.of(metres, metres));
    }
    if (config.agents() > 1) {
      add(all, OTHERS, List.of(config.agents() - 1, 2), place, List.of(metres, metres));
    }
    if (config.trials() > 1) {
      previous(all, config);
      int k = config.trials();
      add(all, "trial", List.of(k), numbers(k), Collections.nCopies(k, Quantity.FLAG));
    }
    return new ObservationLayout(all);
  }

  private static void previous(List<Segment> all, SpreadConfig config) {
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
    add(all, ObservationLayout.PREVIOUS, List.of(names.size()), names, quantities);
  }

  private static void add(
      List<Segment> all,
      String name,
      List<Integer> shape,
      List<String> names,
      List<Quantity> quantities) {
    int offset = all.isEmpty() ? 0 : all.getLast().offset() + all.getLast().length();
    all.add(new Segment(name, offset, shape, names, quantities));
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
