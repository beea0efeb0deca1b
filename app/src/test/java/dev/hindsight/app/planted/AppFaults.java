package dev.hindsight.app.planted;

import com.almasb.fxgl.entity.Entity;
import java.util.Optional;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import javafx.scene.paint.Color;

/// One class a fault.
public final class AppFaults {
  private AppFaults() {}

  /// A model that knows how it looks.
  public record PaintedState(Color colour) {}

  /// A pane that draws with the scene's library.
  public record SeesEntity(Optional<Entity> entity) {}

  /// A program beside the program.
  public static final class SecondMain {
    private SecondMain() {}

    /// Starts it.
    public static void main(String[] arguments) {
      Thread.currentThread().setName(String.join(" ", arguments));
    }
  }

  /// A second way onto the FX thread.
  public static final class RunsLater {
    /// Goes there.
    public void go() {
      Platform.runLater(() -> {});
    }
  }

  /// A second clock.
  public static final class SecondClock extends AnimationTimer {
    @Override
    public void handle(long now) {}
  }
}
