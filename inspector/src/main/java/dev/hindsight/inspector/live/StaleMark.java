package dev.hindsight.inspector.live;

import java.util.List;
import javafx.scene.Node;

/// Dims results of another tick or agent than the selected one until the new result arrives, so
/// that no one takes them for current. FX thread.
public final class StaleMark {
  /// Visibly dimmed, yet still readable.
  private static final double DIMMED = 0.45;

  private final List<Node> nodes;
  private int pending;

  /// @param nodes the nodes that show the results
  public StaleMark(Node... nodes) {
    this.nodes = List.of(nodes);
  }

  /// A new result has been requested.
  public void begin() {
    pending++;
    dim();
  }

  /// The result has arrived.
  public void end() {
    pending--;
    dim();
  }

  /// Sets the opacity rather than a style: it changes with every tick, and a style would be
  /// resolved each time.
  private void dim() {
    nodes.forEach(node -> node.setOpacity(pending > 0 ? DIMMED : 1));
  }
}
