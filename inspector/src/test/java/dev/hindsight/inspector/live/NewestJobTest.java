package dev.hindsight.inspector.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.rollout.MemoryRollout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import javafx.scene.Node;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.Test;

/// What a panel is shown of what it asked for. A request is a letter, its subject, and a number.
class NewestJobTest {
  private final List<String> shown = new ArrayList<>();
  private final Node node = new Region();

  private void with(
      UnaryOperator<NewestJob<String, String>> made,
      BiConsumer<NewestJob<String, String>, PanelUnderTest> steps)
      throws Exception {
    HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest("agents", new MemoryRollout("toy", 1, 1, 1))) {
        panel.work();
        NewestJob<String, String> job =
            new NewestJob<>(panel, "job", request -> (_, _) -> request, shown::add);
        steps.accept(made.apply(job.marking(new StaleMark(node))), panel);
      }
      return true;
    });
  }

  private boolean dimmed() {
    return node.getOpacity() < 1;
  }

  @Test
  void anOvertakenResultIsShownWhereAllRequestsAreAboutTheSame() throws Exception {
    with(
        job -> job,
        (job, panel) -> {
          job.request("a1");
          job.request("b1");
          job.request("b2");
          panel.workOnce();
          assertTrue(dimmed());
          panel.work();
          assertEquals(List.of("a1", "b2"), shown);
          assertFalse(dimmed());
        });
  }

  @Test
  void anOvertakenResultAboutSomethingElseIsDropped() throws Exception {
    with(
        job -> job.about(request -> request.charAt(0)),
        (job, panel) -> {
          job.request("a1");
          job.request("a2");
          panel.workOnce();
          assertEquals(List.of("a1"), shown);
          job.request("b1");
          panel.work();
          assertEquals(List.of("a1", "b1"), shown);
        });
  }

  @Test
  void aWithdrawnRequestShowsNothingAndDimsNothing() throws Exception {
    with(
        job -> job,
        (job, panel) -> {
          job.request("a1");
          job.request("a2");
          job.withdraw();
          assertFalse(dimmed());
          panel.work();
          assertEquals(List.of(), shown);
          assertFalse(job.busy());
        });
  }

  @Test
  void whatIsAskedForAgainAfterItWasWithdrawnIsComputedOnce() throws Exception {
    with(
        job -> job,
        (job, panel) -> {
          job.request("a1");
          job.withdraw();
          job.request("a1");
          assertTrue(dimmed());
          panel.work();
          assertEquals(List.of("a1"), shown);
          assertFalse(dimmed());
        });
  }
}
