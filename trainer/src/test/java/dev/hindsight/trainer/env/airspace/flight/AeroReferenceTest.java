package dev.hindsight.trainer.env.airspace.flight;

import static dev.hindsight.trainer.env.airspace.AirTrafficReference.near;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.airspace.AirTrafficReference;
import org.junit.jupiter.api.Test;

class AeroReferenceTest {
  private static final double NEAR = 1e-9;

  @Test
  void airAndAirspeedsAreTheReferences() {
    for (JsonNode c : AirTrafficReference.file("bluesky_geo_aero").get("aero").get("cases")) {
      double altitude = c.get("alt_m").doubleValue();
      double cas = c.get("cas").doubleValue();
      double tas = Atmosphere.trueOfCalibrated(cas, altitude);
      near(c.get("p").doubleValue(), Atmosphere.pressure(altitude), NEAR, c + " pressure");
      near(c.get("rho").doubleValue(), Atmosphere.density(altitude), NEAR, c + " density");
      near(c.get("T").doubleValue(), Atmosphere.temperature(altitude), NEAR, c + " temperature");
      near(c.get("tas_from_cas").doubleValue(), tas, NEAR, c + " TAS");
      near(c.get("mach").doubleValue(), Atmosphere.machOfTrue(tas, altitude), NEAR, c + " Mach");
      near(
          c.get("cas_back").doubleValue(),
          Atmosphere.calibratedOfTrue(tas, altitude),
          NEAR,
          c + " CAS");
      near(
          c.get("tas_from_mach078").doubleValue(),
          Airspeed.trueSpeed(0.78, altitude),
          NEAR,
          c + " TAS of Mach");
    }
  }
}
