package dev.hindsight.trainer.env.airspace.geo;

import static dev.hindsight.trainer.env.airspace.AirTrafficReference.near;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.airspace.AirTrafficReference;
import org.junit.jupiter.api.Test;

class GeoReferenceTest {
  private static final double NEAR = 1e-9;

  @Test
  void bearingsAndDistancesAreTheReferences() {
    for (JsonNode c : AirTrafficReference.file("bluesky_geo_aero").get("geo")) {
      GeoPosition from = position(c, "lat1", "lon1");
      GeoPosition to = position(c, "lat2", "lon2");
      BearingAndDistance slow = Wgs84.between(from, to);
      BearingAndDistance quick = FlatEarth.between(from, to);
      near(c.get("qdrdist_deg").doubleValue(), slow.bearing(), NEAR, c + " bearing");
      near(c.get("qdrdist_nm").doubleValue(), slow.miles(), NEAR, c + " miles");
      near(c.get("latlondist_m").doubleValue(), Wgs84.metres(from, to), NEAR, c + " metres");
      near(c.get("kwik_qdr_deg").doubleValue(), quick.bearing(), NEAR, c + " quick bearing");
      near(c.get("kwik_dist_nm").doubleValue(), quick.miles(), NEAR, c + " quick miles");
    }
  }

  @Test
  void placesInADirectionAreTheReferences() {
    for (JsonNode c : AirTrafficReference.file("bluesky_geo_aero").get("qdrpos")) {
      GeoPosition from = position(c, "lat", "lon");
      double bearing = c.get("qdr").doubleValue();
      double miles = c.get("dist_nm").doubleValue();
      place(c.get("qdrpos"), Wgs84.towards(from, bearing, miles));
      place(c.get("kwikpos"), FlatEarth.towards(from, bearing, miles));
    }
  }

  @Test
  void radiiAreTheReferences() {
    for (JsonNode c : AirTrafficReference.file("bluesky_geo_aero").get("rwgs84")) {
      near(c.get(1).doubleValue(), Wgs84.radius(c.get(0).doubleValue()), NEAR, "radius");
    }
  }

  @Test
  void boundAnglesAreTheReferences() {
    for (JsonNode c : AirTrafficReference.file("bluesky_gym_horizontal").get("bound_angle")) {
      assertEquals(c.get(1).doubleValue(), Bearings.bound(c.get(0).doubleValue()), 1e-12);
    }
  }

  @Test
  void samePlaceIsAtNoDistance() {
    GeoPosition here = new GeoPosition(52.123456, 4.654321);

    assertEquals(new BearingAndDistance(0, 0), FlatEarth.between(here, here));
    assertEquals(0, Wgs84.metres(here, here), 0.2);
  }

  /// Across a sector of 60 NM at 52° N: the quick geometry is off by less than the zone's margin of
  /// a hundredth.
  @Test
  void theQuickGeometryIsNearGreatCircles() {
    GeoPosition middle = new GeoPosition(52, 4);
    for (int bearing = 0; bearing < 360; bearing += 15) {
      for (double miles : new double[] {1, 5, 20, 60}) {
        GeoPosition there = Wgs84.towards(middle, bearing, miles);
        assertEquals(miles, FlatEarth.between(middle, there).miles(), miles * 0.004);
      }
    }
  }

  private static GeoPosition position(JsonNode c, String lat, String lon) {
    return new GeoPosition(c.get(lat).doubleValue(), c.get(lon).doubleValue());
  }

  private static void place(JsonNode expected, GeoPosition actual) {
    AirTrafficReference.near(expected.get(0).doubleValue(), actual.latitude(), NEAR, "latitude");
    AirTrafficReference.near(expected.get(1).doubleValue(), actual.longitude(), NEAR, "longitude");
  }
}
