package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutPreset;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.dock.WindowSizeClass;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.recording.DemoPlan;
import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.timeline.LaneSource;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextField;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// An excavation in the window: the parts of its reward as a lane and a table, and its critic by
/// quarter of the episode, with pictures for review, in which no text is cut off.
class ExcavationWindowTest {
  private static final Path PICTURES = Path.of("target", "screenshots", "excavation");

  @TempDir private static Path folder;

  private static Path dig = Path.of("none");
  private static Path timedOut = Path.of("none");

  @BeforeAll
  static void record() throws IOException {
    Files.createDirectories(PICTURES);
    dig =
        new RecordingPlan(
                "excavation",
                Optional.of("pit-1"),
                Optional.of(DemoPlan.EXCAVATOR),
                Optional.empty(),
                "sample",
                0,
                Map.of(),
                folder.resolve("dig.rollout"))
            .run(Progress.SILENT, new Cancellation())
            .file();
    timedOut =
        new RecordingPlan(
                "excavation",
                Optional.of("pit-1"),
                Optional.empty(),
                Optional.empty(),
                "random",
                0,
                Map.of("critic_only", "true", "max_steps", "20"),
                folder.resolve("timed-out.rollout"))
            .run(Progress.SILENT, new Cancellation())
            .file();
  }

  @ParameterizedTest
  @EnumSource(Theme.class)
  void thePartsOfTheRewardAreALaneAndATable(Theme theme) throws TimeoutException, IOException {
    Preferences remembered = new Preferences(theme, WindowSize.SMALLEST, List.of());
    try (WindowUnderTest window = new WindowUnderTest(remembered)) {
      WindowScreenshots pictures =
          new WindowScreenshots(window, PICTURES, theme.name().toLowerCase(Locale.ROOT), 1280, 800);
      Document document = window.open(dig);
      window.onFx(() -> {
        Layout layout =
            PaneKinds.fitting(
                LayoutPreset.INSPECT.layout(WindowSizeClass.of(1280, 800, 100)),
                document.rollout().manifest());
        document.layout().send(new LayoutCommand.Arrange(layout.root()));
        document.view().send(new ViewCommand.Select(0));
        document.timeline().send(new TimelineCommand.Seek(9));
        return true;
      });
      for (String pane : List.of("value", "rewards")) {
        window.onFx(() -> {
          document.layout().send(new LayoutCommand.Open(PaneId.of(pane), PaneKinds.home(pane)));
          document.layout().send(new LayoutCommand.Show(PaneId.of(pane)));
          return true;
        });
        pictures.take(pane);
      }
      assertEquals(List.of(), pictures.cutOff());
      assertTrue(
          window.onFx(() ->
              document.timelineModel().lanes().state().place(new LaneSource.RewardParts()) >= 0));
      String told = window.find("lanes", Region.class).getAccessibleText();
      assertTrue(told.contains("; existence -0.0"), told);
    }
  }

  @ParameterizedTest
  @EnumSource(Theme.class)
  void whatOnlyTheCriticSeesAndTheFinalObservationAreNamed(Theme theme)
      throws TimeoutException, IOException {
    Preferences remembered = new Preferences(theme, WindowSize.SMALLEST, List.of());
    try (WindowUnderTest window = new WindowUnderTest(remembered)) {
      WindowScreenshots pictures =
          new WindowScreenshots(window, PICTURES, theme.name().toLowerCase(Locale.ROOT), 1280, 800);
      Document document = window.open(timedOut);
      window.onFx(() -> {
        Layout layout =
            PaneKinds.fitting(
                LayoutPreset.INSPECT.layout(WindowSizeClass.of(1280, 800, 100)),
                document.rollout().manifest());
        document.layout().send(new LayoutCommand.Arrange(layout.root()));
        document.view().send(new ViewCommand.Select(0));
        document.layout().send(new LayoutCommand.Show(PaneId.of("observation")));
        document.timeline().send(new TimelineCommand.Seek(9));
        return true;
      });
      window.settle();
      assertTrue(window.onFx(() -> window.find("observation.final", CheckBox.class).isDisabled()));
      window.onFx(() -> {
        document.timeline().send(new TimelineCommand.Seek(document.rollout().ticks() - 1));
        return true;
      });
      window.settle();
      window.onFx(() -> {
        window.find("observation.final", CheckBox.class).setSelected(true);
        window.find("observation.filter", TextField.class).setText("edge_features");
        return true;
      });
      pictures.take("final-observation");
      assertEquals(List.of(), pictures.cutOff());
    }
  }
}
