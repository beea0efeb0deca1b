package dev.hindsight.app;

import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutNode;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.trainer.Problem;
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

/// Draws every kind of pane there is for two recordings, one after the other, in a window with
/// both. Once in the life of the process.
///
/// @param one a recording that every kind of pane applies to but those of [#OTHER_WORLDS]
/// @param other the one beside it
record EveryPane(Path one, Path other) implements Job<List<String>> {
  /// What only recordings show whose agents name their neighbours: the driving sample has none.
  private static final Set<String> OTHER_WORLDS = Set.of("neighbours");

  private static final int WIDTH = 1000;
  private static final int HEIGHT = 700;

  /// A pane that shows nothing but the bars around it has fewer.
  private static final int FEWEST_COLOURS = 20;

  /// @return titles of the panes
  /// @throws Problem naming the first that cannot be drawn
  @Override
  public List<String> run(Progress progress, Cancellation cancellation) {
    List<String> drawn = new ArrayList<>();
    Studio.start();
    try (Studio studio = new Studio(Preferences.INITIAL, WIDTH, HEIGHT)) {
      Document document = studio.compare(one, other);
      Studio.onFx(() -> {
        document.view().send(new ViewCommand.Select(0));
        return true;
      });
      for (PaneKinds.Kind kind : PaneKinds.ALL) {
        cancellation.throwIfCancelled();
        if (!OTHER_WORLDS.contains(kind.id())) {
          draw(studio, document, kind);
          drawn.add(kind.title());
        }
      }
    }
    return List.copyOf(drawn);
  }

  private static void draw(Studio studio, Document document, PaneKinds.Kind kind) {
    PaneKinds.missing(kind.id(), document.rollout().manifest())
        .ifPresent(lack -> refuse(kind, lack));
    Studio.onFx(() -> {
      LayoutNode alone = LayoutNode.Tabs.of(PaneId.of(kind.id()));
      document.layout().send(new LayoutCommand.Arrange(Optional.of(alone)));
      return true;
    });
    studio.picture();
    studio.settle();
    WritableImage picture = studio.picture();
    if (Studio.onFx(() -> studio.holds("panel.failure"))) {
      refuse(kind, "it failed");
    }
    Studio.onFx(() -> studio.bench().notices().state().shown())
        .filter(notice -> !(notice instanceof Notice.Success))
        .ifPresent(notice -> refuse(kind, notice.headline()));
    int colours = Studio.onFx(() -> colours(picture));
    if (colours < FEWEST_COLOURS) {
      refuse(kind, "it is blank");
    }
  }

  private static void refuse(PaneKinds.Kind kind, String why) {
    throw new Problem(
        "the pane " + kind.title() + " cannot be drawn: " + why,
        "the window",
        "please send us this line");
  }

  /// Whether a node of this id is below another.
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
