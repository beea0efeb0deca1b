package dev.hindsight.app.fx;

import java.util.function.DoubleConsumer;
import javafx.animation.AnimationTimer;

/// The window's only clock: reports before every frame how much time has passed since the last one.
public final class PlaybackClock extends AnimationTimer {
  private static final double NANOS = 1e9;

  private final DoubleConsumer onSeconds;
  private long before;

  /// @param onSeconds real seconds since the last frame; called on the FX thread
  public PlaybackClock(DoubleConsumer onSeconds) {
    this.onSeconds = onSeconds;
  }

  @Override
  public void start() {
    before = 0;
    super.start();
  }

  @Override
  public void handle(long now) {
    if (before != 0) {
      onSeconds.accept((now - before) / NANOS);
    }
    before = now;
  }
}
