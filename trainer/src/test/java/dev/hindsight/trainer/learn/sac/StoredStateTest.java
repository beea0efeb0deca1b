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
import dev.hindsight.trainer.env.spread.SpreadEnvironmentType;
import dev.hindsight.trainer.learn.lstm.LstmNetwork;
import dev.hindsight.trainer.learn.net.GroupActors;
import dev.hindsight.trainer.learn.net.GroupActors.Form;
import dev.hindsight.trainer.learn.net.GroupRows;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.ParameterLayout;
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
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.run.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The states in a replay buffer are those with which LSTMs acted, over several collections: of one
/// agent in a dark room, with limbo after the goal and several episodes, and of a group in spread,
/// whose episodes have several trials.
class StoredStateTest {
  private static final int WIDTH = 8;
  private static final int TICKS = 23;
  private static final int COLLECTIONS = 9;
  private static final DarkRoomEnvironmentType ROOM = new DarkRoomEnvironmentType();
  private static final SpreadEnvironmentType SPREAD = new SpreadEnvironmentType();
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

  /// The states of all agents, or of all groups, side by side.
  private static float[] joined(RecurrentMemory memory) {
    float[] state = new float[2 * WIDTH * memory.agents()];
    for (int agent = 0; agent < memory.agents(); agent++) {
      int to = 2 * WIDTH * agent;
      System.arraycopy(memory.hidden(), WIDTH * agent, state, to, WIDTH);
      System.arraycopy(memory.cell(), WIDTH * agent, state, to + WIDTH, WIDTH);
    }
    return state;
  }

  @Test
  void aStateIsTheOneThePolicyHadAndGivesItsLogits() {
    LstmNetwork network =
        new LstmNetwork(new LinearEncoder(FACTORY.shape().observation().size(), WIDTH), 4);
    List<Acted> acted = check(FACTORY, new GroupActors(Form.SHARED, 1, network));
    assertTrue(acted.stream().anyMatch(Acted::limbo), "there is limbo");
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void aGroupsStatesAreThoseItsActorsHad(Form form) {
    Map<String, String> typed = Map.of("trial_ticks", "5", "trials", "3");
    EnvironmentFactory factory =
        SPREAD.prepare(SPREAD.settings().parse(typed, "test"), Optional.empty());
    EnvironmentShape shape = factory.shape();
    int members = shape.groups().getFirst().members().size();
    int times = form == Form.JOINT ? members : 1;
    LstmNetwork network =
        new LstmNetwork(
            new LinearEncoder(times * shape.observation().size(), WIDTH),
            times * new PolicyOutput(shape).width);
    check(factory, new GroupActors(form, members, network));
  }

  private static List<Acted> check(EnvironmentFactory factory, GroupActors actors) {
    EnvironmentShape shape = factory.shape();
    SequenceSizes sequences =
        new SequenceSizes(1, 0, SequenceSizes.Ticks.ALL, 2 * WIDTH * actors.states());
    int numbers = shape.observation().size();
    int agents = shape.agents();
    StepSizes sizes = StepSizes.of(shape.actions(), actors.members());
    ObservationPacking packing = new ObservationPacking(shape.observation());
    UniformReplayBuffer buffer = new UniformReplayBuffer(100_000, 1);
    VectorEnvironment environment =
        new VectorEnvironment(List.of(factory), 1, new Seeds(4), LearningAgents.ALL);
    Trajectories all =
        new Trajectories(
            agents,
            TICKS,
            ObservationStore.of(packing, agents, TICKS),
            new Trajectories.ActionSizes(0, sizes.numbers()));
    all.keepStates(2 * WIDTH);
    GroupRows rows = GroupRows.of(shape);
    ParameterLayout layout = actors.network().parameters();
    try (NDManager manager = TestTorch.manager()) {
      List<WeightVector> weights = new ArrayList<>();
      for (int which = 0; which < actors.networks(); which++) {
        weights.add(new WeightVector(manager, layout, layout.initial(4 + which)));
      }
      try (Witness witness = new Witness(actors.actor(weights, rows));
          CoPlayers none = CoPlayers.of(environment, Optional.empty());
          ReplayBatch batch = new ReplayBatch(manager, 1, numbers, sizes, sequences)) {
        EpisodeAssembler assembler =
            new EpisodeAssembler(
                List.of(new EpisodeAssembler.Decider(rows.groups().getFirst(), buffer)),
                packing,
                sizes,
                sequences,
                EpisodeAssembler.LimboSeen.AS_OBSERVED,
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
        assertTrue(buffer.episodes() > 2, "there are several episodes");
        check(actors, weights, batch, buffer, steps);
        return witness.all;
      }
    }
  }

  private static void check(
      GroupActors actors,
      List<WeightVector> weights,
      ReplayBatch batch,
      UniformReplayBuffer buffer,
      List<Acted> steps) {
    List<NamedWeights> named = weights.stream().map(WeightVector::weights).toList();
    int empty = 0;
    for (int start = 0; start < buffer.starts(); start++) {
      buffer.copy(start, batch, 0);
      ReplayBatch.Readings readings = batch.readings(1);
      float[] state = readings.now().replayed().orElseThrow().memory().orElseThrow().toFloatArray();
      assertArrayEquals(joined(steps.get(start).memory()), state, "state of step " + start);
      GroupActors.GroupOutputs outputs = actors.outputs(named, readings.now());
      assertArrayEquals(steps.get(start).logits(), outputs.logits().toFloatArray(), 1e-6f);
      empty += Arrays.equals(state, new float[state.length]) ? 1 : 0;
    }
    // Only at the beginning of an episode: not after a collection, nor after a trial.
    assertEquals(buffer.episodes(), empty);
  }
}
