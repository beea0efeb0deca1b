package dev.hindsight.trainer.learn.ppo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.darkroom.DarkRoomEnvironmentType;
import dev.hindsight.trainer.learn.graph.GraphNetwork;
import dev.hindsight.trainer.learn.graph.GraphSpec;
import dev.hindsight.trainer.learn.graph.RandomNeighbours;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.SegmentForward;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.ppo.PpoConfig.Refresh;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.learn.training.Trajectories.ActionSizes;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Training learns from agents that look at each other together, a world at a time.
class GraphLearnerTest {
  private static final int CREW = 3;
  private static final int WORLDS = 4;
  private static final int ROWS = 2;
  private static final int TICKS = 6;
  private static final int WHOLE = 1_000_000;

  private static Network network() {
    return new GraphNetwork(
        RandomNeighbours.input(ROWS), new GraphSpec(8, 2, 1, 8, 4), RandomNeighbours.ACTIONS, CREW);
  }

  /// What the agents of every world lived through, the agents of each in another order.
  ///
  /// @param shift by how many places
  private static void fill(Trajectories all, int shift) {
    Random random = new Random(4);
    all.clear(0.9f);
    all.used = TICKS;
    int size = all.numbers;
    int[] place = new int[CREW];
    for (int agent = 0; agent < CREW; agent++) {
      place[agent] = (agent + shift) % CREW;
    }
    for (int world = 0; world < WORLDS; world++) {
      for (int t = 0; t < TICKS; t++) {
        RandomNeighbours randomNeighbours = RandomNeighbours.random(CREW, ROWS, random);
        randomNeighbours.removed()[1] = (byte) (t == 4 ? 1 : 0);
        RandomNeighbours moved = randomNeighbours.permuted(place, new Random(shift));
        for (int agent = 0; agent < CREW; agent++) {
          int at = all.at(world * CREW + place[agent], t);
          all.observation.put(at, moved.observation(), place[agent] * size);
          all.removed[at] = moved.removed()[place[agent]];
          all.action[at] = random.nextInt(RandomNeighbours.ACTIONS);
          all.logProb[at] =
              (float) (Math.log(1.0 / RandomNeighbours.ACTIONS) + 0.2 * random.nextGaussian());
          all.value[at] = (float) random.nextGaussian();
          all.reward[at] = (float) random.nextGaussian();
        }
      }
    }
  }

  /// The weights after an update.
  private static float[] after(Network network, PpoConfig config, int shift) {
    try (NDManager manager = TestTorch.manager();
        WeightVector weights =
            new WeightVector(manager, network.parameters(), network.parameters().initial(3));
        Ppo ppo =
            new Ppo(
                network,
                weights,
                config,
                WORLDS * CREW,
                TICKS,
                ObservationPacking.ofFloats(RandomNeighbours.numbers(ROWS)),
                ActionSizes.JOINT,
                Optional.empty())) {
      fill(ppo.trajectories(), shift);
      ppo.update(0, 0.01, new SplittableRandom(5));
      return weights.values();
    }
  }

  @Test
  void whatIsLearnedDoesNotDependOnTheOrderOfAWorldsAgents() {
    PpoConfig config = PpoCase.config(Refresh.MINIBATCH, WHOLE);
    assertArrayEquals(after(network(), config, 0), after(network(), config, 1), 2e-4f);
  }

  @Test
  void aWorldIsPreferredForWhatAllItsAgentsLivedThrough() {
    PpoConfig config =
        PpoCase.with(PpoCase.config(Refresh.MINIBATCH, WHOLE), new PpoConfig.Priority(1, 0.5));
    assertArrayEquals(after(network(), config, 0), after(network(), config, 1), 2e-4f);
  }

  @Test
  void gradientsOfPartsAddUpToThoseOfTheStep() {
    assertArrayEquals(
        after(network(), PpoCase.config(Refresh.UPDATE, WHOLE), 0),
        after(network(), PpoCase.config(Refresh.UPDATE, 1), 0),
        2e-4f);
  }

  @Test
  void rowsChosenOneByOneAreNoWorldsAndAreNoticed() {
    Network inner = network();
    Network loose =
        new Network() {
          @Override
          public ParameterLayout parameters() {
            return inner.parameters();
          }

          @Override
          public int actions() {
            return inner.actions();
          }

          @Override
          public SegmentForward segments(NDManager manager) {
            return inner.segments(manager);
          }

          @Override
          public NetworkActor actor(WeightVector weights, int agents) {
            return inner.actor(weights, agents);
          }
        };
    PpoConfig config = PpoCase.config(Refresh.UPDATE, WHOLE);
    float[] first = after(loose, config, 0);
    float[] second = after(loose, config, 1);
    double apart = 0;
    for (int i = 0; i < first.length; i++) {
      apart = Math.max(apart, Math.abs(first[i] - second[i]));
    }
    assertTrue(apart > 1e-3, "rows of different worlds were taken for one: " + apart);
  }

  @Test
  void anEnvironmentWithoutNeighboursIsRefused() {
    DarkRoomEnvironmentType room = new DarkRoomEnvironmentType();
    EnvironmentFactory factory = room.prepare(room.settings().defaults(), Optional.empty());
    PpoType type = new PpoType();
    TrainingTask task =
        new TrainingTask(
            List.of(factory),
            type.settings().parse(Map.of("policy", "graph"), "test"),
            0,
            TrainingTask.Device.CPU);
    Problem problem = assertThrows(Problem.class, () -> type.open(task));
    assertEquals("policy graph", problem.where());
  }
}
