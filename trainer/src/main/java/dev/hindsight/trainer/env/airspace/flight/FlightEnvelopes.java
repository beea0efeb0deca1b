package dev.hindsight.trainer.env.airspace.flight;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// The types of aircraft that ship with the project: the resource `airspace/types.csv`, which also
/// names the sources of its numbers.
public final class FlightEnvelopes {
  private static final String RESOURCE = "/dev/hindsight/assets/airspace/types.csv";
  private static final int NUMBERS = 7;

  private FlightEnvelopes() {}

  /// All types, in file order.
  public static List<FlightEnvelope> all() {
    return text()
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#") && !line.startsWith("type"))
        .map(FlightEnvelopes::read)
        .toList();
  }

  /// The type with a designator.
  ///
  /// @throws Problem listing the known types
  public static FlightEnvelope of(String type) {
    return all().stream()
        .filter(flightEnvelope -> flightEnvelope.type().equalsIgnoreCase(type))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                wording("FlightEnvelopes.nothing_is_known_of_this_type"),
                type,
                wording(
                    "FlightEnvelopes.give_one_of",
                    all().stream().map(FlightEnvelope::type).collect(Collectors.joining(", ")))));
  }

  private static FlightEnvelope read(String line) {
    String[] cells = line.split(",", -1);
    double[] x =
        Arrays.stream(cells).skip(1).limit(NUMBERS).mapToDouble(Double::parseDouble).toArray();
    return new FlightEnvelope(cells[0], x[0], x[1], x[2], x[3], x[4], x[5], x[6]);
  }

  private static String text() {
    try (InputStream resource = FlightEnvelopes.class.getResourceAsStream(RESOURCE)) {
      if (resource == null) {
        throw new FileNotFoundException(RESOURCE);
      }
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
