package dev.hindsight.inspector.mask;

import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Tone;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

/// The look of each reason: a colour, a hatching and a letter, so that it can be told without
/// colour. FX thread.
record MaskReasonStyle(Palette palette) {
  private static final double GAP = 6;
  private static final double LETTER = 10;

  /// Fills a stretch of cells.
  void cells(
      GraphicsContext g, MaskReason maskReason, double x, double y, double width, double height) {
    double wide = Math.max(1, width);
    g.setFill(colour(maskReason));
    g.fillRect(x, y, wide, height);
    if (wide > 3) {
      hatch(g, maskReason, x, y, wide, height);
    }
    if (maskReason == MaskReason.NOT_YET_WRITTEN) {
      g.setStroke(rgb(palette.rgb(Tone.ROAD_LANE)));
      g.setLineWidth(1);
      g.strokeRect(x + 0.5, y + 0.5, Math.max(0, wide - 1), height - 1);
    }
    if (wide >= LETTER) {
      g.setFill(colour(maskReason));
      g.fillRect(x + wide / 2 - LETTER / 2, y + 1, LETTER, height - 2);
      g.setFill(letters(maskReason));
      g.setFont(Font.font(LETTER));
      g.setTextAlign(TextAlignment.CENTER);
      g.fillText(maskReason.letter(), x + wide / 2, y + height / 2 + 3.5);
    }
  }

  private void hatch(
      GraphicsContext g, MaskReason maskReason, double x, double y, double width, double height) {
    int lean =
        switch (maskReason) {
          case LIMBO -> 1;
          case OTHER_EPISODE -> -1;
          case BEYOND_HORIZON, NOT_YET_WRITTEN -> 0;
          case SELF, FUTURE, ATTENDED -> 2;
        };
    if (lean == 2) {
      return;
    }
    g.save();
    g.beginPath();
    g.rect(x, y, width, height);
    g.clip();
    g.setStroke(rgb(palette.background()));
    g.setLineWidth(maskReason == MaskReason.NOT_YET_WRITTEN ? 0.5 : 1.2);
    for (double at = x - height; at < x + width + height; at += GAP) {
      g.strokeLine(at, y, at + lean * height, y + height);
    }
    g.restore();
  }

  /// The colour of a reason.
  Color colour(MaskReason maskReason) {
    return switch (maskReason) {
      case ATTENDED -> rgb(palette.rgb(Tone.AGENT));
      case SELF -> rgb(palette.rgb(Tone.SELECTED));
      case LIMBO -> rgb(palette.rgb(Tone.LIMBO));
      case OTHER_EPISODE -> rgb(palette.rgb(Tone.EXPERT));
      case BEYOND_HORIZON -> rgb(palette.rgb(Tone.OFFROAD));
      case FUTURE -> rgb(palette.rgb(Tone.ROAD_LANE));
      case NOT_YET_WRITTEN -> rgb(palette.rgb(Tone.ROAD_SURFACE));
    };
  }

  private Color letters(MaskReason maskReason) {
    return switch (maskReason) {
      case FUTURE, NOT_YET_WRITTEN -> rgb(palette.rgb(Tone.TEXT));
      case SELF, LIMBO, OTHER_EPISODE, BEYOND_HORIZON, ATTENDED -> rgb(palette.background());
    };
  }

  Color tone(Tone tone) {
    return rgb(palette.rgb(tone));
  }

  static Color rgb(int rgb) {
    return FxColours.of(rgb);
  }
}
