package dev.hindsight.app.timeline;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.settings.Theme;
import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.trainer.rollout.Moment;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.TextAlignment;

/// Draws the parts of the reward as a lane, and the legend beside it. FX thread.
final class RewardLanePainter {
  private final RewardStackRaster raster = new RewardStackRaster();

  /// @param pixelScale screen pixels per layout unit
  /// @return why there is nothing to draw; without words if there is
  LaneHints.Hint paint(
      GraphicsContext pen, LaneContents sheet, Theme theme, double pixelScale, int lane) {
    if (sheet.rewards().isEmpty() || sheet.rewards().get().order().isEmpty()) {
      return sheet.agent() == Moment.NO_AGENT
          ? LaneHints.Hint.of(wording("LaneSeries.select_an_agent"))
          : sheet.rewards().isPresent()
              ? LaneHints.Hint.of(wording("RewardLanePainter.no_rewards"))
              : sheet.hints().rewards();
    }
    LaneLayout.Scale scale = sheet.scale();
    double height = sheet.layout().height(lane) - 2;
    raster.draw(
        sheet.rewards().get(),
        sheet.lanes().window(),
        LaneColours.Pixels.of(theme),
        (int) Math.max(1, Math.round(scale.width() * pixelScale)),
        (int) Math.max(1, Math.round(height * pixelScale)));
    double top = sheet.layout().top(lane) + 1;
    pen.drawImage(raster.image(), scale.left(), top, scale.width(), height);
    return LaneHints.NONE.rewards();
  }

  /// The names of the largest parts of the reward, each with its colour and hatching.
  static void legend(
      GraphicsContext pen, LaneContents sheet, Theme theme, RewardStack stack, int lane) {
    LaneLayout layout = sheet.layout();
    LaneColours colours = LaneColours.of(theme);
    LaneColours.Pixels ink = LaneColours.Pixels.of(theme);
    int lines = layout.legendLines(lane);
    for (int line = 0; line < Math.min(lines, stack.order().size()); line++) {
      boolean others = line == lines - 1 && stack.order().size() > lines;
      double y = layout.legendY(lane, line);
      if (!others) {
        pen.setFill(FxColours.of(ink.part(line)));
        pen.fillRect(8, y - 4, 8, 8);
        if (line % 2 == 1) {
          pen.setStroke(FxColours.of(ink.hatch()));
          pen.setLineWidth(1);
          pen.strokeLine(8, y, 12, y - 4);
          pen.strokeLine(8, y + 4, 16, y - 4);
          pen.strokeLine(12, y + 4, 16, y);
        }
      }
      String name =
          others
              ? wording("RewardLanePainter.others", stack.order().size() - line)
              : stack.read().names().get(stack.order().get(line));
      CanvasText.write(
          pen,
          CanvasText.cut(name, CanvasText.SMALL, layout.gutter() - 26),
          CanvasText.SMALL,
          colours.muted(),
          20,
          y,
          TextAlignment.LEFT);
    }
  }
}
