package dev.hindsight.inspector.neighbours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.counterfactual.AblationEffect;
import dev.hindsight.inspector.counterfactual.RecordedOutput;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.attention.EdgeHeads;
import dev.hindsight.trainer.attention.ObservedNeighbours;
import dev.hindsight.trainer.attention.RecordedShape;
import dev.hindsight.trainer.env.NeighbourTable;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.ForwardingRollout;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Leaving neighbours out of the view of the shipped policy.
class LeaveOneOutTest {
  private static final int TICK = 35;

  @TempDir Path folder;

  private static LeaveOneOut leaveOut(Rollout rollout, int agent) {
    return LeaveOneOut.of(rollout, agent, TICK, Optional.empty()).orElseThrow();
  }

  @Test
  void eachNeighbourLeftOutIsWhatThePolicyActsOnWithoutIt() {
    try (Rollout rollout = UnrecordedEdgesTest.recording(folder);
        OpenedPolicy opened = BuiltInPolicies.open("airspace-50", RecordedShape.of(rollout))) {
      int compared = 0;
      for (int agent = 0; agent < rollout.manifest().agents(); agent++) {
        Optional<LeaveOneOut> result = LeaveOneOut.of(rollout, agent, TICK, Optional.empty());
        if (result.isEmpty()) {
          continue;
        }
        assertTrue(result.get().fromRecorded() < 1e-4);
        assertEquals(Optional.empty(), result.get().warning());
        assertEquals(result.get().taken().orElseThrow(), result.get().whole().action());
        double before = Double.POSITIVE_INFINITY;
        for (LeaveOneOut.View view : result.get().each()) {
          assertTrue(view.divergence() <= before, "largest effect first");
          before = view.divergence();
          assertArrayEquals(acting(rollout, opened, agent, view.neighbour()), view.logits(), 1e-4f);
          assertEquals(
              0, result.get().attention(view, view.without(), EdgeHeads.ALL), "none left on it");
          compared++;
        }
      }
      assertTrue(compared > 20, "neighbours: " + compared);
    }
  }

  @Test
  void aNetworkThatDoesNotRepeatTheRecordedLogitsIsWarnedOfAsOfAnyOtherChange() {
    int agent = 3;
    try (Rollout rollout = UnrecordedEdgesTest.recording(folder)) {
      AlteredRollout altered =
          new AlteredRollout(rollout)
              .with("logits", (tick, i, x) -> tick == TICK && i % 2 == 1 ? x + 4 : x);
      LeaveOneOut result = leaveOut(altered, agent);
      assertEquals(
          RecordedOutput.warning(altered, agent, TICK, result.whole().logits()), result.warning());
      assertTrue(
          result
              .words("agent 3", Integer::toString)
              .contains(" Warning: even unchanged, the output differs from the recording (logit"),
          result.words("agent 3", Integer::toString));
      LeaveOneOut lonely =
          new LeaveOneOut(
              agent,
              TICK,
              result.taken(),
              result.whole(),
              List.of(),
              result.alone(),
              result.fromRecorded(),
              result.warning());
      assertTrue(
          lonely.words("agent 3", Integer::toString).contains(" Warning: even unchanged"),
          lonely.words("agent 3", Integer::toString));
    }
  }

  /// The logits of the form used to act, on a table in which the rows after the neighbour move up.
  private static float[] acting(Rollout rollout, OpenedPolicy opened, int agent, int other) {
    ObservedNeighbours seen = ObservedNeighbours.of(rollout).orElseThrow();
    NeighbourTable table = seen.graph();
    float[] observation = seen.observation(TICK);
    int agents = seen.agents();
    int size = observation.length / agents;
    StepBuffer step = new StepBuffer(agents, size);
    System.arraycopy(observation, 0, step.observation, 0, observation.length);
    System.arraycopy(seen.removed(TICK), 0, step.removed, 0, agents);
    int width = 1 + table.edgeFeatures();
    int to = 0;
    for (int row = 0; row < table.rows(); row++) {
      int from = agent * size + table.slotAt(row);
      if ((int) observation[from] != other) {
        System.arraycopy(
            observation, from, step.observation, agent * size + table.slotAt(to++), width);
      }
    }
    for (; to < table.rows(); to++) {
      step.observation[agent * size + table.slotAt(to)] = NeighbourTable.NO_NEIGHBOUR;
    }
    PolicyOutput output = new PolicyOutput(RecordedShape.of(rollout));
    opened.policy().reset();
    opened.policy().act(step, output);
    return Arrays.copyOfRange(output.logits, agent * output.width, (agent + 1) * output.width);
  }

