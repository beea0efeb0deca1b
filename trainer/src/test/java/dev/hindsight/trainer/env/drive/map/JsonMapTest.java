package dev.hindsight.trainer.env.drive.map;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.SharedData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonMapTest {
  private static final List<String> WIDE =
      List.of("UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32BE", "UTF-32LE");

  private static final String OBJECT =
      "{'id':3,'type':'cyclist','width':1,'length':2,'height':1.5,'mark_as_expert':true,"
          + "'position':[{'x':1,'y':2,'z':3},{'x':4,'y':5}],'velocity':[{'x':1,'y':0}],"
          + "'heading':[0.5],'valid':[true,false,1],'goalPosition':{'x':7,'y':8,'z':9}}";

  @ParameterizedTest
  @CsvSource({
    "Town02.json, map_town_02_carla.bin, 1",
    "Town01.json, Town01_converted.bin, 0",
    "Town10HD.json, Town10HD_converted.bin, 2"
  })
  void conversionAgreesByteForByte(String source, String converted, int scenarioId)
      throws IOException {
    Path json = SharedData.require("data/drive/maps/" + source);
    Path expected = SharedData.require("data/drive/maps/" + converted);
    assertArrayEquals(
        Files.readAllBytes(expected), BinaryMapWriter.bytes(DriveMaps.convert(json, scenarioId)));
  }

  @Test
  void mapOfRoadsAloneIsRead() {
    DriveMap map = DriveMaps.read(SharedData.require("data/drive/maps/Town07_roads_only.json"));
    assertEquals(0, map.objects().size());
    assertEquals(1191, map.roads().size());
  }

  @Test
  void logsArePaddedToNinetyOneTicks() {
    DriveMap.Track track = read("{'objects':[" + OBJECT + "],'roads':[]}").objects().getFirst();
    assertEquals(91, track.ticks());
    assertArrayEquals(new float[] {1, 4, 0}, Arrays.copyOf(track.x(), 3));
    assertArrayEquals(new int[] {1, 0, 1, 0}, Arrays.copyOf(track.valid(), 4));
    assertEquals(3, track.type());
    assertEquals(1, track.markAsExpert());
    assertEquals(9, track.goalZ());
  }

  @Test
  void metadataMayComeFirst() {
    DriveMap map =
        read(
            "{'metadata':{'sdc_track_index':0,'tracks_to_predict':[{'track_index':0,'difficulty':1}]},"
                + "'objects':["
                + OBJECT
                + "]}");
    assertEquals(0, map.sdcTrackIndex());
    assertArrayEquals(new int[] {0}, map.tracksToPredict());
  }

  @ParameterizedTest
  @CsvSource({
    "lane, 30, 4",
    "road_edge, 3, 6",
    "road_line, 2, 4",
    "road_line, 7, 5",
    "x, 4, 4",
    "x, 14, 6",
    "stop_sign, 17, 7",
    "crosswalk, 18, 8",
    "speed_bump, 19, 9",
    "driveway, 20, 10",
    "x, 134, 134"
  })
  void sourceCodesBecomeRoadTypes(String kind, int code, int type) {
    DriveMap map =
        read(
            "{'roads':[{'id':1,'type':'%s','map_element_id':%d,'geometry':[{'x':0,'y':0}]}]}"
                .formatted(kind, code));
    assertEquals(type, map.roads().getFirst().type());
  }

  @Test
  void straightRoadIsThinnedOnlyFromElevenPoints() {
    assertEquals(10, read(straight(10)).roads().getFirst().x().length);
    assertArrayEquals(
        new float[] {0, 10}, read(straight(11)).roads().getFirst().x(), "all within 250 m²");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'objects':[{'type':'tram'}]}|'tram' is not vehicle, pedestrian or cyclist at"
            + " /objects/0/type (line 1)",
        "{'objects':[{'width':1}]}|an object has no type at /objects/0 (line 1)",
        "{'roads':[{'geometry':[{'x':1}]}]}|a point lacks its x or y at"
            + " /roads/0/geometry/0 (line 1)",
        "{'roads':[{'geometry':[{'x':1e60,'y':0}]}]}|the number 1e60 does not fit a float32 at"
            + " /roads/0/geometry/0/x (line 1)",
        "{'roads':[{'id':99999999999}]}|the number 99999999999 does not fit an int32 at"
            + " /roads/0/id (line 1)",
        "{'roads':7}|expected a list in brackets at /roads (line 1)"
      },
      quoteCharacter = '"')
  void complaintSaysWhere(String json, String what) {
    assertEquals(what, assertThrows(Problem.class, () -> read(json)).what());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{'a':1}", "{}", "{'objectss':[]}", "{'metadata':{'sdc_track_index':0}}"})
  void jsonThatIsNoMapIsRefused(String json) {
    Problem problem = assertThrows(Problem.class, () -> read(json));
    assertEquals(
        "this is JSON, but not a map: it has neither \"objects\" nor \"roads\"", problem.what());
  }

  @Test
  void everyTruncationIsRefused() {
    String whole = "{'objects':[" + OBJECT + "],'roads':[]}";
    for (int length = 0; length < whole.length(); length++) {
      String cut = whole.substring(0, length);
      assertThrows(Problem.class, () -> read(cut), cut);
    }
  }

  /// Their zeros say which it is, also without a mark of their order.
  @Test
  void jsonOfWideCharactersIsReadAsAnyOther() {
    String json = "{\"objects\":[" + OBJECT.replace('\'', '"') + "],\"roads\":[]}";
    for (String charset : WIDE) {
      DriveMap wide = DriveMaps.read(json.getBytes(Charset.forName(charset)), "wide.json");
      assertEquals(1, wide.objects().size(), charset);
      byte[] none = "{}".getBytes(Charset.forName(charset));
      Problem problem = assertThrows(Problem.class, () -> DriveMaps.read(none, "wide.json"));
      assertTrue(
          problem.what().startsWith("this is JSON, but not a map"), charset + ": " + problem);
    }
  }

  @Test
  void brokenJsonOfWideCharactersIsStillJson() {
    for (String charset : WIDE) {
      byte[] broken = "{\n\"roads\": [}".getBytes(Charset.forName(charset));
      Problem problem = assertThrows(Problem.class, () -> DriveMaps.read(broken, "wide.json"));
      assertTrue(problem.what().contains("line 2"), charset + ": " + problem.what());
    }
  }

  @Test
  void aDamagedPackedMapThatBeginsLikeJsonIsAPackedOne() {
    for (int ego : new int[] {'{', '[', -1}) {
      byte[] damaged = new byte[80];
      ByteBuffer.wrap(damaged).order(ByteOrder.LITTLE_ENDIAN).putInt(ego).putInt('[');
      Problem problem = assertThrows(Problem.class, () -> DriveMaps.read(damaged, "damaged.bin"));
      assertFalse(problem.what().contains("JSON"), problem.what());
    }
  }

  private static String straight(int points) {
    StringBuilder json =
        new StringBuilder("{'roads':[{'type':'lane','map_element_id':2,'geometry':[");
    for (int i = 0; i < points; i++) {
      json.append(i == 0 ? "" : ",").append("{'x':").append(i).append(",'y':0,'z':0}");
    }
    return json.append("]}]}").toString();
  }

  private static DriveMap read(String json) {
    return DriveMaps.read(json.replace('\'', '"').getBytes(UTF_8), "test.json");
  }
}
