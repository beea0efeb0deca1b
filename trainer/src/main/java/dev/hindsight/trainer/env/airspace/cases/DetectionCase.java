package dev.hindsight.trainer.env.airspace.cases;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.CaseFile;
import dev.hindsight.trainer.env.airspace.conflict.AircraftColumns;
import dev.hindsight.trainer.env.airspace.conflict.ConflictDetector;
import dev.hindsight.trainer.env.airspace.conflict.Conflicts;
import dev.hindsight.trainer.env.airspace.conflict.ProtectedZone;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/// Aircraft at one moment, and which conflicts they have: `{"rpz_m", "hpz_m", "lookahead_s",
/// "aircraft": [{"id", "lat", "lon", "trk_deg", "gs_ms", "alt_m", "vs_ms"}]}`.
///
/// @param zone protected zone
/// @param names of the aircraft
/// @param view their positions and speeds
public record DetectionCase(ProtectedZone zone, List<String> names, AircraftColumns view) {
  /// Copies the list.
  public DetectionCase {
    names = List.copyOf(names);
  }

  /// Reads a file.
  ///
  /// @throws Problem naming the field that is missing, invalid or out of its range
  public static DetectionCase read(Path file) {
    CaseFile root = CaseFile.read(file);
    ProtectedZone protectedZone =
        new ProtectedZone(
            root.notNegative("rpz_m"), root.notNegative("hpz_m"), root.notNegative("lookahead_s"));
    List<CaseFile> aircraft = new ArrayList<>();
    for (JsonNode node : root.list("aircraft")) {
      String where = wording("DetectionCase.aircraft", file, aircraft.size());
      if (!node.isObject()) {
        throw new Problem(
            wording("DetectionCase.it_is_not_an_object"),
            where,
            wording("DetectionCase.give_each_aircraft_in_braces"));
      }
      aircraft.add(new CaseFile(node, where));
    }
    List<String> names = aircraft.stream().map(one -> one.text("id")).toList();
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new Problem(
            wording("DetectionCase.two_aircraft_are_called", name),
            file.toString(),
            wording("DetectionCase.rename_one"));
      }
    }
    for (CaseFile one : aircraft) {
      one.within("lat", -90, 90);
      one.within("lon", -360, 360);
      one.notNegative("gs_ms");
    }
    return new DetectionCase(
        protectedZone,
        names,
        new AircraftColumns(
            names.size(),
            column(aircraft, "lat"),
            column(aircraft, "lon"),
            column(aircraft, "trk_deg"),
            column(aircraft, "gs_ms"),
            column(aircraft, "alt_m"),
            column(aircraft, "vs_ms"),
            new byte[names.size()]));
  }

  private static double[] column(List<CaseFile> aircraft, String name) {
    return aircraft.stream().mapToDouble(one -> one.finite(name)).toArray();
  }

  /// Detects conflicts: results by name, lists in the order of `confpairs`.
  public Map<String, Object> result() {
    Conflicts found = new ConflictDetector(names.size(), zone).detect(view);
    int n = found.count();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(
        "confpairs",
        IntStream.range(0, n).mapToObj(k -> pair(found.own(k), found.intruder(k))).toList());
    fields.put(
        "lospairs",
        IntStream.range(0, found.losses())
            .mapToObj(k -> pair(found.lossOwn(k), found.lossIntruder(k)))
            .toList());
    fields.put("inconf", inConflict(found));
    fields.put("tcpamax", latest(found));
    fields.put("qdr_deg", numbers(n, found::bearing));
    fields.put("dist_m", numbers(n, found::distance));
    fields.put("dcpa_m", numbers(n, found::closest));
    fields.put("tcpa_s", numbers(n, found::toClosest));
    fields.put("tLOS_s", numbers(n, found::toLoss));
    return fields;
  }

  private List<String> pair(int own, int intruder) {
    return List.of(names.get(own), names.get(intruder));
  }

  private List<Boolean> inConflict(Conflicts found) {
    Set<Integer> own = new HashSet<>();
    IntStream.range(0, found.count()).forEach(k -> own.add(found.own(k)));
    return IntStream.range(0, names.size()).mapToObj(own::contains).toList();
  }

  /// Latest time of closest approach among each aircraft's conflicts; 0 if it has passed or there
  /// is none.
  private List<Object> latest(Conflicts found) {
    double[] latest = new double[names.size()];
    for (int k = 0; k < found.count(); k++) {
      latest[found.own(k)] = Math.max(latest[found.own(k)], found.toClosest(k));
    }
    return numbers(latest.length, i -> latest[i]);
  }

  private static List<Object> numbers(int count, IntToDoubleFunction value) {
    return IntStream.range(0, count).mapToDouble(value).mapToObj(CaseFile::jsonNumber).toList();
  }
}
