package dev.hindsight.inspector.action;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.TestMouse;
import dev.hindsight.render.Palette;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionSpace.Discrete;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javafx.event.EventType;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.Scene;
import javafx.scene.image.WritableImage;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The grid is laid out as the vehicle is steered: left is on the left.
class ActionGridTest {
  private static final List<double[]> CORNERS =
      List.of(
          new double[] {0.12, 0.05},
          new double[] {0.97, 0.05},
          new double[] {0.12, 0.95},
          new double[] {0.97, 0.95});

  private static final List<String> ACTIONS =
      List.of(
          "accelerate 4 m/s², steer left 1 rad",
          "accelerate 4 m/s², steer right 1 rad",
          "brake 4 m/s², steer left 1 rad",
          "brake 4 m/s², steer right 1 rad");

  @TempDir private static Path folder;

  @Test
  void leftIsOnTheLeftAndFasterIsUp() throws Exception {
    assertEquals(ACTIONS, told(MouseEvent.MOUSE_MOVED));
  }

  @Test
  void theCellThatIsNamedIsTheOneThatIsPicked() throws Exception {
    assertEquals(ACTIONS, told(MouseEvent.MOUSE_CLICKED));
  }

  /// The text about a cell takes one line or two: a user must still hit the cell.
  @Test
  void pointingAtACellMovesNone() throws Exception {
    try (Rollout rollout =
        Rollouts.open(SampleRecordings.drive(folder, "intersection-1", Map.of(), 2))) {
      List<String> moved =
          HeadlessToolkit.onFx(() -> {
            Rollout learned = withLogits(rollout);
            try (PanelUnderTest panel = new PanelUnderTest("action", learned)) {
              panel.show(1, 0);
              return IntStream.rangeClosed(12, 26)
                  .mapToObj(width -> movedAt(20 * width, panel))
                  .filter(words -> !words.isEmpty())
                  .toList();
            }
          });

      assertEquals(List.of(), moved);
    }
  }

  /// The place where the grid moves while the mouse is over a cell; empty if it stays.
  private static String movedAt(double width, PanelUnderTest panel) {
    Region grid = panel.find("action.grid", Region.class);
    grid.getScene().getRoot().resize(width, 420);
    panel.show(1, 0);
    Bounds before = grid.localToScene(grid.getLayoutBounds());
    for (double[] at : CORNERS) {
      TestMouse.send(grid, MouseEvent.MOUSE_MOVED, place(grid, at));
      grid.getScene().snapshot(null);
      Bounds now = grid.localToScene(grid.getLayoutBounds());
      if (!now.equals(before)) {
        return width + ": " + before + " becomes " + now;
      }
    }
    return "";
  }

  /// A recording whose network finds all actions equally likely.
  private static Rollout withLogits(Rollout rollout) {
    int agents = rollout.manifest().agents();
    int actions = ((Discrete) ActionManifest.read(rollout.manifest()).orElseThrow()).count();
    MemoryRollout even =
        new MemoryRollout("drive", agents, rollout.ticks(), 1)
            .with("logits", Dtype.F4, (_, _) -> 0, agents, actions);
    return (Rollout)
        Proxy.newProxyInstance(
            ActionGridTest.class.getClassLoader(),
            new Class<?>[] {Rollout.class},
            (_, method, arguments) ->
                method.getName().equals("channel") && "logits".equals(arguments[0])
                    ? even.channel("logits")
                    : method.invoke(rollout, arguments));
  }

  /// The grid as it is painted, with one action that is as good as impossible.
  private static WritableImage painted(Rollout rollout, boolean illegal) {
    MemoryRollout one =
        new MemoryRollout("drive", 1, 1, 1)
            .with("logits", Dtype.F4, (_, action) -> action == 5 ? -1e9 : 0, 1, count(rollout))
            .with("action", Dtype.I4, (_, _) -> 0, 1)
            .with(
                RecordedActionMask.COLUMN,
                Dtype.BOOL,
                (_, action) -> illegal && action == 5 ? 0 : 1,
                1,
                count(rollout));
    ActionGrid grid = ActionGrid.of(rollout, Palette.DARK, _ -> {}, _ -> {}).orElseThrow();
    Scene scene = new Scene(new StackPane(grid), 520, 200);
    scene.snapshot(null);
    grid.show(ActionProbabilities.at(new Moment(one, 0, 0)));
    return scene.snapshot(null);
  }

  private static int count(Rollout rollout) {
    return ((Discrete) ActionManifest.read(rollout.manifest()).orElseThrow()).count();
  }

  @Test
  void anIllegalActionDoesNotLookLikeAnImprobableOne() throws Exception {
    try (Rollout rollout =
        Rollouts.open(SampleRecordings.drive(folder, "intersection-1", Map.of(), 2))) {
      int differing =
          HeadlessToolkit.onFx(() -> {
            WritableImage improbable = painted(rollout, false);
            WritableImage illegal = painted(rollout, true);
            int pixels = 0;
            for (int y = 0; y < 200; y++) {
              for (int x = 0; x < 520; x++) {
                pixels +=
                    improbable.getPixelReader().getArgb(x, y)
                            != illegal.getPixelReader().getArgb(x, y)
                        ? 1
                        : 0;
              }
            }
            return pixels;
          });

      assertTrue(differing > 10 && differing < 200, differing + " pixels of one crossed cell");
    }
  }

  /// A point within the cells, above the text below them.
  private static Point2D place(Region grid, double[] at) {
    Bounds bounds = grid.localToScene(grid.getLayoutBounds());
    return new Point2D(
        bounds.getMinX() + at[0] * bounds.getWidth(),
        bounds.getMinY() + 4 + at[1] * (bounds.getHeight() - 34));
  }

  /// What the grid reports for its corners on a mouse event.
  private static List<String> told(EventType<MouseEvent> type) throws Exception {
    try (Rollout rollout =
        Rollouts.open(SampleRecordings.drive(folder, "intersection-1", Map.of(), 2))) {
      Discrete space = (Discrete) ActionManifest.read(rollout.manifest()).orElseThrow();
      MemoryRollout even =
          new MemoryRollout("drive", 1, 1, 1)
              .with("logits", Dtype.F4, (_, _) -> 0, 1, space.count())
              .with("action", Dtype.I4, (_, _) -> 0, 1);
      return HeadlessToolkit.onFx(() -> {
        List<Integer> pointed = new ArrayList<>();
        List<Integer> picked = new ArrayList<>();
        ActionGrid grid =
            ActionGrid.of(rollout, Palette.DARK, pointed::add, picked::add).orElseThrow();
        Scene scene = new Scene(new StackPane(grid), 520, 200);
        scene.snapshot(null);
        grid.show(ActionProbabilities.at(new Moment(even, 0, 0)));
        for (double[] at : CORNERS) {
          TestMouse.send(grid, type, place(grid, at), 2);
        }
        List<Integer> actions = type.equals(MouseEvent.MOUSE_MOVED) ? pointed : picked;
        return actions.stream().map(space::describe).toList();
      });
    }
  }
}
