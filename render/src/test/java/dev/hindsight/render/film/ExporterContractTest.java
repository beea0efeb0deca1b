package dev.hindsight.render.film;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The contract of every exporter in the list.
class ExporterContractTest {
  private static final FrameRate TEN = new FrameRate(10, 1);

  @TempDir private Path folder;

  static List<Exporter> exporters() {
    return BuiltInExporters.all();
  }

  @Test
  void idsAreDifferentAndFindTheirExporter() {
    for (Exporter exporter : exporters()) {
      assertEquals(exporter, BuiltInExporters.named(exporter.id()));
    }
    assertThrows(Problem.class, () -> BuiltInExporters.named("avi"));
  }

  @ParameterizedTest
  @MethodSource("exporters")
  void theReportIsTrue(Exporter exporter) throws Exception {
    FilmReport report = run(exporter, frames(exporter), Progress.SILENT);
    assertEquals(target(exporter), report.file());
    assertEquals(Files.size(target(exporter)), report.bytes());
    assertEquals(frames(exporter).frames(), report.frames());
    assertEquals("160 x 90", report.width() + " x " + report.height());
    assertEquals(List.of(target(exporter)), files());
  }

  @ParameterizedTest
  @MethodSource("exporters")
  void theSameFramesGiveTheSameBytes(Exporter exporter) throws Exception {
    run(exporter, frames(exporter), Progress.SILENT);
    byte[] first = Files.readAllBytes(target(exporter));
    run(exporter, frames(exporter), Progress.SILENT);
    assertArrayEquals(first, Files.readAllBytes(target(exporter)));
  }

  @ParameterizedTest
  @MethodSource("exporters")
  void progressCountsEveryFrame(Exporter exporter) throws Exception {
    List<Long> heard = new ArrayList<>();
    run(exporter, frames(exporter), (done, _, _) -> heard.add(done));
    assertEquals(Stream.iterate(1L, n -> n + 1).limit(frames(exporter).frames()).toList(), heard);
  }

  @ParameterizedTest
  @MethodSource("exporters")
  void aCancelledExportLeavesNothing(Exporter exporter) throws IOException {
    assumeTrue(exporter.motion() == Exporter.FrameCapacity.MOVING, "a still is made in one go");
    Cancellation cancellation = new Cancellation();
    assertThrows(
        CancellationException.class,
        () ->
            exporter
                .export(new TestFrames(50), request(exporter))
                .run((done, _, _) -> cancelAt(3, done, cancellation), cancellation));
    assertEquals(List.of(), files());
  }

  @ParameterizedTest
  @MethodSource("exporters")
  void anExportCancelledBeforeItBeginsMakesNothing(Exporter exporter) throws IOException {
    Cancellation cancellation = new Cancellation();
    cancellation.cancel();
    assertThrows(
        CancellationException.class,
        () ->
            exporter
                .export(frames(exporter), request(exporter))
                .run(Progress.SILENT, cancellation));
    assertEquals(List.of(), files());
  }

  @ParameterizedTest
  @MethodSource("exporters")
  void aSourceThatFailsLeavesWhatWasThereBefore(Exporter exporter) throws IOException {
    Files.writeString(target(exporter), "the last export");
    FrameSource failing = new FailingFrames(frames(exporter).frames());
    assertThrows(IllegalStateException.class, () -> run(exporter, failing, Progress.SILENT));
    assertEquals(List.of(target(exporter)), files());
    assertEquals("the last export", Files.readString(target(exporter)));
  }

  @ParameterizedTest
  @MethodSource("exporters")
  void aFolderThatIsNotThereIsOneLine(Exporter exporter) {
    Path target = folder.resolve("missing").resolve("x." + exporter.extension());
    Problem problem =
        assertThrows(
            Problem.class,
            () ->
                exporter
                    .export(frames(exporter), new ExportRequest(target, 160, 90, TEN))
                    .run(Progress.SILENT, new Cancellation()));
    assertEquals(target + ": the folder does not exist - create it first", problem.getMessage());
  }

  @ParameterizedTest
  @MethodSource("exporters")
  void aFolderThatMustNotBeWrittenIsOneLine(Exporter exporter) {
    assumeTrue(folder.toFile().setWritable(false) && !Files.isWritable(folder), "skipped: as root");
    Problem problem =
        assertThrows(Problem.class, () -> run(exporter, frames(exporter), Progress.SILENT));
    assertEquals(
        target(exporter) + ": the folder cannot be written - choose a folder you can write to",
        problem.getMessage());
  }

  @ParameterizedTest
  @MethodSource("exporters")
  void aFolderInPlaceOfAFileIsOneLine(Exporter exporter) {
    Problem problem =
        assertThrows(
            Problem.class,
            () ->
                exporter
                    .export(frames(exporter), new ExportRequest(folder, 160, 90, TEN))
                    .run(Progress.SILENT, new Cancellation()));
    assertEquals(folder + ": this is a folder - name a file in it", problem.getMessage());
  }

  @ParameterizedTest
  @MethodSource("exporters")
  void noFramesAndNoSizeAreRefused(Exporter exporter) throws IOException {
    assertThrows(Problem.class, () -> run(exporter, new TestFrames(0), Progress.SILENT));
    for (int side : new int[] {-1, 0, 1_000_000}) {
      assertThrows(
          Problem.class,
          () ->
              exporter
                  .export(frames(exporter), new ExportRequest(target(exporter), side, side, TEN))
                  .run(Progress.SILENT, new Cancellation()));
    }
    assertEquals(List.of(), files());
  }

  private static TestFrames frames(Exporter exporter) {
    return switch (exporter.motion()) {
      case STILL -> new TestFrames(1);
      case MOVING -> new TestFrames(12);
    };
  }

  private FilmReport run(Exporter exporter, FrameSource source, Progress progress)
      throws Exception {
    return exporter.export(source, request(exporter)).run(progress, new Cancellation());
  }

  private ExportRequest request(Exporter exporter) {
    return new ExportRequest(target(exporter), 160, 90, TEN);
  }

  private Path target(Exporter exporter) {
    return folder.resolve("x." + exporter.extension());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private static void cancelAt(long frame, long done, Cancellation cancellation) {
    if (done == frame) {
      cancellation.cancel();
    }
  }

  /// Breaks at its last frame.
  private record FailingFrames(int frames) implements FrameSource {
    @Override
    public void paint(int frame, BufferedImage target) {
      if (frame == frames - 1) {
        throw new IllegalStateException("cannot paint frame " + frame);
      }
    }
  }
}
