package dev.hindsight.trainer.env.airspace.scenario;

import static dev.hindsight.trainer.env.airspace.AirTrafficReference.near;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.airspace.AirTrafficReference;
import dev.hindsight.trainer.env.airspace.flight.Atmosphere;
import dev.hindsight.trainer.env.airspace.geo.GeoPosition;
import org.junit.jupiter.api.Test;

class PlacementReferenceTest {
  @Test
  void intrudersStandWhereTheReferencePutsThem() {
    for (JsonNode c : AirTrafficReference.file("bluesky_geo_aero").get("creconfs")) {
      JsonNode own = c.get("own");
      JsonNode expected = c.get("intruder");
      IntruderPlacement placed =
          IntruderPlacement.of(
              new IntruderPlacement.Target(
                  new GeoPosition(own.get("lat").doubleValue(), own.get("lon").doubleValue()),
                  own.get("hdg").doubleValue(),
                  own.get("alt").doubleValue(),
                  own.get("gs").doubleValue()),
              new IntruderPlacement.Meeting(
                  c.get("dpsi").doubleValue(),
                  c.get("dcpa_nm").doubleValue(),
                  c.get("tlosh_s").doubleValue(),
                  9260));
      near(expected.get("lat").doubleValue(), placed.latitude(), 1e-9, c + " latitude");
      near(expected.get("lon").doubleValue(), placed.longitude(), 1e-9, c + " longitude");
      near(expected.get("hdg").doubleValue(), placed.heading(), 1e-9, c + " heading");
      near(
          expected.get("gs").doubleValue(),
          Atmosphere.trueOfCalibrated(placed.calibrated(), placed.altitude()),
          1e-9,
          c + " speed");
    }
  }
}
