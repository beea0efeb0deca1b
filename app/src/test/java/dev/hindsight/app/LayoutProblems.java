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

/// Finds parts of a laid-out pane that are too small to use. FX thread.
final class LayoutProblems {
  /// In units: header, a horizontal scroll bar and two rows; more if there are more rows.
  private static final double TABLE = 87;

  /// In units: header and four rows.
  private static final double FOUR_ROWS = 115;

  /// In units: two rows, or one with three lines.
  private static final double LIST = 80;

  /// In units.
  private static final double PLOT = 90;

  private LayoutProblems() {}

  /// The parts of a pane that are too small, in words.
  ///
  /// @param pane the docked node
  /// @param unit pixels per unit
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

  /// The least readable height of a table or a plot in pixels; 0 for other parts.
  private static double least(Node node, double unit) {
    return switch (node) {
      case TreeTableView<?> tree -> unit * (tree.getExpandedItemCount() < 4 ? TABLE : FOUR_ROWS);
      case TableView<?> table -> unit * (table.getItems().size() < 4 ? TABLE : FOUR_ROWS);
      case ListView<?> _, TreeView<?> _ -> unit * LIST;
      // A strip with one line needs less; its own minimum is in pixels.
      case CanvasRegion canvasRegion -> Math.min(unit * PLOT, canvasRegion.prefHeight(-1));
      default -> 0;
    };
  }

  private static Stream<Node> all(Node node) {
    if (!node.isVisible()) {
      return Stream.empty();
    }
    // The popup of a combo box is not part of the pane.
    return node instanceof Parent parent && !(node instanceof ComboBoxBase<?>)
        ? Stream.concat(
            Stream.of(node), parent.getChildrenUnmodifiable().stream().flatMap(LayoutProblems::all))
        : Stream.of(node);
  }

  /// The visible node with an id.
  static Optional<Node> named(Node node, String id) {
    return all(node).filter(child -> id.equals(child.getId())).findFirst();
  }
}
