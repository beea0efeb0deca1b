package dev.hindsight.render.film;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.render.raster.SceneRaster;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StillAndAnimationTest {
  @TempDir private Path folder;

  @Test
  void aPngHoldsEveryPixelAsPainted() throws Exception {
    TestFrames source = new TestFrames(1);
    BufferedImage read = ImageIO.read(export("png", source, 333, 77, 10).toFile());
    assertArrayEquals(rgb(source.picture(0, 333, 77)), rgb(read));
  }

  @Test
  void aPngOfManyFramesIsRefused() {
    assertThrows(Problem.class, () -> export("png", new TestFrames(2), 64, 64, 10));
  }

  @Test
  void aGifLooksLikeItsSourceFrameByFrame() throws Exception {
    TestFrames source = new TestFrames(10);
    DecodedGif gif = DecodedGif.of(export("gif", source, 640, 360, 10));
    assertEquals(10, gif.pictures().size());
    for (int frame = 0; frame < 10; frame++) {
      double decibels = Psnr.ofColours(source.picture(frame, 640, 360), gif.pictures().get(frame));
      assertTrue(decibels > 40, "frame " + frame + ": " + decibels + " dB");
    }
  }

  @Test
  void aGifWiderThanTheFormatAllowsIsRefusedWithTheReason() {
    Problem problem =
        assertThrows(Problem.class, () -> export("gif", new TestFrames(2), 70_000, 100, 10));
    assertTrue(problem.getMessage().contains("70000 x 100"), problem.getMessage());
    assertTrue(problem.getMessage().contains("65535"), problem.getMessage());
  }

  @Test
  void fewColoursAreKeptExactly() throws Exception {
    DecodedGif gif = DecodedGif.of(export("gif", new Blink(), 40, 30, 10));
    for (int frame = 0; frame < 4; frame++) {
      BufferedImage painted = SceneRaster.canvas(40, 30);
      new Blink().paint(frame, painted);
      assertArrayEquals(rgb(painted), rgb(gif.pictures().get(frame)), "frame " + frame);
    }
  }

  @Test
  void delaysAreRoundedWithoutDrifting() throws Exception {
    DecodedGif gif = DecodedGif.of(export("gif", new TestFrames(30), 32, 32, 30));
    assertEquals(100, gif.hundredths().stream().mapToInt(Integer::intValue).sum());
    assertEquals(3, Collections.min(gif.hundredths()));
    assertEquals(4, Collections.max(gif.hundredths()));
  }

  @Test
  void aGifPlaysForEver() throws Exception {
    assertEquals(List.of(0), DecodedGif.of(export("gif", new TestFrames(3), 32, 32, 10)).loops());
  }

  @Test
  void onlyWhatChangesTakesRoom() throws Exception {
    long one = Files.size(export("gif", new TestFrames(1), 640, 360, 10));
    long ten = Files.size(export("gif", new TestFrames(10), 640, 360, 10));
    assertTrue(ten < 3 * one, ten + " bytes for ten frames, " + one + " for one");
  }

  @Test
  void aRateBrowsersWouldSlowDownIsRefused() {
    assertThrows(Problem.class, () -> export("gif", new TestFrames(3), 32, 32, 60));
  }

  private Path export(String id, FrameSource source, int width, int height, int rate)
      throws Exception {
    return BuiltInExporters.named(id)
        .export(
            source, new ExportRequest(folder.resolve("x"), width, height, new FrameRate(rate, 1)))
        .run(Progress.SILENT, new Cancellation())
        .file();
  }

  private static int[] rgb(BufferedImage picture) {
    int width = picture.getWidth();
    return picture.getRGB(
        0, 0, width, picture.getHeight(), new int[width * picture.getHeight()], 0, width);
  }

  /// A square that comes, stays and goes, in black: the colour most easily taken for "transparent".
  private record Blink() implements FrameSource {
    @Override
    public int frames() {
      return 4;
    }

    @Override
    public void paint(int frame, BufferedImage target) {
      Graphics2D g = target.createGraphics();
      g.setColor(Color.WHITE);
      g.fillRect(0, 0, target.getWidth(), target.getHeight());
      g.setColor(Color.RED);
      g.fillRect(0, 0, 5, 5);
      if (frame == 1 || frame == 2) {
        g.setColor(Color.BLACK);
        g.fillRect(10, 10, 8, 8);
      }
      g.dispose();
    }
  }
}
