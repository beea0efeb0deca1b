package dev.hindsight.app.dock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LayoutFileTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aLayoutIsReadAsItWasWritten(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 40; i++) {
      Layout layout = RandomLayouts.layout(random, i);

      assertEquals(layout, LayoutJson.read(LayoutJson.write(layout), "a file"));
    }
  }

  @Test
  void aFolderAndWhatIsNoTextAreSaidInWords() throws IOException {
    Path picture = Files.write(folder.resolve("picture"), new byte[] {(byte) 0x89, (byte) 0xff});
    for (Path file : List.of(folder, folder.resolve("absent"), picture)) {
      Problem problem = assertThrows(Problem.class, () -> LayoutStore.read(file));
      assertFalse(problem.getMessage().contains("Exception"), problem.getMessage());
    }
  }

  @Test
  void theFileHasTheseKeysInThisOrder() {
    PaneId scene = PaneId.parse("scene");
    LayoutNode tabs = new LayoutNode.Tabs(List.of(scene, PaneId.parse("agents")), scene);
    LayoutNode lanes = new LayoutNode.Tabs(List.of(PaneId.parse("lanes")), PaneId.parse("lanes"));
    LayoutNode split =
        new LayoutNode.Split(
            LayoutNode.Flow.ROWS,
            List.of(new LayoutNode.SplitPart(tabs, 0.75), new LayoutNode.SplitPart(lanes, 0.25)));
    String expected =
        """
        {
          "layout" : 1,
          "root" : {
            "rows" : [ {
              "share" : 0.75,
              "node" : {
                "tabs" : [ "scene", "agents" ],
                "shown" : "scene"
              }
            }, {
              "share" : 0.25,
              "node" : {
                "tabs" : [ "lanes" ],
                "shown" : "lanes"
              }
            } ]
          },
          "details" : {
            "agents" : "a",
            "scene" : "b"
          }
        }\
        """;
    assertEquals(
        expected.lines().toList(),
        LayoutJson.write(
                new Layout(Optional.of(split), Map.of(scene, "b", PaneId.parse("agents"), "a")))
            .lines()
            .toList());
    assertEquals(
        List.of("{", "  \"layout\" : 1,", "  \"details\" : { }", "}"),
        LayoutJson.write(new Layout(Optional.empty(), Map.of())).lines().toList());
  }

  @Test
  void whatWasRememberedIsFoundAgain() {
    LayoutStore shelf = new LayoutStore(folder.resolve("layouts"));
    Layout layout = LayoutPreset.TRAIN.layout();

    shelf.remember("a/../strange kind", layout);

    assertEquals(layout, shelf.remembered("a/../strange kind").layout().orElseThrow());
    assertEquals(LayoutStore.NOTHING, shelf.remembered("another"));
  }

  @Test
  void aBrokenFileIsSetAsideAndToldOf() throws IOException {
    LayoutStore shelf = new LayoutStore(folder);
    Files.writeString(folder.resolve("drive.json"), "{\"layout\": 1, \"root\": {\"tabs\": [");

    LayoutStore.StoredLayout storedLayout = shelf.remembered("drive");

    assertTrue(storedLayout.layout().isEmpty());
    assertTrue(storedLayout.trouble().orElseThrow().where().endsWith("drive.json.broken"));
    assertTrue(Files.exists(folder.resolve("drive.json.broken")));
    assertFalse(Files.exists(folder.resolve("drive.json")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "{\"layout\": 1}",
        "{\"layout\": 2}",
        "{\"layout\": 1, \"root\": {}}",
        "{\"layout\": 1, \"root\": {\"tabs\": [], \"shown\": \"scene\"}}",
        "{\"layout\": 1, \"root\": {\"tabs\": [\"scene\"], \"shown\": \"agents\"}}",
        "{\"layout\": 1, \"root\": {\"tabs\": [\"scene\", \"scene\"], \"shown\": \"scene\"}}",
        "{\"layout\": 1, \"root\": {\"tabs\": [\"../x\"], \"shown\": \"../x\"}}",
        "{\"layout\": 1, \"root\": {\"rows\": []}}",
        "{\"layout\": 1, \"root\": {\"rows\": [{\"share\": 0, \"node\": {\"tabs\": [\"a\"],"
            + " \"shown\": \"a\"}}]}}",
        "{\"layout\": 1, \"details\": {\"a#b\": \"\"}}"
      })
  void whatIsNoLayoutIsRefusedByName(String text) {
    Problem problem = assertThrows(Problem.class, () -> LayoutJson.read(text, "my.json"));

    assertEquals("my.json", problem.where());
  }

  @Test
  void nestingWithoutEndIsRefused() {
    String deep = "{\"rows\": [{\"share\": 1, \"node\": ".repeat(900);

    assertThrows(
        Problem.class, () -> LayoutJson.read("{\"layout\": 1, \"root\": " + deep, "my.json"));
  }

  @Test
  void whatIsSaidOfBrokenJsonIsOfTheFileAndNotOfItsReader() {
    for (String text : List.of("{", "[".repeat(2000))) {
      String what = assertThrows(Problem.class, () -> LayoutJson.read(text, "my.json")).what();
      assertFalse(what.contains("Source") || what.contains("StreamRead"), what);
    }
  }

  @Test
  void sharesThatDoNotAddUpAreMadeTo() {
    String half = "{\"share\": 3, \"node\": {\"tabs\": [\"%s\"], \"shown\": \"%s\"}}";
    String text =
        "{\"layout\": 1, \"root\": {\"rows\": ["
            + half.formatted("a", "a")
            + ","
            + half.formatted("b", "b")
            + "]}}";

    LayoutNode.Split split =
        (LayoutNode.Split) LayoutJson.read(text, "my.json").root().orElseThrow();

    assertEquals(0.5, split.parts().getFirst().share());
  }
}
