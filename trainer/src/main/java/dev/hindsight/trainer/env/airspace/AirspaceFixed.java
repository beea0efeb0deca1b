package dev.hindsight.trainer.env.airspace;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.FixedArray;
import dev.hindsight.trainer.rollout.NpyArray;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The fixed arrays of an airspace recording: sizes, callsigns, the sector, the zone.
final class AirspaceFixed {
  /// Bytes of a callsign; longer ones are truncated.
  static final int CALLSIGN = 8;

  /// Length and width of an aircraft, metres.
  private static final float[] BODY = {37.6f, 34.1f};

  private AirspaceFixed() {}

  static List<FixedArray> of(AirspaceConfig config, TrafficGenerator trafficGenerator) {
    List<FixedArray> all = new ArrayList<>();
    List<String> names = trafficGenerator.callsigns();
    all.add(sizes("size", "agent", config.agents()));
    all.add(callsigns("callsign", "agent", names.subList(0, config.agents())));
    if (config.others() > 0) {
      all.add(sizes("other_size", "other", config.others()));
      all.add(callsigns("other_callsign", "other", names.subList(config.agents(), config.count())));
    }
    Sector sector = trafficGenerator.sector();
    double radius = Double.isFinite(sector.radius()) ? sector.radius() : 0;
    all.add(
        new FixedArray(
            ChannelSpec.fixed(
                "sector", Dtype.F8, "", wording("AirspaceFixed.latitude_and_longitude_of_0_0"), 3),
            NpyArray.of(new double[] {sector.latitude(), sector.longitude(), radius}, 3)));
    all.add(
        new FixedArray(
            ChannelSpec.fixed(
                "zone", Dtype.F4, "", wording("AirspaceFixed.radius_m_half_height_m_look"), 3),
            NpyArray.of(
                new float[] {
                  (float) config.zone().radius(),
                  (float) config.zone().halfHeight(),
                  (float) config.zone().lookahead()
                },
                3)));
    if (!trafficGenerator.waypoints().isEmpty()) {
      all.add(waypoints(trafficGenerator.waypoints(), sector));
    }
    if (!trafficGenerator.unread().isEmpty()) {
      byte[] text = trafficGenerator.unread().toString().getBytes(StandardCharsets.UTF_8);
      all.add(
          new FixedArray(
              ChannelSpec.fixed(
                  "unread_commands",
                  Dtype.U1,
                  "",
                  wording("AirspaceFixed.what_the_scenario_file_tells_in"),
                  "byte"),
              new NpyArray(Dtype.U1, new int[] {text.length}, ByteBuffer.wrap(text))));
    }
    return all;
  }

  private static FixedArray sizes(String name, String axis, int count) {
    float[] sizes = new float[2 * count];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = BODY[i % 2];
    }
    return new FixedArray(
        ChannelSpec.fixed(name, Dtype.F4, "m", wording("AirspaceFixed.length_and_span"), axis, 2),
        NpyArray.of(sizes, count, 2));
  }

  private static FixedArray waypoints(List<TrafficGenerator.Waypoint> places, Sector sector) {
    float[] rows = new float[3 * places.size()];
    for (int i = 0; i < places.size(); i++) {
      TrafficGenerator.Waypoint place = places.get(i);
      rows[3 * i] = place.body();
      rows[3 * i + 1] = (float) sector.x(place.at().longitude());
      rows[3 * i + 2] = (float) sector.y(place.at().latitude());
    }
    return new FixedArray(
        ChannelSpec.fixed(
            "waypoint",
            Dtype.F4,
            "",
            wording("AirspaceFixed.number_of_the_aircraft_agents_first"),
            "waypoint",
            3),
        NpyArray.of(rows, places.size(), 3));
  }

  private static FixedArray callsigns(String name, String axis, List<String> names) {
    byte[] bytes = new byte[CALLSIGN * names.size()];
    for (int i = 0; i < names.size(); i++) {
      byte[] one = Arrays.copyOf(names.get(i).getBytes(StandardCharsets.US_ASCII), CALLSIGN);
      System.arraycopy(one, 0, bytes, CALLSIGN * i, CALLSIGN);
    }
    return new FixedArray(
        ChannelSpec.fixed(
            name, Dtype.U1, "", wording("AirspaceFixed.ascii_then_zeros"), axis, CALLSIGN),
        new NpyArray(Dtype.U1, new int[] {names.size(), CALLSIGN}, ByteBuffer.wrap(bytes)));
  }
}
