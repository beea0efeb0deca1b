package dev.hindsight.render.raster;

import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.scene.Viewpoint;

/// Places for text about a line: on either side of it, somewhat before or after the best point,
/// close to it or at a distance.
final class LineLabelCandidates implements LabelCandidates {
  /// Offsets along the line, as fractions of its length.
  private static final double[] STEPS = {0, 0.12, -0.12, 0.24, -0.24};

  private static final int SIDES = 2;

  /// Distances from the line: the close place, then the far one.
  private static final double[] DISTANCES = {3, 24};

  private static final int BAND = STEPS.length * SIDES;

  private final Mark.Tag tag;
  private final Sprite words;
  private final double unit;
  private double x0;
  private double y0;
  private double x1;
  private double y1;
  private boolean visible;

  /// Unit vector across the line.
  private double acrossX;

  private double acrossY;

  /// @param unit scale of the text relative to the default
  LineLabelCandidates(Mark.Tag tag, TextSpriteCache sprites, double unit) {
    this.tag = tag;
    this.words = sprites.of(tag.words(), (float) (tag.pixels() * unit), tag.tone());
    this.unit = unit;
  }

  @Override
  public Sprite words() {
    return words;
  }

  @Override
  public Tone tone() {
    return tag.tone();
  }

  @Override
  public int places() {
    return BAND * DISTANCES.length;
  }

  @Override
  public void locate(Viewpoint seen, PlacementTime placementTime) {
    Mark.Ends ends = placementTime == PlacementTime.NOW ? tag.ends() : tag.steady();
    x0 = seen.pixelX(ends.x0(), ends.y0());
    y0 = seen.pixelY(ends.x0(), ends.y0());
    x1 = seen.pixelX(ends.x1(), ends.y1());
    y1 = seen.pixelY(ends.x1(), ends.y1());
    clip(seen.width(), seen.height());
    double length = Math.hypot(x1 - x0, y1 - y0);
    acrossX = length > 0 ? (y1 - y0) / length : 0;
    acrossY = length > 0 ? (x0 - x1) / length : -1;
  }

  /// Clips the line to the picture.
  private void clip(double width, double height) {
    double from = 0;
    double to = 1;
    double dx = x1 - x0;
    double dy = y1 - y0;
    for (int edge = 0; edge < 4; edge++) {
      double towards = edge == 0 ? -dx : edge == 1 ? dx : edge == 2 ? -dy : dy;
      double room = edge == 0 ? x0 : edge == 1 ? width - x0 : edge == 2 ? y0 : height - y0;
      if (towards < 0) {
        from = Math.max(from, room / towards);
      } else if (towards > 0) {
        to = Math.min(to, room / towards);
      } else if (room < 0) {
        to = -1;
      }
    }
    visible = from <= to;
    if (visible) {
      x1 = x0 + to * dx;
      y1 = y0 + to * dy;
      x0 += from * dx;
      y0 += from * dy;
    }
  }

  /// Whether any part of the line is in the picture.
  boolean visible() {
    return visible;
  }

  @Override
  public double preferenceCost(int place) {
    return place % BAND * PREFERENCE + (hasLeader(place) ? FAR : 0);
  }

  @Override
  public double left(int place, Sprite sprite) {
    return lineX(place) + acrossX * off(place, sprite) - sprite.width() / 2.0;
  }

  @Override
  public double top(int place, Sprite sprite) {
    return lineY(place) + acrossY * off(place, sprite) - sprite.height() / 2.0;
  }

  private double part(int place) {
    return Math.clamp(tag.part() + STEPS[place % BAND / SIDES], 0, 1);
  }

  private double lineX(int place) {
    return x0 + part(place) * (x1 - x0);
  }

  private double lineY(int place) {
    return y0 + part(place) * (y1 - y0);
  }

  /// Distance from the line to the middle of the text, so that they just do not touch.
  private double off(int place, Sprite sprite) {
    double reach = Math.abs(acrossX) * sprite.width() / 2 + Math.abs(acrossY) * sprite.height() / 2;
    double distance = reach + DISTANCES[place / BAND] * unit;
    return place % SIDES == 0 ? distance : -distance;
  }

  @Override
  public boolean hasLeader(int place) {
    return place >= BAND;
  }

  @Override
  public LeaderStart leaderStart(int place) {
    return new LeaderStart(lineX(place), lineY(place), 0);
  }
}
