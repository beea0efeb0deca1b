package dev.hindsight.app.timeline;

import dev.hindsight.app.settings.Theme;
import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.trainer.outcome.EventKind;
import javafx.scene.paint.Color;

/// The colours of a lane. Events also differ in shape.
///
/// @param ground the background
/// @param band behind every second trial
/// @param grid lines and tick marks
/// @param words labels
/// @param muted less important labels
/// @param cursor the cursor
/// @param loop the loop's range
/// @param gutter behind the names of lanes
/// @param chosen behind the name of the chosen lane
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
    return switch (kind.colour()) {
      case GOOD -> goal;
      case BAD -> collision;
      case ALARM -> loss;
      case STRAY -> offroad;
      case WARNING -> conflict;
      case REFUSAL -> refused;
      case LIMBO -> limbo;
      case END -> terminal;
      case CUT -> truncation;
      case PLAIN -> words;
    };
  }

  /// Colours as pixels, premultiplied `0xAARRGGBB`.
  ///
  /// @param curve values of a curve behind a column
  /// @param joint the connection between two columns
  /// @param flag where a flag is true
  /// @param grid the zero line
  /// @param muted several categories in one column
  /// @param more a step up from neutral
  /// @param moreEdge its end
  /// @param less a step down from neutral
  /// @param lessEdge its end
  /// @param categories colours of categories, which also show their numbers if there is room
  /// @param cut where a stack is cut off
  /// @param hatch lines over every second part of a stack
  record Pixels(
      int curve,
      int joint,
      int flag,
      int grid,
      int muted,
      int more,
      int moreEdge,
      int less,
      int lessEdge,
      int[] categories,
      int cut,
      int hatch) {
    /// The colours of Okabe and Ito, lightened and darkened.
    private static final int[] ON_DARK = {
      0xff56b4e9, 0xffe69f00, 0xff10c58f, 0xffe38ec4, 0xfff0e442, 0xfff0562a, 0xff9aa7ff, 0xffb9c4d0
    };

    private static final int[] ON_LIGHT = {
      0xff0072b2, 0xffd48f00, 0xff008a63, 0xffa5457f, 0xff9a8b00, 0xffd5400e, 0xff4b55c8, 0xff6d7583
    };

    private static final Pixels DARK =
        new Pixels(
            0xff56b4e9,
            0xff2c5a74,
            0xff8fb6d8,
            0xff3a424e,
            0xff77839a,
            0xff2c5a74,
            0xff56b4e9,
            0xff6b4a12,
            0xffe69f00,
            ON_DARK,
            0xffd5dae1,
            0xff161b22);

    private static final Pixels LIGHT =
        new Pixels(
            0xff0072b2,
            0xff9cc4de,
            0xff3f7fb0,
            0xffc3cad3,
            0xff8c96a8,
            0xff9cc4de,
            0xff0072b2,
            0xfff0cf8a,
            0xffb87400,
            ON_LIGHT,
            0xff1f2328,
            0xfff6f8fa);

    static Pixels of(Theme theme) {
      return switch (theme) {
        case DARK -> DARK;
        case LIGHT -> LIGHT;
      };
    }

    /// Neighbouring values get different colours.
    int category(int value) {
      return categories[Math.floorMod(value, categories.length)];
    }

    /// The colour of a part of a stack, by its rank; the last colour is that of all further parts.
    int part(int rank) {
      return categories[Math.min(rank, categories.length - 1)];
    }

    /// A pixel of a part of a stack: every second part is hatched.
    int stacked(int rank, int x, int y) {
      return rank % 2 == 1 && ((x + y) & 3) == 0 ? hatch : part(rank);
    }

    /// The same, as a JavaFX colour.
    Color colour(int value) {
      int argb = category(value);
      return FxColours.of(argb);
    }

    /// A readable text colour on a category's colour.
    Color on(int value) {
      return luminance(value) > 0.45 ? Color.BLACK : Color.WHITE;
    }

    private double luminance(int value) {
      Color colour = colour(value);
      return 0.2126 * colour.getRed() + 0.7152 * colour.getGreen() + 0.0722 * colour.getBlue();
    }
  }
}
