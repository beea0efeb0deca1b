package dev.hindsight.trainer.env.airspace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.SharedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;

/// The reference numbers of air traffic, and how near is near enough.
public final class AirTrafficReference {
  private static final ObjectMapper JSON = new ObjectMapper();

  private AirTrafficReference() {}

  /// A file of them, or a skipped test.
  ///
  /// @param name for instance `bluesky_cd`
  public static JsonNode file(String name) {
    try {
      return JSON.readTree(Files.readAllBytes(SharedData.require("golden/" + name + ".json")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Equal but for so much of the expected number, or of 1e-12.
  public static void near(double expected, double actual, double relative, String what) {
    assertEquals(expected, actual, Math.max(1e-12, Math.abs(expected) * relative), what);
  }
}
