package dev.hindsight.app.planted;

import com.almasb.fxgl.entity.Entity;
import java.util.Optional;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import javafx.scene.paint.Color;

/// One class for each fault.
public final class AppFaults {
  private AppFaults() {}

  /// A model that depends on the toolkit.
  public record PaintedState(Color colour) {}

  /// A pane that draws with the library of the scene.
  public record SeesEntity(Optional<Entity> entity) {}

  /// A second program.
  public static final class SecondMain {
    private SecondMain() {}

    /// Starts the second program.
    public static void main(String[] arguments) {
      Thread.currentThread().setName(String.join(" ", arguments));
    }
  }

  /// A second way onto the FX thread.
  public static final class RunsLater {
    /// Runs work there.
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
