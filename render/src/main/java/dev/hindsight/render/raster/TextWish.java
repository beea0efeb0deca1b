package dev.hindsight.render.raster;

import dev.hindsight.render.Look;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.scene.Viewpoint;

/// Words about a point: above it, or else below, to the right, to the left.
final class TextWish implements Wish {
  private static final int[][] SIDES = {{0, -1}, {0, 1}, {1, 0}, {-1, 0}};

  private final Mark.Text text;
  private final Sprite words;
  private final double device;
  private double x;
  private double y;
  private double gap;

  /// @param unit size of words, times the usual
  /// @param device device pixels per pixel
  TextWish(Mark.Text text, WordSprites sprites, double unit, double device) {
    this.text = text;
    this.words = sprites.of(text.words(), (float) (text.pixels() * unit), text.tone());
    this.device = device;
  }

  @Override
  public Sprite words() {
    return words;
  }

  @Override
  public Sprite brief() {
    return words;
  }

  @Override
  public boolean certain() {
    return text.tone() == Tone.SELECTED;
  }

  @Override
  public int body() {
    return NOBODY;
  }

  @Override
  public int places() {
    return SIDES.length;
  }

  @Override
  public void locate(Viewpoint seen, Time time) {
    x = seen.pixelX(text.x(), text.y());
    y = seen.pixelY(text.x(), text.y());
    gap = Look.gap(text, seen.pixelsPerMetre() / device) * device;
  }

  @Override
  public double dislike(int place) {
    return place * PREFERENCE;
  }

  @Override
  public double left(int place, Sprite sprite) {
    return x + SIDES[place][0] * (gap + sprite.width() / 2.0) - sprite.width() / 2.0;
  }

  @Override
  public double top(int place, Sprite sprite) {
    return y + SIDES[place][1] * (gap + sprite.height() / 2.0) - sprite.height() / 2.0;
  }

  @Override
  public boolean tied(int place) {
    return false;
  }

  @Override
  public Tie tie(int place) {
    return new Tie(x, y, gap);
  }
}
