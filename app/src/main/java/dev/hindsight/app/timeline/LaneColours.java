package dev.hindsight.app.timeline;

import dev.hindsight.app.settings.Theme;
import dev.hindsight.trainer.outcome.EventKind;
import javafx.scene.paint.Color;

/// The colours of a lane. Events differ in shape as well.
///
/// @param ground behind everything
/// @param band behind every other trial
/// @param grid lines and tick labels' ticks
/// @param words labels
/// @param muted labels that matter less
/// @param cursor the cursor
/// @param loop the loop's range
/// @param gutter behind the lanes' names
/// @param chosen behind the name of the lane that is chosen
record LaneColours(
    Color ground,
    Color band,
    Color grid,
    Color words,
    Color muted,
    Color cursor,
    Color loop,
    Color goal,
    Color collision,
    Color offroad,
    Color conflict,
    Color loss,
    Color refused,
    Color limbo,
    Color terminal,
    Color truncation,
    Color gutter,
    Color chosen) {
  private static final LaneColours DARK =
      new LaneColours(
          Color.web("#161b22"),
          Color.web("#1f2630"),
          Color.web("#3a424e"),
          Color.web("#d5dae1"),
          Color.web("#949da9"),
          Color.web("#58a6ff"),
          Color.web("#58a6ff", 0.18),
          Color.web("#10c58f"),
          Color.web("#f0562a"),
          Color.web("#e38ec4"),
          Color.web("#e0a526"),
          Color.web("#f0562a"),
          Color.web("#b48ef0"),
          Color.web("#77839a"),
          Color.web("#d5dae1"),
          Color.web("#949da9"),
          Color.web("#1b212a"),
          Color.web("#2b3442"));

  private static final LaneColours LIGHT =
      new LaneColours(
          Color.web("#f6f8fa"),
          Color.web("#e8ecf1"),
          Color.web("#c3cad3"),
          Color.web("#1f2328"),
          Color.web("#57606a"),
          Color.web("#0969da"),
          Color.web("#0969da", 0.16),
          Color.web("#008a63"),
          Color.web("#d5400e"),
          Color.web("#a5457f"),
          Color.web("#8a6100"),
          Color.web("#d5400e"),
          Color.web("#7247b8"),
          Color.web("#8c96a8"),
          Color.web("#1f2328"),
          Color.web("#57606a"),
          Color.web("#eef1f5"),
          Color.web("#d9e4f2"));

  static LaneColours of(Theme theme) {
    return switch (theme) {
      case DARK -> DARK;
      case LIGHT -> LIGHT;
    };
  }

  Color of(EventKind kind) {
    return switch (kind) {
      case GOAL -> goal;
      case COLLISION -> collision;
      case OFFROAD -> offroad;
      case CONFLICT -> conflict;
      case LOSS -> loss;
      case REFUSED -> refused;
      case LIMBO -> limbo;
      case TERMINAL -> terminal;
      case TRUNCATION -> truncation;
    };
  }
}
