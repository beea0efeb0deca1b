package dev.hindsight.trainer.env.airspace.conflict;

import static dev.hindsight.trainer.env.airspace.AirTrafficReference.near;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.airspace.AirTrafficReference;
import org.junit.jupiter.api.Test;

class MvpReferenceTest {
  @Test
  void headOnIsResolvedAsInTheReference() {
    JsonNode expected = AirTrafficReference.file("bluesky_cd").get("mvp").get(0);
    AircraftColumns aircraftColumns =
        new AircraftColumns(
            2,
            new double[] {52, 52},
            new double[] {4, 5},
            new double[] {90, 270},
            new double[] {200, 200},
            new double[] {10000, 10000},
            new double[2],
            new byte[2]);
    Conflicts found = new ConflictDetector(2, ProtectedZone.USUAL).detect(aircraftColumns);
    Mvp mvp = new Mvp(ProtectedZone.USUAL);

    mvp.resolve(aircraftColumns, found, 0);

    JsonNode dv = expected.get("dv_east_north_up");
    near(dv.get(0).doubleValue(), mvp.east(), 1e-9, "east");
    near(dv.get(1).doubleValue(), mvp.north(), 1e-9, "north");
    near(dv.get(2).doubleValue(), mvp.up(), 1e-9, "up");
    near(expected.get("tsolV").doubleValue(), mvp.solveSeconds(), 1e-9, "seconds");
  }
}
