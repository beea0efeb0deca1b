package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutPreset;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.dock.WindowSizeClass;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.recording.Sample;
import dev.hindsight.app.recording.Samples;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.inspector.BuiltInPanels;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import javafx.scene.Node;
import javafx.scene.Scene;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// In a small window, and with large text in a usual one, every panel is usable: its table shows
/// rows and its plot has height, or the pane scrolls to them, and no text is cut off.
class RoomForPanelsTest {
  /// A hash is longer than its column; the tooltip shows it in full.
  private static final Pattern HASH = Pattern.compile("\\b[0-9a-f]{64}\\b");

  @TempDir private static Path folder;

  private static Path learned = Path.of("none");
  private static Path other = Path.of("none");
  private static Path sky = Path.of("none");

  @BeforeAll
  static void record() throws Exception {
    Sample sample = Samples.named("learned");
    learned = sample.in(folder).run(Progress.SILENT, new Cancellation());
    other = folder.resolve("other.rollout");
    sample.plan().writing(other).run(Progress.SILENT, new Cancellation());
    sky = SampleRecording.sky(folder);
  }

  @ParameterizedTest
  @CsvSource({"100, 1024, 700", "150, 1280, 800"})
  void everyPanelCanBeWorkedWith(int percent, int width, int height) throws TimeoutException {
    Inspection inspection =
        new Inspection(percent, width, height, new TreeSet<>(), new ArrayList<>());
    inspection.at(window -> window.context().compare(learned, other));
    inspection.at(window -> window.context().open(sky));

    assertEquals(
        BuiltInPanels.ALL.stream().map(PanelType::id).sorted().toList(),
        List.copyOf(inspection.seen));
    assertEquals(List.of(), inspection.wrong);
  }

  /// @param seen ids of the inspected panels
  /// @param wrong the problems found
  private record Inspection(
      int percent, int width, int height, TreeSet<String> seen, List<String> wrong) {
    /// Inspects every panel that applies to a recording, in every layout for single recordings.
    void at(Consumer<WindowUnderTest> opening) throws TimeoutException {
      Preferences remembered = new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of(), percent);
      try (WindowUnderTest window = new WindowUnderTest(remembered)) {
        WindowScreenshots windowScreenshots =
            new WindowScreenshots(window, folder, "", width, height);
        window.onFx(() -> {
          opening.accept(window);
          return true;
        });
        window.until(() -> window.context().workspace().state().document().isPresent());
        window.untilComplete();
        Document document =
            window.onFx(() -> window.context().workspace().state().document().orElseThrow());
        window.onFx(() -> {
          document.timeline().send(new TimelineCommand.Seek(15));
          document.view().send(new ViewCommand.Select(0));
          return true;
        });
        List<PanelType> fitting =
            BuiltInPanels.ALL.stream()
                .filter(type -> type.missing(document.rollout().manifest()).isEmpty())
                .toList();
        for (LayoutPreset layoutPreset :
            List.of(LayoutPreset.WATCH, LayoutPreset.INSPECT, LayoutPreset.TRAIN)) {
          window.onFx(() -> open(document, layoutPreset, fitting));
          // A panel starts its work when it is shown, and is complete when everything has settled.
          for (PanelType type : fitting) {
            window.onFx(() -> shown(document, type));
            window.untilComplete();
          }
          windowScreenshots.look(
              layoutPreset.title(),
              scene -> {
                for (PanelType type : fitting) {
                  shown(document, type);
                  WindowScreenshots.layOut(scene);
                  windowScreenshots.note(
                      layoutPreset.title() + ", " + type.title(), scene.getRoot());
                  look(scene, layoutPreset, type);
                }
              });
        }
        windowScreenshots.cutOff().stream()
            .filter(cut -> !HASH.matcher(cut).find())
            .forEach(wrong::add);
      }
    }

    private boolean open(Document document, LayoutPreset layoutPreset, List<PanelType> panels) {
      Layout layout =
          PaneKinds.fitting(
              layoutPreset.layout(WindowSizeClass.of(width, height, percent)),
              document.rollout().manifest());
      for (PanelType type : panels) {
        layout =
            layout.apply(new LayoutCommand.Open(PaneId.of(type.id()), PaneKinds.home(type.id())));
      }
      document.layout().send(new LayoutCommand.Arrange(layout.root()));
      return true;
    }

    private static boolean shown(Document document, PanelType type) {
      document.layout().send(new LayoutCommand.Show(PaneId.of(type.id())));
      return true;
    }

    private void look(Scene scene, LayoutPreset layoutPreset, PanelType type) {
      seen.add(type.id());
      Node panel = LayoutProblems.named(scene.getRoot(), "panel." + type.id()).orElseThrow();
      LayoutProblems.of(panel, percent / 100.0)
          .forEach(lack -> wrong.add(layoutPreset.title() + ", " + type.title() + ": " + lack));
    }
  }
}
