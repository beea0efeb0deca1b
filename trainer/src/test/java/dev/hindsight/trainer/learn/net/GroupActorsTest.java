package dev.hindsight.trainer.learn.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.AgentGroup;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork.Shaping;
import dev.hindsight.trainer.learn.net.GroupActors.Form;
import dev.hindsight.trainer.observation.ObservationLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.AssertionFailedError;

/// Two groups of three agents that see four numbers and do two.
class GroupActorsTest {
  private static final int SEEN = 4;
  private static final int OUTPUTS = 4;
  private static final int MEMBERS = 3;

  /// The second group's members are not in the order of the agents.
  private static final GroupRows ROWS =
      new GroupRows(MEMBERS, List.of(List.of(0, 1, 2), List.of(5, 3, 4)));

  private final Random random = new Random(11);

  private static GroupActors actors(Form form) {
    int times = form == Form.JOINT ? MEMBERS : 1;
    ActorCriticHeads heads =
        new ActorCriticHeads(
            6,
            times * OUTPUTS,
            CriticOnly.NONE,
            new ActorCriticHeads.Sizes(List.of(), List.of(6), List.of()),
            ActionBound.TANH);
    return new GroupActors(
        form,
        MEMBERS,
        new FeedForwardNetwork(new LinearEncoder(times * SEEN, 6), heads, Shaping.BY_ACTOR));
  }

  private static List<WeightVector> weights(NDManager manager, GroupActors actors) {
    List<WeightVector> all = new ArrayList<>();
    ParameterLayout layout = actors.network().parameters();
    for (int which = 0; which < actors.networks(); which++) {
      float[] values = layout.initial(which + 1L);
      for (int i = 0; i < values.length; i++) {
        values[i] += 0.1f * (float) Math.sin(i + which);
      }
      all.add(new WeightVector(manager, layout, values));
    }
    return all;
  }

  private float[] seen() {
    float[] seen = new float[6 * SEEN];
    for (int i = 0; i < seen.length; i++) {
      seen[i] = (float) random.nextGaussian();
    }
    return seen;
  }

  private static float[] act(NetworkActor actor, float[] seen, byte[] removed) {
    float[] logits = new float[6 * OUTPUTS];
    actor.act(seen, removed, logits, new float[6]);
    return logits;
  }

  private static float[] own(float[] logits, int agent) {
    return Arrays.copyOfRange(logits, agent * OUTPUTS, (agent + 1) * OUTPUTS);
  }

