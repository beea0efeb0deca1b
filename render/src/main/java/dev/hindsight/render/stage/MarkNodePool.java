package dev.hindsight.render.stage;

import com.almasb.fxgl.entity.GameWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javafx.scene.Group;

/// Actors of one kind: as many as the present tick has parts for, reused from tick to tick. FX
/// thread.
///
/// @param <A> the kind
final class MarkNodePool<A extends MarkNode<?>> {
  private final GameWorld world;
  private final Group stage;
  private final Supplier<A> casting;
  private final List<A> actors = new ArrayList<>();
  private int playing;

  /// @param stage where who plays is seen
  MarkNodePool(GameWorld world, Group stage, Supplier<A> casting) {
    this.world = world;
    this.stage = stage;
    this.casting = casting;
  }

  /// Nobody plays yet.
  void begin() {
    playing = 0;
  }

  /// The next actor, engaged if need be.
  A next() {
    if (playing == actors.size()) {
      A actor = casting.get();
      world.addEntity(actor.entity());
      stage.getChildren().add(actor.view());
      actors.add(actor);
    }
    return actors.get(playing++);
  }

  /// Sends home who did not play.
  void end() {
    while (actors.size() > playing) {
      A actor = actors.removeLast();
      world.removeEntity(actor.entity());
      stage.getChildren().remove(actor.view());
    }
  }
}
