package dev.hindsight.inspector.live;

import java.util.List;
import javafx.scene.Node;

/// Dims what was worked out for another tick or agent than the one selected now, until the answer
/// that is on its way has arrived: numbers that hold for something else must not look like these.
/// FX thread.
public final class StaleMark {
  /// Enough to be seen, little enough to be read.
  private static final double DIMMED = 0.45;

  private final List<Node> nodes;
  private int pending;

  /// @param nodes what shows the answers
  public StaleMark(Node... nodes) {
    this.nodes = List.of(nodes);
  }

  /// An answer is on its way.
  public void begin() {
    pending++;
    dim();
  }

  /// It has arrived.
  public void end() {
    pending--;
    dim();
  }

  /// The opacity and not a style: it changes with every tick, and styles are looked up anew.
  private void dim() {
    nodes.forEach(node -> node.setOpacity(pending > 0 ? DIMMED : 1));
  }
}
