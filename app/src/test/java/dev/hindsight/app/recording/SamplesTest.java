package dev.hindsight.app.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SamplesTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"dark", "light"})
  void everySampleHasAPictureOfTheSizeOfItsCard(String theme) throws IOException {
    for (Sample sample : Samples.ALL) {
      BufferedImage picture = shipped(sample, theme);
      assertEquals(SamplePictures.WIDTH, picture.getWidth());
      assertEquals(SamplePictures.HEIGHT, picture.getHeight());
    }
  }

  @Test
  void aPictureShowsWhatTheSampleShows() throws Exception {
    Sample crossing = Samples.named("crossing");
    List<Path> drawn =
        new SamplePictures(List.of(crossing), folder).run(Progress.SILENT, new Cancellation());

    assertTrue(difference(shipped(crossing, "dark"), ImageIO.read(drawn.getFirst().toFile())) < 1);
    assertTrue(
        difference(shipped(Samples.named("merge"), "dark"), ImageIO.read(drawn.getFirst().toFile()))
            > 3,
        "another sample's picture is seen to be another");
  }

  @Test
  void aSampleIsRecordedOnceAndAgainWhereItWasDamaged() throws Exception {
    Sample crossing = Samples.named("crossing");
    Path file = crossing.in(folder).run(Progress.SILENT, new Cancellation());
    var first = Files.getLastModifiedTime(file);

    crossing.in(folder).run(Progress.SILENT, new Cancellation());
    assertEquals(first, Files.getLastModifiedTime(file));

    Files.write(file, List.of("nonsense"));
    crossing.in(folder).run(Progress.SILENT, new Cancellation());
    try (Rollout again = Rollouts.open(file)) {
      assertTrue(again.complete());
    }
  }

  @Test
  void aSampleThatCameWithTheProgramIsPutThereAsItIs() throws Exception {
    Sample room = Samples.named("darkroom");
    Path source = room.in(folder.resolve("program")).run(Progress.SILENT, new Cancellation());
    Path own = folder.resolve("own");

    assertFalse(room.lies(own, Optional.of(folder.resolve("nowhere"))));
    assertTrue(room.lies(own, Optional.of(folder.resolve("program"))));
    assertEquals(-1, Files.mismatch(source, room.file(own)));
    assertEquals(List.of(room.file(own)), filesOf(own), "nothing else is left there");

    Files.delete(source);
    assertTrue(room.lies(own, Optional.of(folder.resolve("program"))), "it stays");
  }

  @Test
  void whatCameWithTheProgramAndIsAnotherRecordingIsNotTaken() throws Exception {
    Sample room = Samples.named("darkroom");
    Path program = Files.createDirectories(folder.resolve("program"));
    room.plan().writing(room.file(program)).run(Progress.SILENT, new Cancellation());
    Sample crossing = Samples.named("crossing");
    Files.move(room.file(program), crossing.file(program));
    Path own = folder.resolve("own");

    assertFalse(crossing.lies(own, Optional.of(program)));
    assertFalse(Files.exists(crossing.file(own)));
  }

  private static List<Path> filesOf(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private static BufferedImage shipped(Sample sample, String theme) throws IOException {
    String name = "/dev/hindsight/assets/samples/" + SamplePictures.name(sample, theme);
    try (InputStream bytes =
        Objects.requireNonNull(SamplesTest.class.getResourceAsStream(name), name)) {
      return ImageIO.read(bytes);
    }
  }

  /// The mean colour difference, of 255.
  private static double difference(BufferedImage a, BufferedImage b) {
    long sum = 0;
    for (int y = 0; y < a.getHeight(); y++) {
      for (int x = 0; x < a.getWidth(); x++) {
        for (int shift = 0; shift < 24; shift += 8) {
          sum += Math.abs((a.getRGB(x, y) >> shift & 255) - (b.getRGB(x, y) >> shift & 255));
        }
      }
    }
    return sum / 3.0 / a.getWidth() / a.getHeight();
  }
}
