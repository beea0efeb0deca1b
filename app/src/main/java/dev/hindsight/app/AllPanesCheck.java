package dev.hindsight.app;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutNode;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.image.PixelReader;
import javafx.scene.image.WritableImage;

/// Draws every kind of pane, each for the first recording it applies to, one after the other in a
/// window that has opened all the recordings. Once per process.
///
/// @param one the open recording
/// @param other the recording beside it
/// @param further recordings for the panes that do not apply to the first
record AllPanesCheck(Path one, Path other, List<Path> further) implements Job<List<String>> {
  private static final int WIDTH = 1000;
  private static final int HEIGHT = 700;

  /// A pane that shows only the bars around it has fewer colours.
  private static final int FEWEST_COLOURS = 20;

  /// @return titles of the panes
  /// @throws Problem naming the first that cannot be drawn
  @Override
  public List<String> run(Progress progress, Cancellation cancellation) {
    List<String> drawn = new ArrayList<>();
    OffscreenWindow.start();
    try (OffscreenWindow studio = new OffscreenWindow(Preferences.INITIAL, WIDTH, HEIGHT)) {
      List<PaneKinds.Kind> left = new ArrayList<>(PaneKinds.ALL);
      drawn.addAll(draw(studio, studio.compare(one, other), left, cancellation));
      for (Path more : further) {
        drawn.addAll(draw(studio, studio.open(more), left, cancellation));
      }
      left.stream()
          .findFirst()
          .ifPresent(kind -> refuse(kind, wording("AllPanesCheck.no_recording_can_use_it")));
    }
    return List.copyOf(drawn);
  }

  /// Draws those of some kinds that apply to a recording, and closes them again.
  ///
  /// @return their titles
  private static List<String> draw(
      OffscreenWindow offscreenWindow,
      Document document,
      List<PaneKinds.Kind> left,
      Cancellation cancellation) {
    OffscreenWindow.onFx(() -> {
      document.view().send(new ViewCommand.Select(0));
      return true;
    });
    Manifest manifest = document.rollout().manifest();
    List<PaneKinds.Kind> fitting =
        left.stream().filter(kind -> PaneKinds.missing(kind.id(), manifest).isEmpty()).toList();
    for (PaneKinds.Kind kind : fitting) {
      cancellation.throwIfCancelled();
      draw(offscreenWindow, document, kind);
    }
    left.removeAll(fitting);
    return fitting.stream().map(PaneKinds.Kind::title).toList();
  }

  private static void draw(
      OffscreenWindow offscreenWindow, Document document, PaneKinds.Kind kind) {
    OffscreenWindow.onFx(() -> {
      LayoutNode alone = LayoutNode.Tabs.of(PaneId.of(kind.id()));
      document.layout().send(new LayoutCommand.Arrange(Optional.of(alone)));
      return true;
    });
    offscreenWindow.picture();
    offscreenWindow.settle();
    WritableImage picture = offscreenWindow.picture();
    if (OffscreenWindow.onFx(() -> offscreenWindow.holds("panel.failure"))) {
      refuse(kind, wording("AllPanesCheck.it_failed"));
    }
    OffscreenWindow.onFx(() -> offscreenWindow.context().notices().state().shown())
        .filter(notice -> !(notice instanceof Notice.Success))
        .ifPresent(notice -> refuse(kind, notice.headline()));
    int colours = OffscreenWindow.onFx(() -> colours(picture));
    if (colours < FEWEST_COLOURS) {
      refuse(kind, wording("AllPanesCheck.it_is_blank"));
    }
  }

  private static void refuse(PaneKinds.Kind kind, String why) {
    throw new Problem(
        wording("AllPanesCheck.the_pane_cannot_be_drawn", kind.title(), why),
        wording("AllPanesCheck.the_window"),
        wording("AllPanesCheck.please_report_this_line"));
  }

  /// Whether a node contains another with this id.
  static boolean holds(Node node, String id) {
    return id.equals(node.getId())
        || (node instanceof Parent parent
            && parent.getChildrenUnmodifiable().stream().anyMatch(child -> holds(child, id)));
  }

  private static int colours(WritableImage picture) {
    PixelReader pixels = picture.getPixelReader();
    Set<Integer> seen = new HashSet<>();
    for (int y = 0; y < HEIGHT; y += 2) {
      for (int x = 0; x < WIDTH; x += 2) {
        seen.add(pixels.getArgb(x, y));
      }
    }
    return seen.size();
  }
}
