package dev.hindsight.trainer.learn.graph;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.NeighbourTable;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// What M agents of a world see of each other at a tick: random numbers, random neighbours.
///
/// @param agents M
/// @param rows K
/// @param observation `[M * D]`
/// @param removed `[M]`
public record RandomNeighbours(int agents, int rows, float[] observation, byte[] removed) {
  static final int OWN = 5;
  static final int EDGE = 4;
  public static final int ACTIONS = 6;

  public static int numbers(int rows) {
    return OWN + rows * (1 + EDGE);
  }

  static ObservationLayout layout(int rows) {
    return new ObservationLayout(
        List.of(
            new Segment("own", 0, List.of(OWN), List.of("a", "b", "c", "d", "e")),
            new Segment(
                "neighbours",
                OWN,
                List.of(rows, 1 + EDGE),
                List.of(NeighbourTable.SLOT, "dx", "dy", "vx", "vy"))));
  }

  public static EnvironmentShape shape(int agents, int rows) {
    List<Float> levels = IntStream.range(0, ACTIONS).mapToObj(i -> (float) i).toList();
    return new EnvironmentShape(
        agents,
        layout(rows),
        new ActionSpace.Discrete(List.of(new ActionSpace.Factor("turn", "", levels))),
        5,
        1,
        100,
        List.of());
  }

  public static GraphInput input(int rows) {
    return GraphInput.of(NeighbourTable.of(layout(rows)).orElseThrow());
  }

  /// All agents are in the world, each with some neighbours in any order.
  public static RandomNeighbours random(int agents, int rows, Random random) {
    float[] seen = new float[agents * numbers(rows)];
    for (int i = 0; i < seen.length; i++) {
      seen[i] = (float) random.nextGaussian();
    }
    RandomNeighbours randomNeighbours = new RandomNeighbours(agents, rows, seen, new byte[agents]);
    for (int agent = 0; agent < agents; agent++) {
      List<Integer> others = new ArrayList<>(IntStream.range(0, agents).boxed().toList());
      others.remove(Integer.valueOf(agent));
      Collections.shuffle(others, random);
      int met = random.nextInt(rows + 1);
      for (int row = 0; row < rows; row++) {
        randomNeighbours.name(agent, row, row < met && row < others.size() ? others.get(row) : -1);
      }
    }
    return randomNeighbours;
  }

  int slotAt(int agent, int row) {
    return agent * numbers(rows) + OWN + row * (1 + EDGE);
  }

  int slot(int agent, int row) {
    return (int) observation[slotAt(agent, row)];
  }

  void name(int agent, int row, int other) {
    observation[slotAt(agent, row)] = other;
  }

  RandomNeighbours copy() {
    return new RandomNeighbours(agents, rows, observation.clone(), removed.clone());
  }

  /// The same agents in another order, agent `a` at `place[a]`, and their neighbours in another one
  /// too.
  public RandomNeighbours permuted(int[] place, Random random) {
    RandomNeighbours other = copy();
    int size = numbers(rows);
    for (int agent = 0; agent < agents; agent++) {
      System.arraycopy(observation, agent * size, other.observation, place[agent] * size, size);
      other.removed[place[agent]] = removed[agent];
      List<Integer> order = new ArrayList<>(IntStream.range(0, rows).boxed().toList());
      Collections.shuffle(order, random);
      for (int row = 0; row < rows; row++) {
        int to = other.slotAt(place[agent], order.get(row));
        System.arraycopy(observation, slotAt(agent, row), other.observation, to, 1 + EDGE);
        int named = slot(agent, row);
        other.observation[to] = named < 0 ? -1 : place[named];
      }
    }
    return other;
  }

  /// The same with more agents appended; agents of the two sets do not see each other.
  RandomNeighbours with(RandomNeighbours strangers) {
    int size = numbers(rows);
    float[] all = new float[(agents + strangers.agents) * size];
    System.arraycopy(observation, 0, all, 0, observation.length);
    System.arraycopy(strangers.observation, 0, all, agents * size, strangers.observation.length);
    byte[] gone = new byte[agents + strangers.agents];
    System.arraycopy(removed, 0, gone, 0, agents);
    System.arraycopy(strangers.removed, 0, gone, agents, strangers.agents);
    RandomNeighbours together = new RandomNeighbours(agents + strangers.agents, rows, all, gone);
    for (int agent = agents; agent < together.agents; agent++) {
      for (int row = 0; row < rows; row++) {
        int named = together.slot(agent, row);
        together.name(agent, row, named < 0 ? -1 : named + agents);
      }
    }
    return together;
  }
}
