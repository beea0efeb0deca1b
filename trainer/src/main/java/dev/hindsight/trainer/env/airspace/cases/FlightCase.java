package dev.hindsight.trainer.env.airspace.cases;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.CaseFile;
import dev.hindsight.trainer.env.airspace.flight.AirTraffic;
import dev.hindsight.trainer.env.airspace.flight.FlightDynamics;
import dev.hindsight.trainer.env.airspace.flight.FlightEnvelope;
import dev.hindsight.trainer.env.airspace.scenario.AircraftCommandExecutor;
import dev.hindsight.trainer.env.airspace.scenario.ScenarioFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// One aircraft flown without a performance model: `{"dt", "create": {"id", "type", "lat", "lon",
/// "hdg", "alt_m", "cas_ms"}, "commands": ["HDG KL001 180"], "times": [0, 10]}`. Commands apply at
/// the start, in order, or at the time in front of them: `00:00:10>HDG KL001 180`.
///
/// @param dt seconds per step
/// @param create the aircraft
/// @param orders its commands and their times
/// @param times sampling times in seconds, ascending, multiples of dt
public record FlightCase(
    double dt, Create create, List<ScenarioFile.TimedCommand> orders, List<Double> times) {
  /// The most steps of a case.
  private static final double MOST_STEPS = 10_000_000;

  /// Copies the lists.
  public FlightCase {
    orders = List.copyOf(orders);
    times = List.copyOf(times);
  }

  /// The aircraft at the start.
  ///
  /// @param speed calibrated airspeed in m/s, or a Mach number
  public record Create(
      String id,
      String type,
      double lat,
      double lon,
      double heading,
      double altitude,
      double speed) {}

  /// Reads a file.
  ///
  /// @throws Problem naming the field that is missing or invalid
  public static FlightCase read(Path file) {
    CaseFile root = CaseFile.read(file);
    double dt = root.finite("dt");
    if (dt <= 0) {
      throw new Problem(
          wording("FlightCase.dt_is", dt),
          file.toString(),
          wording("FlightCase.give_seconds_above_0"));
    }
    CaseFile create = root.object("create");
    Create one =
        new Create(
            create.text("id"),
            create.has("type") ? create.text("type") : "",
            create.within("lat", -90, 90),
            create.within("lon", -360, 360),
            create.finite("hdg"),
            create.finite("alt_m"),
            create.finite("cas_ms"));
    return new FlightCase(dt, one, orders(root, one, file), times(root, dt, file));
  }

  private static List<ScenarioFile.TimedCommand> orders(CaseFile root, Create create, Path file) {
    List<String> lines = new ArrayList<>();
    if (root.has("commands")) {
      for (JsonNode line : root.list("commands")) {
        if (!line.isTextual()) {
          throw new Problem(
              wording("FlightCase.is_not_a_command", line),
              wording("FlightCase.commands", file),
              wording("FlightCase.give_texts"));
        }
        lines.add(line.textValue());
      }
    }
    ScenarioFile read = ScenarioFile.read(lines, wording("FlightCase.commands", file));
    if (!read.unread().isEmpty()) {
      throw new Problem(
          wording("FlightCase.there_is_no_command", read.unread().getFirst()),
          wording("FlightCase.commands", file),
          wording("FlightCase.give_hdg_spd_alt_or_vs"));
    }
    for (ScenarioFile.TimedCommand timedCommand : read.entries()) {
      if (!timedCommand.command().callsign().equals(create.id().toUpperCase(Locale.ROOT))) {
        throw new Problem(
            wording("FlightCase.there_is_no_aircraft", timedCommand.command().callsign()),
            wording("FlightCase.commands_line", file, timedCommand.line()),
            wording("FlightCase.name", create.id()));
      }
    }
    return read.entries();
  }

  private static List<Double> times(CaseFile root, double dt, Path file) {
    List<Double> times = new ArrayList<>();
    for (JsonNode node : root.list("times")) {
      double time = CaseFile.number(node, "times", file.toString());
      double steps = time / dt;
      if (!(time >= 0) || Math.abs(steps - Math.rint(steps)) > 1e-6 || steps > MOST_STEPS) {
        throw new Problem(
            wording("FlightCase.time_is_not_a_multiple_of", time, dt),
            wording("FlightCase.times", file),
            wording("FlightCase.give_times_from_0_at_which"));
      }
      if (!times.isEmpty() && time < times.getLast()) {
        throw new Problem(
            wording("FlightCase.time_comes_after", time, times.getLast()),
            wording("FlightCase.times", file),
            wording("FlightCase.put_in_order"));
      }
      times.add(time);
    }
    return times;
  }

  /// Simulates the flight and returns the samples by name.
  public Map<String, Object> result() {
    AirTraffic airTraffic = new AirTraffic(1);
    airTraffic.put(
        0,
        FlightEnvelope.unlimited(create.type),
        create.lat,
        create.lon,
        create.heading,
        create.altitude,
        create.speed);
    List<Map<String, Object>> samples = new ArrayList<>();
    List<ScenarioFile.TimedCommand> waiting = new ArrayList<>(orders);
    long done = 0;
    for (double time : times) {
      for (; done < Math.round(time / dt); done++) {
        double now = done * dt;
        for (ScenarioFile.TimedCommand timedCommand : orders) {
          if (waiting.contains(timedCommand) && timedCommand.seconds() <= now + 1e-9) {
            waiting.remove(timedCommand);
            AircraftCommandExecutor.execute(airTraffic, 0, timedCommand.command());
          }
        }
        FlightDynamics.step(airTraffic, dt);
      }
      samples.add(sample(airTraffic, time));
    }
    return Map.of("samples", samples);
  }

  private static Map<String, Object> sample(AirTraffic airTraffic, double time) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("t", time);
    fields.put("lat", CaseFile.jsonNumber(airTraffic.latitude[0]));
    fields.put("lon", CaseFile.jsonNumber(airTraffic.longitude[0]));
    fields.put("alt_m", CaseFile.jsonNumber(airTraffic.altitude[0]));
    fields.put("hdg", CaseFile.jsonNumber(airTraffic.heading[0]));
    fields.put("tas", CaseFile.jsonNumber(airTraffic.trueSpeed[0]));
    fields.put("cas", CaseFile.jsonNumber(airTraffic.calibrated[0]));
    fields.put("gs", CaseFile.jsonNumber(airTraffic.trueSpeed[0]));
    fields.put("vs", CaseFile.jsonNumber(airTraffic.verticalSpeed[0]));
    return fields;
  }
}
