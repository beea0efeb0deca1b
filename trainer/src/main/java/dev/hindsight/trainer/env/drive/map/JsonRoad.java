package dev.hindsight.trainer.env.drive.map;

import java.io.IOException;

/// One road of the JSON form while its fields arrive, in whatever order they come.
final class JsonRoad {
  /// Roads of fewer points, or of a higher source code (a crosswalk, a speed bump), stay as they
  /// are.
  private static final int THINNED_FROM_POINTS = 11;

  private static final int LAST_THINNED_CODE = 16;

  private final JsonValues json;
  private JsonValues.Points geometry = new JsonValues.Points();
  private String kind = "";
  private int code;
  private int id;

  private JsonRoad(JsonValues json) {
    this.json = json;
  }

  static DriveMap.Road read(JsonValues json, int scenarioId) throws IOException, MalformedMap {
    JsonRoad road = new JsonRoad(json);
    json.fields(road::field);
    return road.build(scenarioId);
  }

  private void field(String name) throws IOException, MalformedMap {
    switch (name) {
      case "geometry" -> geometry = json.points();
      case "type" -> kind = json.word();
      case "map_element_id" -> code = json.whole();
      case "id" -> id = json.whole();
      default -> json.skip();
    }
  }

  private DriveMap.Road build(int scenarioId) {
    int source = sourceCode();
    double[] x = geometry.x.toArray();
    double[] y = geometry.y.toArray();
    double[] z = geometry.z.toArray();
    boolean thinned = x.length >= THINNED_FROM_POINTS && source <= LAST_THINNED_CODE;
    int[] kept = thinned ? RoadThinning.kept(x, y) : RoadThinning.all(x.length);
    return new DriveMap.Road(
        scenarioId,
        type(source),
        id,
        select(x, kept),
        select(y, kept),
        select(z, kept),
        0,
        0,
        0,
        0,
        0,
        0,
        0);
  }

  /// The element code of the motion data set the converter was written for. The words "lane" and
  /// "road_edge" outrank the number; "road_line" does not.
  private int sourceCode() {
    return switch (kind) {
      case "lane" -> 2;
      case "road_edge" -> 15;
      default -> code;
    };
  }

  private static int type(int source) {
    if (source >= 0 && source <= 3) {
      return 4;
    }
    if (source >= 5 && source <= 13) {
      return 5;
    }
    if (source >= 14 && source <= 16) {
      return 6;
    }
    return source >= 17 && source <= 20 ? source - 10 : source;
  }

  private static float[] select(double[] values, int[] kept) {
    float[] selected = new float[kept.length];
    for (int i = 0; i < kept.length; i++) {
      selected[i] = (float) values[kept[i]];
    }
    return selected;
  }
}
