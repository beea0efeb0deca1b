package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.app.SampleRecording;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The commands that drive the window without a display, each in its own process.
@Timeout(300)
class HeadlessCommandsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  private JsonNode json(String... arguments) throws Exception {
    return json(List.of(), arguments);
  }

  /// @param options for Java
  private JsonNode json(List<String> options, String... arguments) throws Exception {
    Process process = ChildProcess.start(folder, List.of(), options, List.of(arguments));
    byte[] out = process.getInputStream().readAllBytes();
    assertEquals(0, process.waitFor(), Files.readString(folder.resolve("err.txt")));
    return JSON.readTree(out);
  }

  @Test
  void benchUiTellsOfTheRecordingAndMeasuresEveryPart() throws Exception {
    Path file = SampleRecording.in(folder);
    JsonNode figures = json("bench", "ui", file.toString(), "--seeks", "5", "--json");

    assertEquals(Files.size(file), figures.path("bytes").asLong());
    assertTrue(figures.path("ticks").asInt() > 0 && figures.path("agents").asInt() > 0);
    for (String measured : List.of("seek", "seekCommand", "seekPaint", "lane")) {
      JsonNode quantiles = figures.path(measured);
      assertTrue(quantiles.isObject() && !quantiles.isEmpty(), measured + ": " + figures);
    }
    assertTrue(figures.path("heapMost").asDouble() >= figures.path("heapAfter").asDouble());
    assertTrue(figures.path("heapMost").asDouble() <= figures.path("heapBudget").asDouble());
    assertTrue(figures.path("playedTicks").asLong() < figures.path("ticks").asLong());
  }

  @Test
  void benchPlayCountsFramesOfTheWindowItselfAndClosesIt() throws Exception {
    Path file = SampleRecording.in(folder);
    List<String> headless =
        List.of("-Dglass.platform=Headless", "-Dhindsight.config=" + folder.resolve("config"));
    JsonNode figures = json(headless, "bench", "play", file.toString(), "--seconds", "1", "--json");

    assertTrue(figures.path("framesPerSecond").asDouble() > 0, figures.toString());
    assertTrue(figures.path("ticks").asLong() > 0, figures.toString());
    assertTrue(figures.path("width").asDouble() > 0, figures.toString());
    JsonNode between = figures.path("betweenFrames");
    assertTrue(between.path("p95").asDouble() >= between.path("median").asDouble());
  }

  @Test
  void screenshotsAreMadeInTheSizeAskedForAndAreNotEmpty() throws Exception {
    Path pictures = folder.resolve("pictures");
    JsonNode made =
        json("screenshots", "--out", pictures.toString(), "--size", "1024x700", "--json");

    assertEquals(8, made.path("files").size(), made.toString());
    for (JsonNode each : made.path("files")) {
      BufferedImage picture = ImageIO.read(Path.of(each.asText()).toFile());
      assertEquals("1024x700", picture.getWidth() + "x" + picture.getHeight());
      assertTrue(colours(picture) > 20, each + " shows next to nothing");
    }
    try (var left = Files.list(folder)) {
      assertEquals(
          List.of(),
          left.filter(path -> path.getFileName().toString().startsWith("hindsight-")).toList());
    }
  }

  private static int colours(BufferedImage picture) {
    Set<Integer> seen = new HashSet<>();
    for (int y = 0; y < picture.getHeight(); y += 3) {
      for (int x = 0; x < picture.getWidth(); x += 3) {
        seen.add(picture.getRGB(x, y));
      }
    }
    return seen.size();
  }
}