  /// Fails if any agent's outputs change when only other agents see something else.
  private void requireBlindToOthers(NetworkActor actor) {
    float[] seen = seen();
    float[] before = act(actor, seen, new byte[6]);
    for (int other = 0; other < 6; other++) {
      float[] changed = seen.clone();
      changed[other * SEEN + 1] += 0.75f;
      float[] after = act(actor, changed, new byte[6]);
      for (int agent = 0; agent < 6; agent++) {
        if (agent == other) {
          assertFalse(Arrays.equals(own(before, agent), own(after, agent)), "it sees itself");
        } else {
          assertArrayEquals(
              own(before, agent), own(after, agent), "agent " + agent + " sees " + other);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SHARED", "OWN"})
  void aMembersActorSeesItsOwnObservationOnly(Form form) {
    GroupActors actors = actors(form);
    try (NDManager manager = TestTorch.manager();
        NetworkActor actor = actors.actor(weights(manager, actors), ROWS)) {
      requireBlindToOthers(actor);
    }
  }

  /// Planted: actors that see what others see, as one for all members does.
  @Test
  void anActorThatSeesAnotherMembersObservationIsFound() {
    GroupActors actors = actors(Form.JOINT);
    try (NDManager manager = TestTorch.manager();
        NetworkActor actor = actors.actor(weights(manager, actors), ROWS)) {
      AssertionFailedError found =
          assertThrows(AssertionFailedError.class, () -> requireBlindToOthers(actor));
      assertTrue(found.toString().contains("sees"), found.toString());
    }
  }

  /// Planted: an actor to which the action of another member is shown.
  @Test
  void anActorThatSeesAnotherMembersActionIsFound() {
    GroupActors actors = actors(Form.SHARED);
    try (NDManager manager = TestTorch.manager();
        NetworkActor honest = actors.actor(weights(manager, actors), ROWS);
        NetworkActor peeking = new Peeking(honest)) {
      assertThrows(AssertionFailedError.class, () -> requireBlindToOthers(peeking));
    }
  }

  /// Adds to what each agent sees what the one before it is about to do.
  private static final class Peeking extends NetworkActor {
    private final NetworkActor actor;

    Peeking(NetworkActor actor) {
      this.actor = actor;
    }

    @Override
    public void reset() {
      actor.reset();
    }

    @Override
    public void act(float[] observation, byte[] removed, float[] logits, float[] values) {
      actor.act(observation, removed, logits, values);
      float[] more = observation.clone();
      for (int agent = 1; agent < removed.length; agent++) {
        more[agent * SEEN] += logits[(agent - 1) * OUTPUTS];
      }
      actor.act(more, removed, logits, values);
    }

    @Override
    protected void free() {
      // Its actor is closed by the test.
    }
  }

  @ParameterizedTest
  @EnumSource
  void actingAndLearningFormsAgree(Form form) {
    GroupActors actors = actors(form);
    float[] seen = seen();
    float[] grouped = new float[seen.length];
    for (int group = 0; group < 2; group++) {
      for (int member = 0; member < MEMBERS; member++) {
        int row = ROWS.row(group, member);
        System.arraycopy(seen, row * SEEN, grouped, (group * MEMBERS + member) * SEEN, SEEN);
      }
    }
    try (NDManager manager = TestTorch.manager()) {
      List<WeightVector> weights = weights(manager, actors);
      try (NetworkActor actor = actors.actor(weights, ROWS)) {
        float[] acted = act(actor, seen, new byte[6]);
        NDArray learned =
            actors
                .outputs(
                    weights.stream().map(WeightVector::weights).toList(),
                    manager.create(grouped, new Shape(2, MEMBERS * SEEN)))
                .logits();
        assertEquals(new Shape(6, OUTPUTS), learned.getShape());
        for (int group = 0; group < 2; group++) {
          for (int member = 0; member < MEMBERS; member++) {
            assertArrayEquals(
                learned.get(group * MEMBERS + member).toFloatArray(),
                own(acted, ROWS.row(group, member)),
                1e-5f);
          }
        }
        assertEquals(ActionBound.TANH, actor.bound());
      }
    }
  }

  @Test
  void toOneActorForAllAMemberInLimboObservesZeros() {
    GroupActors actors = actors(Form.JOINT);
    byte[] removed = {0, 1, 0, 0, 0, 0};
    float[] seen = seen();
    try (NDManager manager = TestTorch.manager();
        NetworkActor actor = actors.actor(weights(manager, actors), ROWS)) {
      float[] limbo = act(actor, seen, removed);
      float[] zeros = seen.clone();
      Arrays.fill(zeros, SEEN, 2 * SEEN, 0);
      assertArrayEquals(limbo, act(actor, zeros, removed));
      assertArrayEquals(limbo, act(actor, zeros, new byte[6]));
    }
  }

  @Test
  void anotherMembersObservationChangesTheCritic() {
    CriticNetwork critic =
        new GroupCriticNetwork(
            new LinearEncoder(SEEN, 6), CriticOnly.NONE, MEMBERS, 2, 1, List.of(6, 6));
    try (NDManager manager = TestTorch.manager()) {
      NamedWeights weights =
          NamedWeights.of(manager.create(critic.parameters().initial(5)), critic.parameters());
      float[] seen = Arrays.copyOf(seen(), MEMBERS * SEEN);
      float[] done = {0.1f, -0.2f, 0.3f, 0.4f, -0.5f, 0.6f};
      float before = value(manager, critic, weights, seen, done);
      for (int member = 0; member < MEMBERS; member++) {
        float[] others = seen.clone();
        others[member * SEEN] += 1;
        assertTrue(before != value(manager, critic, weights, others, done));
        float[] otherwise = done.clone();
        otherwise[2 * member + 1] += 0.3f;
        assertTrue(before != value(manager, critic, weights, seen, otherwise));
      }
    }
  }

  private static float value(
      NDManager manager, CriticNetwork critic, NamedWeights weights, float[] seen, float[] done) {
    return critic
        .values(
            weights,
            manager.create(seen, new Shape(1, seen.length)),
            manager.create(done, new Shape(1, done.length)),
            CriticNetwork.WeightUse.FIXED)
        .getFloat();
  }

  private static EnvironmentShape shape(int agents, List<AgentGroup> groups) {
    return new EnvironmentShape(
            agents,
            new ObservationLayout(List.of()),
            new ActionSpace.Continuous(List.of("x")),
            1,
            1,
            1,
            List.of())
        .withGroups(groups);
  }

  @Test
  void agentsOfNoGroupAreGroupsOfOneAndGroupsOfSeveralSizesAreRefused() {
    assertEquals(List.of(List.of(0), List.of(1)), GroupRows.of(shape(2, List.of())).groups());
    assertEquals(
        List.of(List.of(1), List.of(0), List.of(2)),
        GroupRows.of(shape(3, List.of(new AgentGroup("one", List.of(1))))).groups());
    Problem problem =
        assertThrows(
            Problem.class,
            () -> GroupRows.of(shape(3, List.of(new AgentGroup("pair", List.of(0, 2))))));
    assertTrue(problem.what().contains("pair"), problem.what());
  }
}
