package dev.hindsight.trainer.env.excavation;

import dev.hindsight.trainer.env.excavation.observation.ExcavationObservation;
import dev.hindsight.trainer.env.excavation.observation.ExcavationSegments;
import dev.hindsight.trainer.env.excavation.observation.LocalMap;
import dev.hindsight.trainer.env.excavation.observation.MapPlane;
import dev.hindsight.trainer.env.excavation.simulation.ExcavatorAction;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import dev.hindsight.trainer.observation.Audience;
import dev.hindsight.trainer.observation.NumberType;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.observation.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// The agent's observation as consecutive segments: what each number means, and how they are
/// written. Hot loop: [#write] allocates nothing.
final class ExcavationLayout {
  /// The last actions that an agent observes.
  static final int PREVIOUS_ACTIONS = 5;

  private static final List<String> EDGE_FEATURES =
      List.of(
          "can_dig",
          "possible_actions",
          "edge_left",
          "core_left",
          "edge_in_reach",
          "edge_diggable",
          "edge_blocked",
          "diggable",
          "edge_share",
          "completion");

  private static final Quantity SHARE = Quantity.ranged("", 1, 0, 1);

  private ExcavationLayout() {}

  /// @param affordances who sees the features of the edge and the progress of the episode
  static ObservationLayout of(SiteGeometry geometry, Audience affordances) {
    Segments segments = new Segments();
    segments.add(
        ExcavationSegments.AGENTS,
        NumberType.I2,
        List.of(ExcavationObservation.AGENTS, ExcavationObservation.AGENT_NUMBERS),
        List.of("row", "column", "base", "cabin", "wheel", "load", "type", "shovel"),
        List.of(
            Quantity.ranged("", 1, 0, geometry.size() - 1.0),
            Quantity.ranged("", 1, 0, geometry.size() - 1.0),
            Quantity.ranged("°", 30, 0, SiteGeometry.DIRECTIONS - 1.0),
            Quantity.ranged("°", 30, 0, SiteGeometry.DIRECTIONS - 1.0),
            Quantity.ranged("°", 20, -SiteGeometry.WHEEL_STOP, SiteGeometry.WHEEL_STOP),
            Quantity.measured("", 1),
            Quantity.oneOf("excavator", "truck", "skid_steer"),
            Quantity.PLAIN));
    segments.vector(
        ExcavationSegments.AGENT_ACTIVE,
        NumberType.U1,
        IntStream.rangeClosed(1, ExcavationObservation.AGENTS).mapToObj(Integer::toString).toList(),
        Quantity.FLAG);
    segments.add(
        ExcavationSegments.LOCAL_MAPS,
        NumberType.I2,
        List.of(SiteGeometry.DIRECTIONS, LocalMap.COUNT),
        Arrays.stream(LocalMap.values()).map(LocalMap::id).toList(),
        Collections.nCopies(LocalMap.COUNT, Quantity.measured("tiles", 1)));
    segments.add(
        ExcavationSegments.MAPS,
        NumberType.I1,
        List.of(MapPlane.COUNT, geometry.size(), geometry.size()),
        Arrays.stream(MapPlane.values()).map(MapPlane::id).toList(),
        List.of());
    segments.vector(
        ExcavationSegments.ACTION_MASK,
        NumberType.U1,
        Arrays.stream(ExcavatorAction.values())
            .map(action -> action.name().toLowerCase(Locale.ROOT))
            .toList(),
        Quantity.FLAG);
    segments.vector(
        ExcavationSegments.PREVIOUS_ACTIONS,
        NumberType.I1,
        IntStream.rangeClosed(1, PREVIOUS_ACTIONS).mapToObj(i -> i + "_ago").toList(),
        Quantity.ranged("", 1, ExcavatorAction.NONE, ExcavatorAction.COUNT - 1.0));
    segments.audience = affordances;
    segments.vector(ExcavationSegments.EDGE_FEATURES, NumberType.F4, EDGE_FEATURES, SHARE);
    segments.vector(ExcavationSegments.EPISODE_PROGRESS, NumberType.F4, List.of("share"), SHARE);
    return new ObservationLayout(segments.list);
  }

  /// Segments one after the other.
  private static final class Segments {
    private final List<Segment> list = new ArrayList<>();
    private int offset;

    /// Who sees the segments that are added from now on.
    private Audience audience = Audience.ALL;

    void add(
        String name,
        NumberType type,
        List<Integer> shape,
        List<String> names,
        List<Quantity> quantities) {
      Segment segment = new Segment(name, offset, shape, names, quantities, type, audience);
      list.add(segment);
      offset += segment.length();
    }

    void vector(String name, NumberType type, List<String> names, Quantity each) {
      add(name, type, List.of(names.size()), names, Collections.nCopies(names.size(), each));
    }
  }

  /// Writes an observation.
  ///
  /// @param previous `[5]` the last actions, the latest first; -1 for none
  static void write(ExcavationObservation seen, byte[] previous, float[] into) {
    int at = seen.agentStates.length;
    System.arraycopy(seen.agentStates, 0, into, 0, at);
    at = put(seen.agentActive, into, at);
    for (int k = 0; k < SiteGeometry.DIRECTIONS; k++) {
      for (int layer = 0; layer < LocalMap.COUNT; layer++) {
        into[at++] = seen.localMaps[layer * SiteGeometry.DIRECTIONS + k];
      }
    }
    at = put(seen.planes, into, at);
    at = put(seen.actionMask, into, at);
    at = put(previous, into, at);
    System.arraycopy(seen.edgeFeatures, 0, into, at, seen.edgeFeatures.length);
    into[at + seen.edgeFeatures.length] = seen.progress;
  }

  private static int put(byte[] numbers, float[] into, int at) {
    for (int i = 0; i < numbers.length; i++) {
      into[at + i] = numbers[i];
    }
    return at + numbers.length;
  }
}
