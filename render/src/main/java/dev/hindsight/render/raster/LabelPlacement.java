package dev.hindsight.render.raster;

import dev.hindsight.render.Look;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Puts labels beside their bodies: each takes, in the order of the marks, that of sixteen places
/// which overlaps least with labels put before and with bodies. Where all overlap a label, its
/// first line alone tries again, then it is left out; one of the selected is always there.
///
/// So that labels do not change sides while nothing asks for it, all are first put as bodies stood
/// a little earlier ([Mark.Label#steadyX]); a side found then is kept as long as it is free. The
/// picture stays a function of the marks and the viewpoint. One owner thread.
final class LabelPlacement {
  /// Directions from the body, the preferred ones first: right, down.
  private static final int[][] SIDES = {
    {1, -1}, {1, 1}, {-1, -1}, {-1, 1}, {1, 0}, {-1, 0}, {0, -1}, {0, 1}
  };

  /// From the middle of a body to a label that is near, and to one that stands off; the latter is
  /// tied to its body by a line.
  private static final double[] DISTANCES = {11, 34};

  /// Half the side of what is kept free about a body.
  private static final double BODY = 9;

  /// Free space between labels.
  private static final double APART = 2;

  /// What an overlap with a label costs, times one with a body.
  private static final double LABEL = 40;

  /// What the part outside the picture costs, times one with a body.
  private static final double OUTSIDE = 4;

  /// What a place costs more than the one preferred to it, in square pixels.
  private static final double PREFERENCE = 4;

  private static final double FAR = 120;

  /// What staying is worth, in square pixels.
  private static final double STAYING = 400;

  private static final int NOWHERE = -1;

  private final WordSprites words;
  private double[] boxes = new double[0];
  private int boxed;
  private double[] bodies = new double[0];

  LabelPlacement(WordSprites words) {
    this.words = words;
  }

  /// Adds the labels that find room to `placed`.
  ///
  /// @param device device pixels per pixel
  /// @param letters size of words, times the usual
  void place(
      List<Mark> marks,
      Viewpoint viewpoint,
      double device,
      double letters,
      List<WordPlacement.Placed> placed,
      List<WordPlacement.Leader> leaders) {
    List<Mark.Label> labels = seen(marks, viewpoint);
    if (labels.isEmpty()) {
      return;
    }
    double unit = device * letters * Look.words(viewpoint.width(), viewpoint.height());
    Viewpoint seen = viewpoint.scaled(device);
    int[] sides = new int[labels.size()];
    Arrays.fill(sides, NOWHERE);
    boxes = new double[4 * labels.size()];
    bodies = new double[2 * labels.size()];
    locate(labels, seen, Time.EARLIER);
    for (int i = 0; i < labels.size(); i++) {
      Sprite sprite = sprite(labels.get(i), unit);
      sides[i] = best(i, sprite, NOWHERE, unit, seen);
      keep(i, sides[i], sprite, unit);
    }
    locate(labels, seen, Time.NOW);
    for (int i = 0; i < labels.size(); i++) {
      put(i, labels.get(i), sides[i], unit, seen, placed, leaders);
    }
  }

  private enum Time {
    EARLIER,
    NOW
  }

  private static List<Mark.Label> seen(List<Mark> marks, Viewpoint viewpoint) {
    List<Mark.Label> labels = new ArrayList<>();
    for (Mark mark : marks) {
      if (mark instanceof Mark.Label label) {
        double x = viewpoint.pixelX(label.x(), label.y());
        double y = viewpoint.pixelY(label.x(), label.y());
        if (x >= 0 && y >= 0 && x <= viewpoint.width() && y <= viewpoint.height()) {
          labels.add(label);
        }
      }
    }
    return labels;
  }

  private void locate(List<Mark.Label> labels, Viewpoint seen, Time time) {
    boxed = 0;
    for (int i = 0; i < labels.size(); i++) {
      Mark.Label label = labels.get(i);
      double x = time == Time.NOW ? label.x() : label.steadyX();
      double y = time == Time.NOW ? label.y() : label.steadyY();
      bodies[2 * i] = seen.pixelX(x, y);
      bodies[2 * i + 1] = seen.pixelY(x, y);
    }
  }

  private void put(
      int index,
      Mark.Label label,
      int steady,
      double unit,
      Viewpoint seen,
      List<WordPlacement.Placed> placed,
      List<WordPlacement.Leader> leaders) {
    Sprite sprite = sprite(label, unit);
    int place = best(index, sprite, steady, unit, seen);
    if (labelled(index, place, sprite, unit) > 0 && label.tone() != Tone.SELECTED) {
      sprite = words.of(List.of(label.lines().getFirst()), size(label, unit), label.tone());
      place = best(index, sprite, steady, unit, seen);
      if (labelled(index, place, sprite, unit) > 0) {
        return;
      }
    }
    keep(index, place, sprite, unit);
    int x = (int) Math.round(left(index, place, sprite, unit));
    int y = (int) Math.round(top(index, place, sprite, unit));
    placed.add(new WordPlacement.Placed(sprite, x, y));
    if (place >= SIDES.length) {
      leaders.add(leader(index, x, y, sprite, unit));
    }
  }

