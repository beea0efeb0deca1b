package dev.hindsight.trainer.env.airspace.scenario;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.airspace.geo.AviationUnits;
import dev.hindsight.trainer.env.airspace.geo.GeoPosition;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/// Reads and writes commands as lines of text: `HDG KL001 180`.
public final class AircraftCommandText {
  private static final Map<String, Integer> ARGUMENTS =
      Map.of("CRE", 7, "HDG", 2, "SPD", 2, "ALT", 2, "VS", 2, "ADDWPT", 3, "DEST", 3);

  private static final Map<String, String> SYNONYMS =
      Map.of("CREATE", "CRE", "HEADING", "HDG", "TURN", "HDG", "SPEED", "SPD", "VSPD", "VS");

  private AircraftCommandText() {}

  /// The words of a line in capitals, the command's name first; it may also stand second, as in
  /// `KL001 HDG 180`.
  static List<String> words(String line) {
    List<String> words =
        Arrays.stream(line.strip().split("[\\s,]+"))
            .filter(word -> !word.isEmpty())
            .collect(Collectors.toList());
    if (words.size() > 1 && !known(words.get(0)) && known(words.get(1))) {
      words.set(1, words.set(0, words.get(1)));
    }
    if (!words.isEmpty()) {
      words.set(0, name(words.getFirst()));
    }
    return words;
  }

  private static String name(String word) {
    String upper = word.toUpperCase(Locale.ROOT);
    return SYNONYMS.getOrDefault(upper, upper);
  }

  private static boolean known(String word) {
    return ARGUMENTS.containsKey(name(word));
  }

  /// Reads a line.
  ///
  /// @return empty for an unknown command
  /// @throws Problem if a known command is malformed
  public static Optional<AircraftCommand> read(String line) {
    List<String> words = words(line);
    if (words.isEmpty() || !known(words.getFirst())) {
      return Optional.empty();
    }
    int wanted = ARGUMENTS.getOrDefault(words.getFirst(), 0);
    if (words.size() - 1 < wanted) {
      throw new Problem(
          wording(
              "AircraftCommandText.takes_arguments_not",
              words.getFirst(),
              wanted,
              words.size() - 1),
          line,
          wording("AircraftCommandText.complete_the_command"));
    }
    return Optional.of(command(words));
  }

  private static AircraftCommand command(List<String> words) {
    String callsign = words.get(1).toUpperCase(Locale.ROOT);
    return switch (words.getFirst()) {
      case "CRE" ->
          new AircraftCommand.Create(
              callsign,
              words.get(2).toUpperCase(Locale.ROOT),
              place(words, 3),
              ScenarioNumbers.heading(words.get(5)),
              ScenarioNumbers.altitude(words.get(6)),
              ScenarioNumbers.speed(words.get(7)));
      case "HDG" -> new AircraftCommand.Heading(callsign, ScenarioNumbers.heading(words.get(2)));
      case "SPD" -> new AircraftCommand.Speed(callsign, ScenarioNumbers.speed(words.get(2)));
      case "ALT" ->
          new AircraftCommand.Altitude(
              callsign,
              ScenarioNumbers.altitude(words.get(2)),
              words.size() > 3
                  ? OptionalDouble.of(ScenarioNumbers.vertical(words.get(3)))
                  : OptionalDouble.empty());
      case "VS" ->
          new AircraftCommand.VerticalSpeed(callsign, ScenarioNumbers.vertical(words.get(2)));
      case "ADDWPT" -> new AircraftCommand.Waypoint(callsign, place(words, 2));
      default -> new AircraftCommand.Destination(callsign, place(words, 2));
    };
  }

  private static GeoPosition place(List<String> words, int at) {
    return new GeoPosition(
        ScenarioNumbers.plain(words.get(at), "latitude"),
        ScenarioNumbers.plain(words.get(at + 1), "longitude"));
  }

  /// Writes a line, with every number in fixed-point notation.
  public static String write(AircraftCommand aircraftCommand) {
    return switch (aircraftCommand) {
      case AircraftCommand.Create c ->
          String.join(
              " ",
              "CRE",
              c.callsign(),
              c.type(),
              place(c.at()),
              ScenarioNumbers.fixed(c.heading()),
              ScenarioNumbers.fixed(c.altitude() / AviationUnits.FOOT),
              speed(c.speed()));
      case AircraftCommand.Heading c -> line("HDG", c, ScenarioNumbers.fixed(c.degrees()));
      case AircraftCommand.Speed c -> line("SPD", c, speed(c.speed()));
      case AircraftCommand.Altitude c -> {
        String feet = ScenarioNumbers.fixed(c.metres() / AviationUnits.FOOT);
        yield line(
            "ALT",
            c,
            c.vertical().isPresent() ? feet + " " + fpm(c.vertical().getAsDouble()) : feet);
      }
      case AircraftCommand.VerticalSpeed c -> line("VS", c, fpm(c.speed()));
      case AircraftCommand.Waypoint c -> line("ADDWPT", c, place(c.at()));
      case AircraftCommand.Destination c -> line("DEST", c, place(c.at()));
    };
  }

  private static String line(String name, AircraftCommand aircraftCommand, String rest) {
    return name + " " + aircraftCommand.callsign() + " " + rest;
  }

  private static String place(GeoPosition at) {
    return ScenarioNumbers.fixed(at.latitude()) + " " + ScenarioNumbers.fixed(at.longitude());
  }

  private static String fpm(double vertical) {
    return ScenarioNumbers.fixed(vertical / AviationUnits.FOOT_PER_MINUTE);
  }

  private static String speed(double speed) {
    boolean mach = dev.hindsight.trainer.env.airspace.flight.Airspeed.isMach(speed);
    return ScenarioNumbers.fixed(mach ? speed : speed / AviationUnits.KNOT);
  }
}
