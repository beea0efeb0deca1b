package dev.hindsight.app;

import dev.hindsight.app.fx.OverflowPane;
import dev.hindsight.inspector.live.CanvasRegion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.TableView;
import javafx.scene.control.TreeTableView;
import javafx.scene.control.TreeView;
import javafx.scene.layout.Region;

/// Finds in a pane, as it is laid out now, what cannot be worked with for want of room. FX thread.
final class LayoutProblems {
  /// Units: titles, a bar to scroll sideways and two rows; more where there are more.
  private static final double TABLE = 87;

  /// Units: titles and four rows.
  private static final double FOUR_ROWS = 115;

  /// Units: two rows, or one of three lines.
  private static final double LIST = 80;

  /// Units.
  private static final double PLOT = 90;

  private LayoutProblems() {}

  /// What a pane does not have room for, in words.
  ///
  /// @param pane what is docked
  /// @param unit pixels of a unit
  static List<String> of(Node pane, double unit) {
    List<String> lacks = new ArrayList<>();
    Optional<OverflowPane> moving =
        all(pane).filter(OverflowPane.class::isInstance).map(OverflowPane.class::cast).findFirst();
    Region content = (Region) moving.map(o -> o.getChildrenUnmodifiable().getFirst()).orElse(pane);
    double room =
        moving.map(Region::getHeight).orElse(pane.getParent().getLayoutBounds().getHeight());
    double further =
        moving
            .flatMap(
                o -> o.getChildrenUnmodifiable().stream().filter(LayoutProblems::isBar).findFirst())
            .map(bar -> ((ScrollBar) bar).getMax())
            .orElse(0.0);
    if (Math.max(content.getHeight(), content.minHeight(content.getWidth())) > room + further + 1) {
      lacks.add("its end cannot be scrolled to");
    }
    for (Node node : all(content).toList()) {
      double least = least(node, unit);
      Bounds place = content.sceneToLocal(node.localToScene(node.getLayoutBounds()));
      if (least > 0 && place.getHeight() < least - 1) {
        lacks.add(node.getId() + " is " + place.getHeight() + " high, not " + least);
      }
      if (least > 0 && (place.getMinY() < 0 || place.getMaxY() > content.getHeight() + 1)) {
        lacks.add(node.getId() + " is beyond the end of the pane");
      }
    }
    return lacks;
  }

  private static boolean isBar(Node node) {
    return node.isVisible() && node.getId() != null && node.getId().endsWith(".down");
  }

  /// Pixels a table or a plot needs to be read; nothing for other parts.
  private static double least(Node node, double unit) {
    return switch (node) {
      case TreeTableView<?> tree -> unit * (tree.getExpandedItemCount() < 4 ? TABLE : FOUR_ROWS);
      case TableView<?> table -> unit * (table.getItems().size() < 4 ? TABLE : FOUR_ROWS);
      case ListView<?> _, TreeView<?> _ -> unit * LIST;
      // A strip of one line wants less; what it wants is in pixels.
      case CanvasRegion canvasRegion -> Math.min(unit * PLOT, canvasRegion.prefHeight(-1));
      default -> 0;
    };
  }

  private static Stream<Node> all(Node node) {
    if (!node.isVisible()) {
      return Stream.empty();
    }
    // What a box opens is not in the pane.
    return node instanceof Parent parent && !(node instanceof ComboBoxBase<?>)
        ? Stream.concat(
            Stream.of(node), parent.getChildrenUnmodifiable().stream().flatMap(LayoutProblems::all))
        : Stream.of(node);
  }

  /// The node of that id that can be seen.
  static Optional<Node> named(Node node, String id) {
    return all(node).filter(child -> id.equals(child.getId())).findFirst();
  }
}
