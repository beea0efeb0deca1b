package dev.hindsight.render.stage;

import com.almasb.fxgl.entity.Entity;
import javafx.scene.Node;
import javafx.scene.Parent;

/// An entity that shows a mark, tick after tick, with its node. FX thread.
///
/// Entities are in metres, x right, y down (the mark's y is negated); widths in pixels are divided
/// by the scale, because the whole world is drawn scaled.
///
/// @param <M> what it shows: a kind of mark, or a list of one kind
abstract class MarkNode<M> {
  private final Entity entity = new Entity();

  MarkNode(Node node) {
    // Its position is a function of the recording, never of an engine's clock.
    entity.setEverUpdated(false);
    entity.getViewComponent().addChild(node);
    entity.getViewComponent().getParent().setMouseTransparent(true);
  }

  /// The entity in the game world.
  final Entity entity() {
    return entity;
  }

  /// The node in the scene.
  final Parent view() {
    return entity.getViewComponent().getParent();
  }

  /// Shows a mark from now on.
  abstract void update(M part, DrawingContext drawingContext);
}
