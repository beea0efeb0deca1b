package dev.hindsight.render.stage;

import com.almasb.fxgl.entity.Entity;
import javafx.scene.Node;
import javafx.scene.Parent;

/// An entity that plays marks, tick after tick, and the node it is seen by. FX thread.
///
/// Entities live in metres, x right, y down (the mark's y is negated); widths in pixels are divided
/// by the scale, because the whole world is drawn scaled.
///
/// @param <M> what it plays: a kind of mark, or a list of one
abstract class MarkNode<M> {
  private final Entity entity = new Entity();

  MarkNode(Node node) {
    // Where it stands is a function of the recording, never of an engine's clock.
    entity.setEverUpdated(false);
    entity.getViewComponent().addChild(node);
    entity.getViewComponent().getParent().setMouseTransparent(true);
  }

  /// What stands in the game world.
  final Entity entity() {
    return entity;
  }

  /// What is drawn.
  final Parent view() {
    return entity.getViewComponent().getParent();
  }

  /// Plays this from now on.
  abstract void update(M part, DrawingContext drawingContext);
}
