package dev.hindsight.trainer.env.drive.map;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// Reads the JSON form as a stream and converts it on the way, number for number as the reference's
/// converter does: logs cut or padded to 91 ticks, road codes mapped to types, roads thinned.
final class JsonMapReader {
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final JsonValues json;
  private final int scenarioId;
  private final List<DriveMap.Track> objects = new ArrayList<>();
  private final List<DriveMap.Road> roads = new ArrayList<>();
  private final DoubleList tracks = new DoubleList();
  private int sdc = -1;
  private boolean map;

  private JsonMapReader(JsonValues json, int scenarioId) {
    this.json = json;
    this.scenarioId = scenarioId;
  }

  /// Whether a file could be nothing else: its first visible character is a brace or a bracket.
  static boolean looksLikeJson(byte[] file) {
    for (byte b : file) {
      if (b > ' ') {
        return b == '{' || b == '[';
      }
    }
    return false;
  }

  /// @param scenarioId written into every record; converters number their input files with it
  static DriveMap read(byte[] file, int scenarioId) throws MalformedMap {
    try (JsonParser parser = JSON.createParser(file)) {
      parser.nextToken();
      JsonMapReader reader = new JsonMapReader(new JsonValues(parser), scenarioId);
      reader.json.fields(reader::field);
      if (!reader.map) {
        throw new MalformedMap(
            "this is JSON, but not a map: it has neither \"objects\" nor \"roads\"", 0);
      }
      return reader.build();
    } catch (JsonProcessingException e) {
      throw new MalformedMap(
          "the JSON is broken in line "
              + e.getLocation().getLineNr()
              + ": "
              + e.getOriginalMessage(),
          e.getLocation().getByteOffset());
    } catch (IOException e) {
      throw new UncheckedIOException("an array was not readable", e);
    }
  }

  private void field(String name) throws IOException, MalformedMap {
    map |= name.equals("objects") || name.equals("roads");
    switch (name) {
      case "objects" -> json.elements(() -> objects.add(JsonTrack.read(json, scenarioId)));
      case "roads" -> json.elements(() -> roads.add(JsonRoad.read(json, scenarioId)));
      case "metadata" -> json.fields(this::metadata);
      default -> json.skip();
    }
  }

  /// Only the exact key counts: files that say `sdc_index` have no ego vehicle to the converter.
  private void metadata(String name) throws IOException, MalformedMap {
    switch (name) {
      case "sdc_track_index" -> sdc = json.whole();
      case "tracks_to_predict" -> json.elements(() -> json.fields(this::track));
      default -> json.skip();
    }
  }

  private void track(String name) throws IOException, MalformedMap {
    if (name.equals("track_index")) {
      tracks.add(json.whole());
    } else {
      json.skip();
    }
  }

  private DriveMap build() {
    int[] indices = new int[tracks.size()];
    double[] numbers = tracks.toArray();
    for (int i = 0; i < indices.length; i++) {
      indices[i] = (int) numbers[i];
    }
    return new DriveMap(sdc, indices, objects, roads);
  }
}
