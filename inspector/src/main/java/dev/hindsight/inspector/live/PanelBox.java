package dev.hindsight.inspector.live;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/// The parts of a panel one below the other. It needs the height at which every part that grows has
/// its least and all others have what they want; a lower pane scrolls. FX thread.
public final class PanelBox extends VBox {
  /// @param parts from top to bottom
  public PanelBox(Node... parts) {
    super(parts);
    getStyleClass().add("hs-panel");
    setMinWidth(0);
  }

  /// Gives a part all height the others leave.
  public PanelBox growing(Node part) {
    VBox.setVgrow(part, Priority.ALWAYS);
    return this;
  }

  /// Gives a part height that no part which grows wants.
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
