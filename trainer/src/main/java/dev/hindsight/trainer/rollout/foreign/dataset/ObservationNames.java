package dev.hindsight.trainer.rollout.foreign.dataset;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.text.OneLine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The names of observed numbers in an HDF5 file that Hindsight writes: an attribute of the file,
/// JSON with a list of names for each array of the observation.
final class ObservationNames {
  /// Name of the attribute.
  static final String ATTRIBUTE = "observation_names";

  /// Bytes; an attribute of HDF5 holds less than 64 KiB.
  private static final int LONGEST = 60_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private ObservationNames() {}

  /// The attribute's text; empty without names, or if there are too many.
  static Optional<String> of(ObservationLayout layout) {
    ObjectNode names = JsonNodeFactory.instance.objectNode();
    for (Segment segment : layout.segments()) {
      if (segment.names().size() == segment.features()) {
        segment.names().forEach(names.putArray(segment.name())::add);
      }
    }
    return Optional.of(names.toString())
        .filter(_ -> !names.isEmpty())
        .filter(text -> text.getBytes(StandardCharsets.UTF_8).length <= LONGEST);
  }

  /// Names by the path of the array; empty if the text is none.
  static Map<String, List<String>> read(String text) {
    Map<String, List<String>> names = new LinkedHashMap<>();
    try {
      for (Map.Entry<String, JsonNode> each : JSON.readTree(text).properties()) {
        List<String> own = new ArrayList<>();
        each.getValue().forEach(name -> own.add(OneLine.of(name.asText())));
        names.put(each.getKey(), own);
      }
    } catch (JsonProcessingException _) {
      return Map.of();
    }
    return names;
  }
}
