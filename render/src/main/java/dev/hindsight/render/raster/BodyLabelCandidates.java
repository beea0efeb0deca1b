package dev.hindsight.render.raster;

import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.List;

/// Places for a body's label: in one of eight directions, near the body or at a distance.
final class BodyLabelCandidates implements LabelCandidates {
  /// Preferred directions first: right, down.
  private static final int[][] SIDES = {
    {1, -1}, {1, 1}, {-1, -1}, {-1, 1}, {1, 0}, {-1, 0}, {0, -1}, {0, 1}
  };

  /// Distances from the middle of a body: the near place, then the far ones.
  private static final double[] DISTANCES = {11, 34, 57};

  private final Mark.Label label;
  private final TextSpriteCache sprites;
  private final double unit;
  private final int body;
  private double x;
  private double y;

  /// @param unit scale of the text relative to the default
  /// @param body its index
  BodyLabelCandidates(Mark.Label label, TextSpriteCache sprites, double unit, int body) {
    this.label = label;
    this.sprites = sprites;
    this.unit = unit;
    this.body = body;
  }

  @Override
  public Sprite words() {
    return sprites.of(label.lines(), size(), label.tone());
  }

  @Override
  public Sprite shortened() {
    return sprites.of(List.of(label.lines().getFirst()), size(), label.tone());
  }

  private float size() {
    return (float) (label.pixels() * unit);
  }

  @Override
  public Tone tone() {
    return label.tone();
  }

  @Override
  public int body() {
    return body;
  }

  @Override
  public int places() {
    return SIDES.length * DISTANCES.length;
  }

  @Override
  public void locate(Viewpoint seen, PlacementTime placementTime) {
    float worldX = placementTime == PlacementTime.NOW ? label.x() : label.steadyX();
    float worldY = placementTime == PlacementTime.NOW ? label.y() : label.steadyY();
    x = seen.pixelX(worldX, worldY);
    y = seen.pixelY(worldX, worldY);
  }

  double x() {
    return x;
  }

  double y() {
    return y;
  }

  @Override
  public double preferenceCost(int place) {
    int band = place / SIDES.length;
    return place * PREFERENCE + band * FAR;
  }

  @Override
  public double left(int place, Sprite sprite) {
    return along(x, SIDES[place % SIDES.length][0], place, sprite.width());
  }

  @Override
  public double top(int place, Sprite sprite) {
    return along(y, SIDES[place % SIDES.length][1], place, sprite.height());
  }

  private double along(double from, int side, int place, int length) {
    int[] direction = SIDES[place % SIDES.length];
    boolean oblique = direction[0] != 0 && direction[1] != 0;
    double gap = DISTANCES[place / SIDES.length] * unit * (oblique ? 0.7 : 1);
    return from + side * (gap + length / 2.0) - length / 2.0;
  }

  @Override
  public boolean hasLeader(int place) {
    return place >= SIDES.length;
  }

  @Override
  public LeaderStart leaderStart(int place) {
    return new LeaderStart(x, y, LabelObstacles.BODY * unit);
  }
}
