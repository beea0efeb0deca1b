package dev.hindsight.inspector.live;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/// The parts of a panel, stacked. Its least height gives every growing part its minimum and all
/// others their preferred height; a lower pane scrolls. FX thread.
public final class PanelBox extends VBox {
  /// @param parts from top to bottom
  public PanelBox(Node... parts) {
    super(parts);
    getStyleClass().add("hs-panel");
    setMinWidth(0);
  }

  /// Lets a part take all remaining height.
  public PanelBox growing(Node part) {
    VBox.setVgrow(part, Priority.ALWAYS);
    return this;
  }

  /// Lets a part take height that no growing part needs.
  public PanelBox yielding(Node part) {
    VBox.setVgrow(part, Priority.SOMETIMES);
    return this;
  }

  @Override
  protected double computeMinHeight(double width) {
    double inside = width < 0 ? -1 : Math.max(0, width - snappedLeftInset() - snappedRightInset());
    List<Node> parts = getManagedChildren();
    double all = snappedTopInset() + snappedBottomInset();
    all += snapSpaceY(getSpacing()) * Math.max(0, parts.size() - 1);
    for (Node part : parts) {
      double least = part.minHeight(inside);
      boolean gives = VBox.getVgrow(part) != null;
      all += snapSizeY(gives ? least : Math.max(least, part.prefHeight(inside)));
    }
    return all;
  }
}
