package dev.hindsight.inspector.neighbours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.BuiltInPanels;
import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.attention.RecordedEdges;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A recording by the built-in graph policy, with its stored attention removed.
class UnrecordedEdgesTest {
  private static final PanelType TYPE = BuiltInPanels.named("neighbours").orElseThrow();
  private static final int TICKS = 40;
  private static final int LATE = 35;
  private static final int AGENT = 3;

  @TempDir Path folder;

  private Rollout recording() {
    return recording(folder);
  }

  /// A recording of eight aircraft by the shipped graph policy.
  static Rollout recording(Path folder) {
    EnvironmentType type = BuiltInEnvironments.named("airspace");
    EnvironmentFactory factory =
        type.prepare(
            type.settings()
                .parse(Map.of("aircraft", "8", "radius", "22.6", "neighbours", "6"), "test"),
            Optional.empty());
    Path file = folder.resolve("sky.rollout");
    try (OpenedPolicy opened = BuiltInPolicies.open("airspace-50", factory.shape())) {
      RecordingRequest.ActingPolicy actingPolicy =
          new RecordingRequest.ActingPolicy(
              opened.policy(), opened.id(), opened.sha256(), opened.name());
      RecordingRequest request =
          new RecordingRequest(
              type,
              factory,
              Optional.empty(),
              Optional.of(actingPolicy),
              new ActionSelection.Argmax(),
              TICKS,
              RecordingRequest.Until.ALL_TICKS,
              5,
              file);
      new RolloutRecorder(request).run(Progress.SILENT, new Cancellation());
    }
    return Rollouts.open(file);
  }

  @Test
  void theCheckpointSaysWhatWasNotRecordedAndIsHeldAgainstWhatActed() throws Exception {
    try (Rollout whole = recording()) {
      String recorded = sentences(whole)[0];
      String[] computed = sentences(new RolloutWithoutChannels(whole, "edges/"));

      assertTrue(recorded.startsWith("Agent 3 AC003 attends most to AC00"), recorded);
      assertEquals(recorded, computed[0]);
      assertTrue(computed[1].startsWith("Not recorded, computed now: logits within "), computed[1]);
      assertTrue(computed[1].endsWith("(20 ticks)."), computed[1]);
    }
  }

  @Test
  void weightsOfEveryHeadAreThoseThatActed() {
    try (Rollout whole = recording()) {
      RecordedEdges edges = RecordedEdges.of(whole).orElseThrow();
      try (EdgeIntrospection network = RecomputedEdges.network(whole)) {
        EdgeTrace right = RecomputedEdges.look(edges.seen(), network, LATE);
        assertTrue(edges.at(LATE).apart(right) < 1e-5);
        EdgeTrace wrong = RecomputedEdges.look(edges.seen(), network, LATE - 1);
        assertTrue(edges.at(LATE).apart(wrong) > 1e-3, "those of another tick");
      }
    }
  }

  /// What the panel says about the agent at the late tick, and about the source of the weights.
  private static String[] sentences(Rollout rollout) throws Exception {
    return HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest(TYPE, rollout)) {
        panel.show(LATE, AGENT);
        panel.work();
        panel.work();
        return new String[] {
          panel.find("neighbours.sentence", Label.class).getText(),
          panel.find("neighbours.anew", Label.class).getText()
        };
      }
    });
  }
}