  private Sprite sprite(Mark.Label label, double unit) {
    return words.of(label.lines(), size(label, unit), label.tone());
  }

  private static float size(Mark.Label label, double unit) {
    return (float) (label.pixels() * unit);
  }

  /// The place that costs least; one below [#SIDES]' length is near, the others stand off.
  private int best(int index, Sprite sprite, int steady, double unit, Viewpoint seen) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int place = 0; place < SIDES.length * DISTANCES.length; place++) {
      double cost = cost(index, place, sprite, unit, seen) - (place == steady ? STAYING : 0);
      if (cost < least) {
        least = cost;
        best = place;
      }
    }
    return best;
  }

  private double cost(int index, int place, Sprite sprite, double unit, Viewpoint seen) {
    double x = left(index, place, sprite, unit);
    double y = top(index, place, sprite, unit);
    double cost = place * PREFERENCE + (place >= SIDES.length ? FAR : 0);
    double half = BODY * unit;
    for (int i = 0; 2 * i < bodies.length; i++) {
      if (i != index) {
        double bodyX = bodies[2 * i] - half;
        double bodyY = bodies[2 * i + 1] - half;
        cost += overlap(x, y, sprite, bodyX, bodyY, 2 * half, 2 * half);
      }
    }
    cost += LABEL * labelled(index, place, sprite, unit);
    double area = (double) sprite.width() * sprite.height();
    double inside = overlap(x, y, sprite, 0, 0, seen.width(), seen.height());
    return cost + OUTSIDE * (area - inside);
  }

  /// Square pixels shared with labels that are there already.
  private double labelled(int index, int place, Sprite sprite, double unit) {
    double x = left(index, place, sprite, unit);
    double y = top(index, place, sprite, unit);
    double sum = 0;
    for (int i = 0; i < boxed; i++) {
      double w = boxes[4 * i + 2] + 2 * APART;
      double h = boxes[4 * i + 3] + 2 * APART;
      sum += overlap(x, y, sprite, boxes[4 * i] - APART, boxes[4 * i + 1] - APART, w, h);
    }
    return sum;
  }

  private void keep(int index, int place, Sprite sprite, double unit) {
    boxes[4 * boxed] = left(index, place, sprite, unit);
    boxes[4 * boxed + 1] = top(index, place, sprite, unit);
    boxes[4 * boxed + 2] = sprite.width();
    boxes[4 * boxed + 3] = sprite.height();
    boxed++;
  }

  private double left(int index, int place, Sprite sprite, double unit) {
    int side = SIDES[place % SIDES.length][0];
    return along(bodies[2 * index], side, place, sprite.width(), unit);
  }

  private double top(int index, int place, Sprite sprite, double unit) {
    int side = SIDES[place % SIDES.length][1];
    return along(bodies[2 * index + 1], side, place, sprite.height(), unit);
  }

  /// Where a label begins along one axis.
  private static double along(double body, int side, int place, int length, double unit) {
    int[] direction = SIDES[place % SIDES.length];
    boolean oblique = direction[0] != 0 && direction[1] != 0;
    double gap = DISTANCES[place / SIDES.length] * unit * (oblique ? 0.7 : 1);
    return body + side * (gap + length / 2.0) - length / 2.0;
  }

  private static double overlap(
      double x, double y, Sprite sprite, double otherX, double otherY, double w, double h) {
    double across = Math.min(x + sprite.width(), otherX + w) - Math.max(x, otherX);
    double down = Math.min(y + sprite.height(), otherY + h) - Math.max(y, otherY);
    return across > 0 && down > 0 ? across * down : 0;
  }

  /// From the edge of the body to the nearest point of the label.
  private WordPlacement.Leader leader(int index, int x, int y, Sprite sprite, double unit) {
    double bodyX = bodies[2 * index];
    double bodyY = bodies[2 * index + 1];
    double toX = Math.clamp(bodyX, x, x + (double) sprite.width());
    double toY = Math.clamp(bodyY, y, y + (double) sprite.height());
    double length = Math.max(1, Math.hypot(toX - bodyX, toY - bodyY));
    double part = BODY * unit / length;
    return new WordPlacement.Leader(
        (float) (bodyX + part * (toX - bodyX)),
        (float) (bodyY + part * (toY - bodyY)),
        (float) toX,
        (float) toY);
  }
}
