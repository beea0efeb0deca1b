package dev.hindsight.render.film;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Mp4ExporterTest {
  private static final FrameRate TEN = new FrameRate(10, 1);

  @TempDir private Path folder;

  @Test
  void aFilmHasExactlyTheFramesOfItsSourceAtTheirRate() throws Exception {
    DecodedFilm film = DecodedFilm.of(export(new TestFrames(23), 320, 180, TEN).file());
    assertEquals(23, film.pictures().size());
    assertEquals(TEN, film.rate());
    assertEquals(2.3, film.seconds(), 1e-9);
  }

  @Test
  void everyPlayerCanPlayIt() throws Exception {
    DecodedFilm film = DecodedFilm.of(export(new TestFrames(2), 320, 180, TEN).file());
    assertEquals("h264 yuv420p", film.codec() + " " + film.pixels());
  }

  @Test
  void linesStayCrispFromTheFirstFrameToTheLast() throws Exception {
    TestFrames source = new TestFrames(12);
    DecodedFilm film = DecodedFilm.of(export(source, 1280, 720, TEN).file());
    for (int frame = 0; frame < 12; frame++) {
      double decibels =
          Psnr.ofBrightness(source.picture(frame, 1280, 720), film.pictures().get(frame));
      assertTrue(decibels > 42, "frame " + frame + ": " + decibels + " dB");
    }
  }

  @Test
  void coloursArePlayedAsPainted() throws Exception {
    TestFrames source = new TestFrames(3);
    DecodedFilm film = DecodedFilm.of(export(source, 1280, 720, TEN).file());
    double decibels = Psnr.ofColours(source.picture(2, 1280, 720), film.pictures().get(2));
    assertTrue(decibels > 38, decibels + " dB");
  }

  @Test
  void theSameFramesGiveTheSameBytes() throws Exception {
    byte[] first = Files.readAllBytes(export(new TestFrames(20), 320, 180, TEN).file());
    byte[] second = Files.readAllBytes(export(new TestFrames(20), 320, 180, TEN).file());
    assertArrayEquals(first, second);
  }

  @Test
  void theNumberOfEncodersChangesNoByte() throws Exception {
    byte[] one = segmented(new TestFrames(173), 1);
    assertArrayEquals(one, segmented(new TestFrames(173), 2));
    assertArrayEquals(one, segmented(new TestFrames(173), 3));
  }

  @Test
  void joinedSegmentsPlayAsPainted() throws Exception {
    TestFrames source = new TestFrames(123);
    DecodedFilm film = DecodedFilm.of(export(source, 160, 96, TEN).file());
    assertEquals(123, film.pictures().size());
    assertEquals(12.3, film.seconds(), 1e-9);
    for (int frame = 0; frame < 123; frame++) {
      double decibels =
          Psnr.ofBrightness(source.picture(frame, 160, 96), film.pictures().get(frame));
      assertTrue(decibels > 38, "frame " + frame + ": " + decibels + " dB");
    }
  }

  @Test
  void aSegmentThatFailsEndsTheOthers() {
    FrameSource failing =
        new FrameSource() {
          @Override
          public int frames() {
            return 200;
          }

          @Override
          public void paint(int frame, BufferedImage target) {
            if (frame == 60) {
              throw new IllegalStateException("cannot paint frame 60");
            }
          }
        };
    IllegalStateException failure =
        assertThrows(IllegalStateException.class, () -> segmented(failing, 3));
    assertEquals("cannot paint frame 60", failure.getMessage());
  }

  @Test
  void theIndexComesFirstSoThatItPlaysWhileItLoads() throws Exception {
    List<String> boxes = boxes(export(new TestFrames(20), 320, 180, TEN).file());
    assertTrue(boxes.contains("mdat"), boxes.toString());
    assertTrue(boxes.indexOf("moov") < boxes.indexOf("mdat"), boxes.toString());
  }

  @Test
  void aFilmOfOneFrameIsAFilm() throws Exception {
    DecodedFilm film = DecodedFilm.of(export(new TestFrames(1), 64, 64, TEN).file());
    assertEquals(1, film.pictures().size());
    assertEquals(0.1, film.seconds(), 1e-9);
  }

  @Test
  void oddSidesLoseAPixel() throws Exception {
    FilmReport report = export(new TestFrames(2), 321, 179, TEN);
    DecodedFilm film = DecodedFilm.of(report.file());
    assertEquals("320 x 178", report.width() + " x " + report.height());
    assertEquals(
        "320 x 178",
        film.pictures().getFirst().getWidth() + " x " + film.pictures().getFirst().getHeight());
  }

  @Test
  void slowAndAwkwardRatesAreKept() throws Exception {
    for (FrameRate rate : List.of(new FrameRate(1, 5), new FrameRate(30000, 1001))) {
      DecodedFilm film = DecodedFilm.of(export(new TestFrames(4), 64, 64, rate).file());
      assertEquals(rate, film.rate());
      assertEquals(4 * rate.frameSeconds(), film.seconds(), 1e-4);
    }
  }

  @Test
  void theLargestFilmIsEncodedAndALargerOneRefused() throws Exception {
    assertEquals(4096, export(new TestFrames(1), 4096, 2304, TEN).width());
    Problem problem = assertThrows(Problem.class, () -> export(new TestFrames(1), 4096, 2320, TEN));
    assertTrue(problem.getMessage().contains("choose at most 4096 x 2304"), problem.getMessage());
  }

  @Test
  void aNameMayHoldAnyCharacter() throws Exception {
    assumeTrue(
        StandardCharsets.UTF_8.name().equals(System.getProperty("sun.jnu.encoding")),
        "skipped: file names here are not Unicode");
    Path target = folder.resolve("http: Übung 試 %d.mp4");
    FilmReport report = run(new TestFrames(2), new ExportRequest(target, 64, 64, TEN));
    assertEquals(2, DecodedFilm.of(report.file()).pictures().size());
  }

  @Test
  void aFullDiskIsToldInOneLine() {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.isWritable(full), "skipped: no device here that is always full");
    Problem problem =
        assertThrows(
            Problem.class,
            () -> {
              FilmSize size = new FilmSize(64, 64);
              Path target = Path.of("film.mp4");
              try (Mp4File film = new Mp4File(full, size, TEN, target);
                  SegmentEncoder encoder = new SegmentEncoder(size, TEN, 0, target)) {
                encoder.add(new TestFrames(1).picture(0, 64, 64));
                try (FilmSegment segment = encoder.finish()) {
                  film.append(segment);
                }
                film.finish();
              }
            });
    assertTrue(problem.getMessage().startsWith("film.mp4: "), problem.getMessage());
    assertTrue(problem.getMessage().endsWith("free some space on this disk"), problem.getMessage());
  }

  private byte[] segmented(FrameSource source, int encoders) throws Exception {
    Path file = folder.resolve("segmented.mp4");
    FilmSize size = new FilmSize(64, 64);
    try (Mp4File film = new Mp4File(file, size, TEN, file)) {
      new FilmSegments(source, size, TEN, file, encoders)
          .run(film::append, Progress.SILENT, new Cancellation());
      film.finish();
    }
    return Files.readAllBytes(file);
  }

  private FilmReport export(FrameSource source, int width, int height, FrameRate rate)
      throws Exception {
    return run(source, new ExportRequest(folder.resolve("film.mp4"), width, height, rate));
  }

  private static FilmReport run(FrameSource source, ExportRequest request) throws Exception {
    return new Mp4Exporter().export(source, request).run(Progress.SILENT, new Cancellation());
  }

  /// Names of the outermost boxes (ISO/IEC 14496-12, 4.2), in file order.
  private static List<String> boxes(Path file) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
    List<String> names = new ArrayList<>();
    int at = 0;
    while (at < bytes.capacity()) {
      byte[] name = new byte[4];
      bytes.get(at + 4, name);
      names.add(new String(name, StandardCharsets.US_ASCII));
      at += bytes.getInt(at);
    }
    return names;
  }
}
