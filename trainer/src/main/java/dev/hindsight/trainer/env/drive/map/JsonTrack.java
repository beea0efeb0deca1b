package dev.hindsight.trainer.env.drive.map;

import java.io.IOException;

/// One object of the JSON form while its fields arrive, in whatever order they come.
final class JsonTrack {
  /// Ticks every log is cut or padded to, as the reference's converter does.
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
      throw json.malformed("an object has no type");
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
      default -> throw json.malformed("'" + word + "' is none of vehicle, pedestrian and cyclist");
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
