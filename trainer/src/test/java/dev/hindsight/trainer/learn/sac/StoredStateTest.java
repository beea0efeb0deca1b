package dev.hindsight.trainer.learn.sac;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.TimeoutRule;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.darkroom.DarkRoomEnvironmentType;
import dev.hindsight.trainer.learn.lstm.LstmNetwork;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.RecurrentMemory;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.replay.ReplayBatch;
import dev.hindsight.trainer.learn.replay.SequenceSizes;
import dev.hindsight.trainer.learn.replay.StepSizes;
import dev.hindsight.trainer.learn.replay.UniformReplayBuffer;
import dev.hindsight.trainer.learn.training.ActionLog;
import dev.hindsight.trainer.learn.training.CoPlayers;
import dev.hindsight.trainer.learn.training.Collector;
import dev.hindsight.trainer.learn.training.Collector.RowKind;
import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.learn.training.StepBudget;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.learn.training.VectorEnvironment;
import dev.hindsight.trainer.learn.training.VectorEnvironment.LearningAgents;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.run.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The states in a replay buffer are those with which an LSTM acted, over several collections in a
/// dark room, with limbo after the goal and several episodes.
class StoredStateTest {
  private static final int WIDTH = 8;
  private static final int TICKS = 23;
  private static final int COLLECTIONS = 9;
  private static final DarkRoomEnvironmentType ROOM = new DarkRoomEnvironmentType();
  private static final EnvironmentFactory FACTORY =
      ROOM.prepare(
          ROOM.settings().parse(Map.of("after_goal", "limbo", "size", "3"), "test"),
          Optional.empty());

  /// What was true when the policy acted at a tick.
  private record Acted(RecurrentMemory memory, float[] logits, boolean limbo) {}

  /// Notes the memory with which another one acts.
  private static final class Witness extends NetworkActor {
    private final NetworkActor inner;
    private final List<Acted> all = new ArrayList<>();
    private boolean watching = true;

    Witness(NetworkActor inner) {
      this.inner = inner;
    }

    @Override
    public void reset() {
      inner.reset();
    }

    @Override
    public void endEpisode(int agent) {
      inner.endEpisode(agent);
    }

    @Override
    public int stateNumbers() {
      return inner.stateNumbers();
    }

    @Override
    public void copyState(float[] into) {
      inner.copyState(into);
    }

    @Override
    public PolicyMemory memory() {
      return inner.memory();
    }

    @Override
    public void remember(PolicyMemory other) {
      inner.remember(other);
    }

    @Override
    public void act(float[] observation, byte[] removed, float[] logits, float[] values) {
      RecurrentMemory before = (RecurrentMemory) inner.memory();
      inner.act(observation, removed, logits, values);
      if (watching) {
        all.add(new Acted(before, logits.clone(), removed[0] != 0));
      }
    }

    @Override
    protected void free() {
      inner.close();
    }
  }

  private static float[] joined(RecurrentMemory memory) {
    float[] state = new float[2 * WIDTH];
    System.arraycopy(memory.hidden(), 0, state, 0, WIDTH);
    System.arraycopy(memory.cell(), 0, state, WIDTH, WIDTH);
    return state;
  }

  @Test
  void aStateIsTheOneThePolicyHadAndGivesItsLogits() {
    SequenceSizes sequences = new SequenceSizes(1, 0, SequenceSizes.Ticks.ALL, 2 * WIDTH);
    EnvironmentShape shape = FACTORY.shape();
    int numbers = shape.observation().size();
    LstmNetwork network = new LstmNetwork(new LinearEncoder(numbers, WIDTH), 4);
    ObservationPacking packing = new ObservationPacking(shape.observation());
    UniformReplayBuffer buffer = new UniformReplayBuffer(100_000, 1);
    Seeds seeds = new Seeds(4);
    VectorEnvironment environment =
        new VectorEnvironment(List.of(FACTORY), 1, seeds, LearningAgents.ALL);
    Trajectories all = new Trajectories(1, TICKS, ObservationStore.of(packing, 1, TICKS));
    all.keepStates(sequences.state());
    try (NDManager manager = TestTorch.manager();
        WeightVector weights =
            new WeightVector(manager, network.parameters(), network.parameters().initial(4));
        Witness witness = new Witness(network.actor(weights, 1));
        CoPlayers none = CoPlayers.of(environment, Optional.empty());
        ReplayBatch batch = new ReplayBatch(manager, 1, numbers, StepSizes.LONE, sequences)) {
      EpisodeAssembler assembler =
          new EpisodeAssembler(
              List.of(new EpisodeAssembler.Decider(List.of(0), buffer)),
              packing,
              StepSizes.LONE,
              sequences,
              4,
              EndRule.ACROSS,
              TimeoutRule.BOOTSTRAP);
      Collector collector =
          new Collector(
              environment,
              witness,
              none,
              new ActionLog(environment),
              all,
              RowKind.FRAGMENTS,
              new Collector.Rules(0, 0.9, 1),
              StepBudget.NONE);
      for (int i = 0; i < COLLECTIONS; i++) {
        collector.collect(new Seeds(9), i);
        assembler.write(all, 0);
      }
      witness.watching = false;
      List<Acted> steps = witness.all.stream().filter(tick -> !tick.limbo()).toList();
      assertEquals(TICKS * COLLECTIONS, witness.all.size());
      assertTrue(steps.size() < witness.all.size(), "there is limbo");
      assertTrue(buffer.episodes() > 2, "there are several episodes");
      check(network, weights, batch, buffer, steps);
    }
  }

  private static void check(
      LstmNetwork network,
      WeightVector weights,
      ReplayBatch batch,
      UniformReplayBuffer buffer,
      List<Acted> steps) {
    int empty = 0;
    for (int start = 0; start < buffer.starts(); start++) {
      buffer.copy(start, batch, 0);
      ReplayBatch.Readings readings = batch.readings(1);
      float[] state = readings.now().replayed().orElseThrow().memory().orElseThrow().toFloatArray();
      assertArrayEquals(joined(steps.get(start).memory()), state, "state of step " + start);
      LogitsAndValues outputs =
          network.segments(weights.flat().getManager()).run(weights.weights(), readings.now());
      assertArrayEquals(steps.get(start).logits(), outputs.logits().toFloatArray(), 1e-6f);
      empty += java.util.Arrays.equals(state, new float[2 * WIDTH]) ? 1 : 0;
    }
    // Only at the beginning of an episode: not after a collection, nor after a trial.
    assertEquals(buffer.episodes(), empty);
  }
}