  @Test
  void whoIsNotSeenChangesNothingAndAllTogetherIsAlone() {
    try (Rollout rollout = UnrecordedEdgesTest.recording(folder)) {
      int agent = 3;
      LeaveOneOut result = leaveOut(rollout, agent);
      LeaveOneOut.View self =
          LeaveOneOut.together(rollout, agent, TICK, Set.of(agent), Optional.empty()).orElseThrow();
      assertArrayEquals(result.whole().logits(), self.logits(), 0);
      assertEquals(0, self.divergence());
      assertFalse(self.otherAction());
      LeaveOneOut.View all =
          LeaveOneOut.together(rollout, agent, TICK, result.alone().without(), Optional.empty())
              .orElseThrow();
      assertArrayEquals(result.alone().logits(), all.logits(), 0);
      assertEquals(agent, result.mostAttention(all, EdgeHeads.ALL));
      assertEquals(1, result.attention(all, Set.of(agent), EdgeHeads.ALL), 1e-6);
      assertTrue(all.divergence() > 1e-3, "neighbours matter: " + all.divergence());
    }
  }

  /// A recording that also says which actions were legal, as policies had to obey.
  private record MaskedRollout(Rollout real, Channel mask) implements ForwardingRollout {
    @Override
    public Optional<Channel> channel(String name) {
      return name.equals(RecordedActionMask.COLUMN) ? Optional.of(mask) : real.channel(name);
    }
  }

  private static Rollout without(Rollout rollout, int agent, int illegal) {
    int agents = rollout.manifest().agents();
    int actions = RecordedShape.outputs(rollout);
    Channel mask =
        new MemoryRollout("planted", agents, rollout.ticks(), 1)
            .with(
                RecordedActionMask.COLUMN,
                Dtype.BOOL,
                (_, i) -> i == agent * actions + illegal ? 0 : 1,
                agents,
                actions)
            .channel(RecordedActionMask.COLUMN)
            .orElseThrow();
    return new MaskedRollout(rollout, mask);
  }

  @Test
  void anActionThatWasIllegalIsNeverChosen() {
    try (Rollout rollout = UnrecordedEdgesTest.recording(folder)) {
      int agent = 3;
      LeaveOneOut free = leaveOut(rollout, agent);
      int illegal = Categorical.best(free.whole().logits());
      String name = AblationEffect.name(rollout, illegal);
      assertEquals(name, free.whole().action(), "the policy takes what it prefers");
      LeaveOneOut obeying = leaveOut(without(rollout, agent, illegal), agent);
      float[] second = obeying.whole().logits().clone();
      assertArrayEquals(free.whole().logits(), second, 0, "the network's output is the same");
      second[illegal] = Float.NEGATIVE_INFINITY;
      assertEquals(
          AblationEffect.name(rollout, Categorical.best(second)), obeying.whole().action());
      assertFalse(obeying.alone().action().equals(name));
      obeying.each().forEach(view -> assertFalse(view.action().equals(name), view.action()));
    }
  }

  @Test
  @SuppressWarnings("unchecked")
  void thePanelListsEveryNeighbourByItsEffect() throws Exception {
    try (Rollout rollout = UnrecordedEdgesTest.recording(folder)) {
      LeaveOneOut expected = leaveOut(rollout, 3);
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("neighbours", rollout)) {
          panel.show(TICK, 3);
          panel.work();
          WordedChoiceBox<Object> subject = panel.find("neighbours.subject", WordedChoiceBox.class);
          subject.setValue(subject.getItems().getLast());
          panel.work();
          panel.show(TICK, 3);
          LiveTree<?> table = panel.find("neighbours.leave-out", LiveTree.class);
          assertEquals(expected.each().size() + 2, table.getRoot().getChildren().size());
          String sentence = panel.find("neighbours.sentence", Label.class).getText();
          assertTrue(
              sentence.startsWith("Agent 3 AC003: " + expected.whole().action() + "."), sentence);
          panel.show(TICK, -1);
          assertEquals(0, table.getRoot().getChildren().size());
        }
        return null;
      });
    }
  }
}
