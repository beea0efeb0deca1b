package dev.hindsight.inspector.moment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.live.CheckpointBox;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.panel.PanelSubject;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.inspector.version.PerturbedCheckpoints;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MomentsPanelTest {
  @TempDir private Path folder;

  @Test
  void momentsAreListedAndSteppedThroughInTheOrderOfTime() throws Exception {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 120)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("moments", rollout)) {
          panel.show(0, 0);
          Button next = panel.find("moments.next", Button.class);
          assertTrue(next.isDisabled(), "nothing was found yet");
          panel.find("moments.find", Button.class).fire();
          panel.work();

          LiveTree<?> table = panel.find("moments.table", LiveTree.class);
          int found = table.getRoot().getChildren().size();
          assertTrue(found > 3, "moments: " + found);
          assertTrue(
              panel
                  .find("moments.sentence", Label.class)
                  .getText()
                  .startsWith(found + " moments, the best first."));
          int tick = 0;
          while (!next.isDisabled()) {
            next.fire();
            int sought = panel.sought().getLast();
            assertTrue(sought > tick, "from tick " + tick + " to " + sought);
            tick = sought;
            panel.show(tick, 0);
          }
          assertEquals(0, panel.selected().getLast());
          List<Integer> forwards = List.copyOf(panel.sought());
          Button back = panel.find("moments.previous", Button.class);
          assertFalse(back.isDisabled());
          back.fire();
          assertEquals(forwards.get(forwards.size() - 2), panel.sought().getLast());
          assertTrue(
              forwards.size() >= found - 1, "all but one at tick 0: " + forwards.size() + " steps");
        }
        return true;
      });
    }
  }

  @Test
  void versionsDisagreeAndTheBestTenAreFilmed() throws Exception {
    String noisy = PerturbedCheckpoints.write(folder, "darkroom-5x5", "noisy", 0.4).toString();
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 120)) {
      HeadlessToolkit.onFx(() -> {
        MomentsPanel[] opened = new MomentsPanel[1];
        List<MomentReels.Reel> films = new ArrayList<>();
        PanelType type =
            PanelType.of(
                "moments",
                "Moments",
                "Which.",
                PanelSubject.RESULTS,
                context -> {
                  context.shared(MomentReels.class, MomentReels::new).filmWith(films::add);
                  opened[0] = new MomentsPanel(context);
                  return opened[0];
                });
        try (PanelUnderTest panel = new PanelUnderTest(type, rollout)) {
          panel.show(0, 0);
          Button film = panel.find("moments.film", Button.class);
          assertTrue(film.isDisabled(), "nothing was found yet");
          CheckpointBox version = panel.find("moments.version", CheckpointBox.class);
          version.setValue("darkroom-5x5");
          panel.find("moments.second", CheckpointBox.class).setValue("darkroom-5x5");
          panel.find("moments.find", Button.class).fire();
          panel.work();
          assertEquals(0, disagreements(panel), "a policy agrees with itself");

          version.setValue(noisy);
          panel.find("moments.find", Button.class).fire();
          panel.work();
          assertTrue(disagreements(panel) > 0, "two policies disagree");
          int found = panel.find("moments.table", LiveTree.class).getRoot().getChildren().size();
          assertTrue(found > 10, "moments: " + found);
          assertFalse(film.isDisabled());
          Path out = folder.resolve("moments.mp4");
          film.fire();
          assertEquals(List.of(), films, "the user cancelled");
          panel.answer(out);
          film.fire();
          assertEquals(out, films.getFirst().out());
          assertEquals(10, films.getFirst().moments().size());
          assertEquals(List.of(rollout.file()), films.getFirst().recordings());
        }
        return true;
      });
    }
  }

  private static long disagreements(PanelUnderTest panel) {
    LiveTree<?> table = panel.find("moments.table", LiveTree.class);
    return IntStream.range(0, table.getRoot().getChildren().size())
        .mapToObj(row -> {
          table.getSelectionModel().clearAndSelect(row);
          return table.copyText();
        })
        .filter(text -> text.contains("disagree by"))
        .count();
  }

  @Test
  void momentsOfOtherRecordingsOpenThem() throws Exception {
    Path other = folder.resolve("other.rollout");
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 120)) {
      Files.copy(rollout.file(), other);
      HeadlessToolkit.onFx(() -> {
        MomentsPanel[] opened = new MomentsPanel[1];
        PanelType type =
            PanelType.of(
                "moments",
                "Moments",
                "Which.",
                PanelSubject.RESULTS,
                context -> opened[0] = new MomentsPanel(context));
        try (PanelUnderTest panel = new PanelUnderTest(type, rollout)) {
          panel.show(0, 0);
          opened[0].rankWith(List.of(other, rollout.file()));
          panel.work();
          LiveTree<?> table = panel.find("moments.table", LiveTree.class);
          assertTrue(table.getColumns().get(1).isVisible());
          int row = 0;
          while (panel.opened().isEmpty()) {
            table.getSelectionModel().select(row++);
            table.fireEvent(
                new KeyEvent(
                    KeyEvent.KEY_PRESSED, "", "", KeyCode.ENTER, false, false, false, false));
          }
          assertEquals(other, panel.opened().getFirst().recording());
          assertEquals(0, panel.opened().getFirst().agent());
        }
        return true;
      });
    }
  }

  @Test
  void aClosedPanelRanksNothing() throws Exception {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 40)) {
      HeadlessToolkit.onFx(() -> {
        PanelUnderTest panel = new PanelUnderTest("moments", rollout);
        panel.work();
        panel.close();
        panel
            .shared(OtherRecordings.class, OtherRecordings::new)
            .rank(List.of(folder.resolve("other.rollout")));
        assertEquals(List.of(), panel.held());
        return true;
      });
    }
  }
}
