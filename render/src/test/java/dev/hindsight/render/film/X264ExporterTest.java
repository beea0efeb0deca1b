package dev.hindsight.render.film;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class X264ExporterTest {
  private static final FrameRate TEN = new FrameRate(10, 1);

  @TempDir private Path folder;

  @Test
  void itsFilmLooksLikeItsSource() throws Exception {
    Optional<Exporter> installed = X264Exporter.on(System.getenv().getOrDefault("PATH", ""));
    assumeTrue(installed.isPresent(), "skipped: no ffmpeg is installed here");
    TestFrames source = new TestFrames(12);
    DecodedFilm film = DecodedFilm.of(export(installed.orElseThrow(), source).file());
    assertEquals(12, film.pictures().size());
    assertEquals("h264 yuv420p " + TEN, film.codec() + " " + film.pixels() + " " + film.rate());
    for (int frame = 0; frame < 12; frame++) {
      double decibels =
          Psnr.ofBrightness(source.picture(frame, 640, 360), film.pictures().get(frame));
      assertTrue(decibels > 42, "frame " + frame + ": " + decibels + " dB");
    }
  }

  @Test
  void whatItSaysWhenItFailsIsPassedOn() throws Exception {
    Exporter broken = pretended("echo 'Unknown encoder libx264' >&2; exit 1");
    Problem problem = assertThrows(Problem.class, () -> export(broken, new TestFrames(40)));
    assertTrue(problem.getMessage().contains("Unknown encoder libx264"), problem.getMessage());
    assertTrue(Files.notExists(folder.resolve("film.mp4")));
  }

  @Test
  void oneThatEndsEarlyButSaysAllIsWellIsNotBelieved() throws Exception {
    Exporter lazy = pretended("exit 0");
    assertThrows(Problem.class, () -> export(lazy, new TestFrames(40)));
    assertTrue(Files.notExists(folder.resolve("film.mp4")));
  }

  @Test
  void oneThatSaysMuchBeforeItReadsIsHeardOut() throws Exception {
    Exporter talkative =
        pretended(
            "head -c 200000 /dev/zero | tr '\\0' 'x' >&2; cat >/dev/null;"
                + " echo >&2; echo 'out of ideas' >&2; exit 1");
    Problem problem =
        assertTimeoutPreemptively(
            Duration.ofSeconds(60),
            () -> assertThrows(Problem.class, () -> export(talkative, new TestFrames(4))));
    assertTrue(problem.getMessage().contains("out of ideas"), problem.getMessage());
  }

  @Test
  void oneThatDoesNotReadCanBeCancelled() throws Exception {
    Exporter deaf = pretended("exec sleep 600");
    Cancellation cancellation = new Cancellation();
    TestFrames frames = new TestFrames(40);
    FrameSource cancelling =
        new FrameSource() {
          @Override
          public int frames() {
            return frames.frames();
          }

          @Override
          public void paint(int frame, BufferedImage target) {
            frames.paint(frame, target);
            if (frame == 1) {
              cancellation.cancel();
            }
          }
        };
    ExportRequest request = new ExportRequest(folder.resolve("film.mp4"), 640, 360, TEN);
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () ->
            assertThrows(
                CancellationException.class,
                () -> deaf.export(cancelling, request).run(Progress.SILENT, cancellation)));
    assertTrue(Files.notExists(folder.resolve("film.mp4")));
  }

  @Test
  void whereNoneIsInstalledNoneIsOffered() {
    assertEquals(Optional.empty(), X264Exporter.on(folder.toString()));
  }

  /// A shell script in the place of ffmpeg.
  private Exporter pretended(String script) throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "skipped: no shell here");
    Path program = folder.resolve("ffmpeg");
    Files.writeString(program, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(program, Set.of(PosixFilePermission.values()));
    return X264Exporter.on(folder.toString()).orElseThrow();
  }

  private FilmReport export(Exporter exporter, FrameSource source) throws Exception {
    return exporter
        .export(source, new ExportRequest(folder.resolve("film.mp4"), 640, 360, TEN))
        .run(Progress.SILENT, new Cancellation());
  }
}
