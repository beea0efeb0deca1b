package dev.hindsight.render.film;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.Subtitle;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReelFramesTest {
  /// Frame i is filled with this red plus i.
  private record Filled(int frames, int red) implements FrameSource {
    @Override
    public void paint(int frame, BufferedImage target) {
      Graphics2D g = target.createGraphics();
      g.setColor(new Color(red + frame, 0, 0));
      g.fillRect(0, 0, target.getWidth(), target.getHeight());
      g.dispose();
    }
  }

  private static BufferedImage painted(FrameSource source, int frame) {
    BufferedImage target = new BufferedImage(320, 180, BufferedImage.TYPE_3BYTE_BGR);
    source.paint(frame, target);
    return target;
  }

  @Test
  void clipsFollowEachOtherEachUnderItsOwnText() {
    ReelFrames reel =
        new ReelFrames(
            List.of(
                new ReelFrames.Clip(new Filled(2, 10), new Subtitle("1 of 2", "first reason")),
                new ReelFrames.Clip(new Filled(3, 100), new Subtitle("2 of 2", ""))),
            Palette.DARK);

    assertEquals(5, reel.frames());
    int[] reds = {10, 11, 100, 101, 102};
    for (int frame = 0; frame < 5; frame++) {
      assertEquals(reds[frame], new Color(painted(reel, frame).getRGB(0, 0)).getRed());
    }
    int bottom = 180 - 12;
    assertNotEquals(
        new Color(10, 0, 0).getRGB(),
        painted(reel, 0).getRGB(160, bottom),
        "a plate at the bottom");
    assertThrows(IndexOutOfBoundsException.class, () -> painted(reel, 5));
  }

  @Test
  void aLongSentenceTakesMoreLinesAndStaysInThePicture() {
    String sentence = "many words ".repeat(20).strip();
    BufferedImage target = new BufferedImage(320, 180, BufferedImage.TYPE_3BYTE_BGR);
    new Subtitle("title", sentence).paint(target, Palette.DARK);

    int black = Color.BLACK.getRGB();
    assertEquals(black, target.getRGB(2, 150), "it leaves the sides free");
    assertNotEquals(black, target.getRGB(160, 120), "it is several lines high");
    assertEquals(black, target.getRGB(160, 10));
  }
}
