package dev.hindsight.trainer.env.drive.map;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.hindsight.trainer.JsonFault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Reads the JSON form as a stream and converts it exactly as the reference's converter does: logs
/// cut or padded to 91 ticks, road codes mapped to types, roads thinned.
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

  /// Whether a file can only be JSON: its first visible character is a brace or a bracket.
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
        throw new MalformedMap(wording("JsonMapReader.this_is_json_but_not_a"), 0);
      }
      return reader.build();
    } catch (JsonProcessingException e) {
      throw new MalformedMap(
          wording(
              "JsonMapReader.the_json_is_broken_in_line", JsonFault.line(e), JsonFault.words(e)),
          JsonFault.offset(e));
    } catch (IOException _) {
      // An array in memory is always readable: its characters are broken, such as those of UTF-32.
      throw new MalformedMap(wording("JsonMapReader.its_text_is_broken"), 0);
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

  /// Only the exact key counts: the converter ignores `sdc_index`, and such files have no ego
  /// vehicle.
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

  /// One object of the JSON form while its fields arrive, in any order.
  private static final class JsonTrack {
    /// Ticks to which every log is cut or padded, as the reference's converter does.
    private static final int TICKS = 91;

    private final JsonValues json;
    private JsonValues.Points position = new JsonValues.Points();
    private JsonValues.Points velocity = new JsonValues.Points();
    private DoubleList heading = new DoubleList();
    private DoubleList valid = new DoubleList();
    private double[] goal = new double[3];
    private float width;
    private float length;
    private float height;
    private int type;
    private int id;
    private int expert;

    private JsonTrack(JsonValues json) {
      this.json = json;
    }

    static DriveMap.Track read(JsonValues json, int scenarioId) throws IOException, MalformedMap {
      JsonTrack track = new JsonTrack(json);
      json.fields(track::field);
      if (track.type == 0) {
        throw json.malformed(wording("JsonMapReader.an_object_has_no_type"));
      }
      return track.build(scenarioId);
    }

    private void field(String name) throws IOException, MalformedMap {
      switch (name) {
        case "position" -> position = json.points();
        case "velocity" -> velocity = json.points();
        case "heading" -> heading = json.numbers();
        case "valid" -> valid = json.numbers();
        case "goalPosition" -> goal = json.point();
        case "width" -> width = (float) json.number();
        case "length" -> length = (float) json.number();
        case "height" -> height = (float) json.number();
        case "type" -> type = type(json.word());
        case "id" -> id = json.whole();
        case "mark_as_expert" -> expert = json.truth();
        default -> json.skip();
      }
    }

    private int type(String word) throws MalformedMap {
      return switch (word) {
        case "vehicle" -> 1;
        case "pedestrian" -> 2;
        case "cyclist" -> 3;
        default ->
            throw json.malformed(wording("JsonMapReader.is_none_of_vehicle_pedestrian_and", word));
      };
    }

    private DriveMap.Track build(int scenarioId) {
      float[] flags = valid.toFloats(TICKS);
      int[] validity = new int[TICKS];
      for (int t = 0; t < TICKS; t++) {
        validity[t] = (int) flags[t];
      }
      return new DriveMap.Track(
          scenarioId,
          type,
          id,
          position.x.toFloats(TICKS),
          position.y.toFloats(TICKS),
          position.z.toFloats(TICKS),
          velocity.x.toFloats(TICKS),
          velocity.y.toFloats(TICKS),
          velocity.z.toFloats(TICKS),
          heading.toFloats(TICKS),
          validity,
          width,
          length,
          height,
          (float) goal[0],
          (float) goal[1],
          (float) goal[2],
          expert);
    }
  }
}
