package dev.hindsight.inspector.neighbours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.BuiltInPanels;
import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.attention.EdgeHeads;
import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.attention.RecordedEdges;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.SketchChoice.Alternative;
import java.util.Optional;
import java.util.Set;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;

class NeighboursPanelTest {
  private static final Alternative FIRST = new Alternative("1", "layer 1");
  private static final PanelType TYPE = BuiltInPanels.named("neighbours").orElseThrow();

  @Test
  void whomAnAgentLooksAtIsSaidAndOrderedByWeight() throws Exception {
    HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest(TYPE, EdgeRecordings.recording())) {
        panel.show(1, 0);
        assertEquals(
            "Agent 0 attends most to 2 (50.0 %), 1 (40.0 %), to itself 10.0 %;"
                + " entropy 0.72 of at most 1.10 nats.",
            panel.find("neighbours.sentence", Label.class).getText());
        LiveTree<?> table = panel.find("neighbours.table", LiveTree.class);
        assertEquals(3, table.getRoot().getChildren().size());
        table.getSelectionModel().select(0);
        assertEquals(Set.of(MarkSubject.agent(2), MarkSubject.agent(0)), panel.pointed().getLast());
      }
      return null;
    });
  }

  @Test
  void anotherLayerHasItsOwnWeights() throws Exception {
    HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest(TYPE, EdgeRecordings.recording())) {
        panel.show(1, 0);
        choice(panel, "layer").setValue(FIRST);
        assertEquals(Optional.of("1"), panel.chosen().of(EdgeHeads.LAYER), "scenes follow");
        assertTrue(
            panel
                .find("neighbours.sentence", Label.class)
                .getText()
                .startsWith("Agent 0 sees no agent and attends to itself 100.0 %;"));
      }
      return null;
    });
  }

  @Test
  void whoIsInLimboOrNobodyIsSaidSo() throws Exception {
    HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest(TYPE, EdgeRecordings.recording())) {
        Label sentence = panel.find("neighbours.sentence", Label.class);
        panel.show(1, 2);
        assertEquals("Agent 2 is in limbo: it attends to no agent.", sentence.getText());
        panel.show(1, -1);
        assertEquals("Select an agent to see which neighbours it attends to.", sentence.getText());
      }
      return null;
    });
  }

  @Test
  void withoutACheckpointItIsSaidThatNothingWasComputedAnew() throws Exception {
    HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest(TYPE, EdgeRecordings.recording())) {
        panel.work();
        assertTrue(
            panel
                .find("neighbours.anew", Label.class)
                .getText()
                .startsWith("Could not recompute it:"));
      }
      return null;
    });
  }

  @Test
  void edgesThatHaveNoPlaceAreCountedAndHideNoOthers() {
    EdgeScatter.DotBuilder builder = new EdgeScatter.DotBuilder(3);
    builder.add(2, 0.5f, true);
    builder.add(Float.NaN, 0.25f, false);
    builder.add(1, Float.POSITIVE_INFINITY, false);
    EdgeScatter.Dots dots = builder.named("distance");
    assertEquals(1, dots.x().length);
    assertEquals("distance; not shown: 2 edges with a number that is not finite", dots.title());
  }

  @Test
  void otherWeightsThanThoseThatActedAreNoticed() {
    RecordedEdges edges = RecordedEdges.of(EdgeRecordings.recording()).orElseThrow();
    RecomputedEdges same = compare(edges, saying(edges, 0), 1);
    assertTrue(same.holds());
    assertEquals("Recomputed: weights within 0, logits within 0 (4 ticks).", same.words());
    RecomputedEdges other = compare(edges, saying(edges, 0.01f), 2);
    assertEquals(0.01, other.weights(), 1e-6);
    assertEquals(2, other.ticks());
    assertTrue(!other.holds());
    assertTrue(
        other.words().endsWith("These are not the recorded policy's weights."), other.words());
  }

  private static RecomputedEdges compare(RecordedEdges edges, EdgeIntrospection network, int step) {
    return RecomputedEdges.compare(edges.seen(), Optional.of(edges), network, 0, 4, step);
  }

  @Test
  void aHeadIsChosenHereOrInAScene() throws Exception {
    HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest(TYPE, EdgeRecordings.recording())) {
        panel.show(1, 0);
        panel.choose(EdgeHeads.HEAD, "1");
        assertEquals("head 1", choice(panel, "head").getValue().words());
        assertTrue(
            panel
                .find("neighbours.sentence", Label.class)
                .getText()
                .startsWith("Agent 0 attends most to 1 (70.0 %), 2 (20.0 %), to itself 10.0 %;"));
      }
      return null;
    });
  }

  @Test
  void whatARecordingLacksIsSaid() {
    assertEquals(
        Optional.of(
            "Its agents do not identify the neighbours they see (a table whose first feature is"
                + " 'slot')."),
        TYPE.missing(new MemoryRollout("toy", 1, 1, 1).manifest()));
    assertEquals(
        Optional.of(
            "The recording holds no neighbour attention (channels edges/layer0, …), and"
                + " no checkpoint to compute it from: record with a graph policy."),
        TYPE.missing(new MemoryRollout("toy", 1, 1, 1).with(EdgeRecordings.LAYOUT).manifest()));
  }

  /// A network that reproduces the recording except for one weight.
  private static EdgeIntrospection saying(RecordedEdges edges, float more) {
    return new EdgeIntrospection() {
      @Override
      public int layers() {
        return edges.layers();
      }

      @Override
      public int heads() {
        return edges.heads();
      }

      @Override
      public EdgeTrace look(float[] observation, byte[] removed) {
        EdgeTrace right = edges.at(0);
        float[][] weights = new float[layers()][];
        int[] slots = new int[right.agents() * right.rows()];
        for (int layer = 0; layer < layers(); layer++) {
          weights[layer] = new float[right.agents() * (right.rows() + 1) * heads()];
          for (int at = 0; at < weights[layer].length; at++) {
            int row = at / heads() % (right.rows() + 1);
            int agent = at / heads() / (right.rows() + 1);
            weights[layer][at] = right.weight(layer, at % heads(), agent, row);
          }
        }
        weights[1][0] += more;
        return new EdgeTrace(right.rows(), heads(), slots, weights, right.logits(), right.values());
      }

      @Override
      public void close() {}
    };
  }

  @SuppressWarnings("unchecked")
  private static WordedChoiceBox<Alternative> choice(PanelUnderTest panel, String id) {
    return panel.find("neighbours." + id, WordedChoiceBox.class);
  }
}
