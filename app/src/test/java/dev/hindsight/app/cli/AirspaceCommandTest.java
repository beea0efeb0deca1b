package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AirspaceCommandTest {
  @TempDir private Path folder;

  private String file(String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void headOnAircraftAreInConflictBothWays() throws Exception {
    String moment =
        """
        {"rpz_m": 9260, "hpz_m": 304.8, "lookahead_s": 300, "aircraft": [
          {"id": "A", "lat": 0, "lon": 0, "trk_deg": 90, "gs_ms": 200, "alt_m": 9000, "vs_ms": 0},
          {"id": "B", "lat": 0, "lon": 1, "trk_deg": 270, "gs_ms": 200, "alt_m": 9000, "vs_ms": 0}
        ]}\
        """;

    CapturedCommand run =
        CapturedCommand.of("airspace", "detect", file("m.json", moment), "--json");

    assertEquals(0, run.exitCode(), run.err());
    JsonNode result = new ObjectMapper().readTree(run.out());
    assertEquals("[[\"A\",\"B\"],[\"B\",\"A\"]]", result.get("confpairs").toString());
    assertEquals("[]", result.get("lospairs").toString());
    double metres = Math.toRadians(1) * 6371000;
    assertEquals(metres, result.get("dist_m").get(0).asDouble(), 1e-3);
    assertEquals((metres - 9260) / 400, result.get("tLOS_s").get(0).asDouble(), 1e-6);
  }

  @Test
  void anAircraftIsSeenAtTheTimesAskedFor() throws Exception {
    String flight =
        """
        {"dt": 1, "create": {"id": "KL1", "type": "A320", "lat": 52, "lon": 4, "hdg": 0,
          "alt_m": 9000, "cas_ms": 150}, "commands": ["HDG KL1 90"], "times": [0, 200]}\
        """;

    CapturedCommand run = CapturedCommand.of("airspace", "fly", file("f.json", flight), "--json");

    assertEquals(0, run.exitCode(), run.err());
    JsonNode samples = new ObjectMapper().readTree(run.out()).get("samples");
    assertEquals(2, samples.size());
    assertEquals(0, samples.get(0).get("hdg").asDouble());
    assertEquals(90, samples.get(1).get("hdg").asDouble());
  }

  @Test
  void whatIsNotKnownOfAScenarioIsNamedByLine() throws Exception {
    String scenario = "00:00:00>CRE KL1 A320 52 4 90 FL300 280\n00:00:00>ASAS ON\n";

    CapturedCommand run = CapturedCommand.of("airspace", "scenario", file("s.scn", scenario));

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("ASAS (line 2)"), run.out());
  }

  @Test
  void whatIsWrongIsSaidInOneLine() throws Exception {
    String[][] wrong = {
      {"detect", "{\"rpz_m\": 1}", "'hpz_m' is missing"},
      {"detect", "[]", "no JSON object"},
      {"detect", "{", "not valid JSON"},
      {"detect", moment("-1", "300", "0", "200"), "'rpz_m' is -1.0 - use a number of 0 or more"},
      {"detect", moment("1", "\"nan\"", "0", "200"), "'lookahead_s' is NaN"},
      {"detect", moment("1", "300", "520", "200"), "'lat' is 520.0 - use a number from -90 to 90"},
      {"detect", moment("1", "300", "0", "-5"), "'gs_ms' is -5.0"},
      {"fly", flight("90").replace("52", "520"), "'lat' is 520.0"},
      {"fly", "{\"dt\": 0}", "'dt' is 0.0"},
      {"fly", flight("np.float64(12.5)"), "not a valid heading"},
      {"fly", flight("1e-05"), "not a valid heading"},
    };
    for (String[] each : wrong) {
      CapturedCommand run = CapturedCommand.of("airspace", each[0], file("bad.json", each[1]));

      assertEquals(1, run.exitCode(), run.out());
      assertEquals(1, run.err().lines().count(), run.err());
      assertTrue(run.err().contains(each[2]), run.err());
    }
  }

  private static String moment(String zone, String lookahead, String latitude, String speed) {
    return """
    {"rpz_m": %s, "hpz_m": 300, "lookahead_s": %s, "aircraft": [
      {"id": "A", "lat": %s, "lon": 0, "trk_deg": 90, "gs_ms": %s, "alt_m": 9000, "vs_ms": 0}]}\
    """
        .formatted(zone, lookahead, latitude, speed);
  }

  private static String flight(String heading) {
    return """
    {"dt": 1, "create": {"id": "KL1", "type": "A320", "lat": 52, "lon": 4, "hdg": 0,
      "alt_m": 9000, "cas_ms": 150}, "commands": ["HDG KL1 %s"], "times": [0]}\
    """
        .formatted(heading);
  }

  @Test
  void anEmptyScenarioIsOneLine() throws Exception {
    CapturedCommand run = CapturedCommand.of("airspace", "scenario", file("empty.scn", ""));
    assertEquals("0 commands, 0 not supported", run.out().stripTrailing());
  }
}
