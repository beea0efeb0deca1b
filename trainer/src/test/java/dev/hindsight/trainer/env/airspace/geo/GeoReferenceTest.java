package dev.hindsight.trainer.env.airspace.geo;

import static dev.hindsight.trainer.env.airspace.Golden.near;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.airspace.Golden;
import org.junit.jupiter.api.Test;

class GeoReferenceTest {
  private static final double NEAR = 1e-9;

  @Test
  void bearingsAndDistancesAreTheReferences() {
    for (JsonNode c : Golden.file("bluesky_geo_aero").get("geo")) {
      Position from = position(c, "lat1", "lon1");
      Position to = position(c, "lat2", "lon2");
      Polar slow = Wgs84.between(from, to);
      Polar quick = FlatEarth.between(from, to);
      near(c.get("qdrdist_deg").doubleValue(), slow.bearing(), NEAR, c + " bearing");
      near(c.get("qdrdist_nm").doubleValue(), slow.miles(), NEAR, c + " miles");
      near(c.get("latlondist_m").doubleValue(), Wgs84.metres(from, to), NEAR, c + " metres");
      near(c.get("kwik_qdr_deg").doubleValue(), quick.bearing(), NEAR, c + " quick bearing");
      near(c.get("kwik_dist_nm").doubleValue(), quick.miles(), NEAR, c + " quick miles");
    }
  }

  @Test
  void placesInADirectionAreTheReferences() {
    for (JsonNode c : Golden.file("bluesky_geo_aero").get("qdrpos")) {
      Position from = position(c, "lat", "lon");
      double bearing = c.get("qdr").doubleValue();
      double miles = c.get("dist_nm").doubleValue();
      place(c.get("qdrpos"), Wgs84.towards(from, bearing, miles));
      place(c.get("kwikpos"), FlatEarth.towards(from, bearing, miles));
    }
  }

  @Test
  void radiiAreTheReferences() {
    for (JsonNode c : Golden.file("bluesky_geo_aero").get("rwgs84")) {
      near(c.get(1).doubleValue(), Wgs84.radius(c.get(0).doubleValue()), NEAR, "radius");
    }
  }

  @Test
  void boundAnglesAreTheReferences() {
    for (JsonNode c : Golden.file("bluesky_gym_horizontal").get("bound_angle")) {
      assertEquals(c.get(1).doubleValue(), Bearings.bound(c.get(0).doubleValue()), 1e-12);
    }
  }

  @Test
  void samePlaceIsAtNoDistance() {
    Position here = new Position(52.123456, 4.654321);

    assertEquals(new Polar(0, 0), FlatEarth.between(here, here));
    assertEquals(0, Wgs84.metres(here, here), 0.2);
  }

  private static Position position(JsonNode c, String lat, String lon) {
    return new Position(c.get(lat).doubleValue(), c.get(lon).doubleValue());
  }

  private static void place(JsonNode expected, Position actual) {
    Golden.near(expected.get(0).doubleValue(), actual.latitude(), NEAR, "latitude");
    Golden.near(expected.get(1).doubleValue(), actual.longitude(), NEAR, "longitude");
  }
}
