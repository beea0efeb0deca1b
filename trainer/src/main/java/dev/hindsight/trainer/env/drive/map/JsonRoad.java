package dev.hindsight.trainer.env.drive.map;

import java.io.IOException;
import java.util.Arrays;

/// One road of the JSON form while its fields arrive, in any order.
final class JsonRoad {
  /// Area in square metres; the middle point of a flatter triangle is dropped.
  private static final double FLAT_AREA = 0.1;

  /// Squared distance in square metres between a triangle's ends beyond which its middle point
  /// stays.
  private static final double LONGEST_SPAN_SQUARED = 250;

  /// Roads with fewer points, or with a higher source code (a crosswalk, a speed bump), are not
  /// thinned.
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
    int[] kept = thinned ? thinnedPoints(x, y) : allPoints(x.length);
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

  /// The element code of the motion data set that the converter was written for. The words "lane"
  /// and "road_edge" override the number; "road_line" does not.
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

  /// Drops the points of a road that lie nearly on a straight line, exactly as the reference's
  /// converter does, in doubles, so that converted maps agree byte for byte.
  ///
  /// Repeats passes over consecutive triples of kept points until a pass drops nothing.
  ///
  /// @return indices of the kept points, ascending, always with the first and last
  private static int[] thinnedPoints(double[] x, double[] y) {
    int[] kept = allPoints(x.length);
    int count = kept.length;
    int before;
    do {
      before = count;
      count = pass(x, y, kept, count);
    } while (count < before);
    return Arrays.copyOf(kept, count);
  }

  /// Keeps every point.
  private static int[] allPoints(int points) {
    int[] kept = new int[points];
    Arrays.setAll(kept, i -> i);
    return kept;
  }

  /// After a drop the triple's third point becomes the next first point, otherwise its second does.
  /// Writes the shortened list over the old one, which is safe because writing never overtakes
  /// reading.
  private static int pass(double[] x, double[] y, int[] kept, int count) {
    int written = 1;
    int first = 0;
    while (first + 2 < count) {
      int a = kept[first];
      int b = kept[first + 1];
      int c = kept[first + 2];
      if (isFlat(x[a], y[a], x[b], y[b], x[c], y[c])) {
        kept[written++] = c;
        first += 2;
      } else {
        kept[written++] = b;
        first++;
      }
    }
    for (int rest = first + 1; rest < count; rest++) {
      kept[written++] = kept[rest];
    }
    return Math.min(written, count);
  }

  private static boolean isFlat(double ax, double ay, double bx, double by, double cx, double cy) {
    double area = 0.5 * Math.abs((ax - cx) * (by - ay) - (ax - bx) * (cy - ay));
    double spanSquared = (ax - cx) * (ax - cx) + (ay - cy) * (ay - cy);
    return area < FLAT_AREA && spanSquared <= LONGEST_SPAN_SQUARED;
  }
}
