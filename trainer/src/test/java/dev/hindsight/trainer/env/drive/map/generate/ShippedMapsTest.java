package dev.hindsight.trainer.env.drive.map.generate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.env.drive.map.DriveMaps;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShippedMapsTest {
  private static final String INDEX = "/dev/hindsight/assets/maps/index.txt";

  @TempDir Path folder;

  static List<String> lines() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(ShippedMapsTest.class.getResourceAsStream(INDEX))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("lines")
  void shippedMapIsWhatItsLineGenerates(String line) throws IOException {
    String[] words = line.split(" ", -1);
    assertEquals("--kind --vehicles --seed", words[1] + " " + words[3] + " " + words[5]);
    ScenarioSpec spec =
        ScenarioSpec.of(
            ScenarioKind.named(words[2]), Integer.parseInt(words[4]), Long.parseLong(words[6]));
    Path again = folder.resolve("again.bin");
    DriveMaps.write(ScenarioGenerator.generate(spec), again);
    assertArrayEquals(BuiltInMaps.bytes(words[0]), Files.readAllBytes(again));
  }
}
