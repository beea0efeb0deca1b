package dev.hindsight.inspector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.render.Palette;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Every panel of the list keeps the promises of a panel, on every kind of recording.
class PanelContractTest {
  @TempDir private static Path folder;
  private static final Map<String, Rollout> RECORDINGS = new LinkedHashMap<>();

  @BeforeAll
  static void record() throws Exception {
    RECORDINGS.putAll(RecordingsOfAllKinds.in(folder));
  }

  @AfterAll
  static void close() {
    RECORDINGS.values().forEach(Rollout::close);
  }

  @Test
  void cutOffRecordingIsOneIndeed() {
    Rollout rollout = RECORDINGS.getOrDefault("cut off", new MemoryRollout("", 0, 0, 1));

    assertFalse(rollout.complete());
    assertTrue(rollout.ticks() > 0 && rollout.ticks() < 9000, "ticks: " + rollout.ticks());
  }

  @Test
  void everyPanelHasAnIdOfItsOwnATitleAndASentence() {
    Set<String> ids = new HashSet<>();
    for (PanelType type : BuiltInPanels.ALL) {
      assertTrue(type.id().matches("[a-z][a-z0-9-]*"), type.id());
      assertTrue(ids.add(type.id()), type.id() + " twice");
      assertFalse(type.title().isBlank());
      assertTrue(type.question().endsWith("."), type.question());
    }
  }

  @TestFactory
  List<DynamicTest> everyPanelShowsEveryRecordingOrSaysWhatItLacks() {
    List<DynamicTest> tests = new ArrayList<>();
    for (PanelType type : BuiltInPanels.ALL) {
      for (Map.Entry<String, Rollout> entry : RECORDINGS.entrySet()) {
        tests.add(
            DynamicTest.dynamicTest(
                type.id() + " on " + entry.getKey(), () -> check(type, entry.getValue())));
      }
    }
    return tests;
  }

  /// The recording stores each segment in a column of its own type, and none called `observation`.
  @Test
  void panelsOfObservationsApplyWhereSegmentsHaveColumnsOfTheirOwn() {
    Rollout planes =
        RECORDINGS.getOrDefault("excavation in trials", new MemoryRollout("", 0, 0, 1));

    assertFalse(planes.manifest().observation().inOneColumn());
    for (String id : List.of("observation", "observation-map")) {
      PanelType type = BuiltInPanels.named(id).orElseThrow();
      assertEquals(Optional.empty(), type.missing(planes.manifest()), id);
    }
  }

  /// A user who aims at a cell must hit it: the text about the place under the pointer moves
  /// nothing.
  @TestFactory
  List<DynamicTest> pointingAtAPictureMovesNothing() {
    List<DynamicTest> tests = new ArrayList<>();
    for (PanelType type : BuiltInPanels.ALL) {
      for (String name : List.of("full", "with a transformer")) {
        Rollout rollout = RECORDINGS.getOrDefault(name, new MemoryRollout("", 0, 0, 1));
        if (type.missing(rollout.manifest()).isEmpty()) {
          tests.add(
              DynamicTest.dynamicTest(
                  type.id() + " on " + name, () -> assertEquals("", moved(type, rollout))));
        }
      }
    }
    return tests;
  }

  @Test
  void aPictureThatMovesUnderThePointerBreaksTheContract() throws Exception {
    Scene scene =
        HeadlessToolkit.onFx(() -> {
          Label words = new Label("many words, and as many again: they take two lines at least");
          words.setWrapText(true);
          Region picture = new Region();
          picture.setMinSize(200, 100);
          picture.setOnMouseMoved(_ -> words.setText("few"));
          return new Scene(new VBox(words, picture), 180, 300);
        });

    assertNotEquals("", HeadlessToolkit.onFx(() -> moved(scene)));
  }

  private static String moved(PanelType type, Rollout rollout) throws Exception {
    PanelUnderTest panel = HeadlessToolkit.onFx(() -> new PanelUnderTest(type, rollout));
    return HeadlessToolkit.onFx(() -> {
      panel.show(Math.max(0, rollout.ticks() / 2), 0);
      panel.work();
      panel.show(Math.max(0, rollout.ticks() / 2), 0);
      String moved = moved(panel.scene());
      panel.close();
      return moved;
    });
  }

  /// The first node that moves when the pointer is over something; empty if none does.
  private static String moved(Scene scene) {
    scene.snapshot(null);
    List<Node> nodes = new ArrayList<>(scene.getRoot().lookupAll("*"));
    nodes.removeIf(node -> !(node instanceof Region) || !shown(node));
    List<Bounds> before = nodes.stream().map(PanelContractTest::place).toList();
    for (Node node : nodes) {
      Bounds bounds = place(node);
      for (double part : new double[] {0.15, 0.5, 0.85}) {
        TestMouse.send(
            node,
            MouseEvent.MOUSE_MOVED,
            new Point2D(
                bounds.getMinX() + part * bounds.getWidth(),
                bounds.getMinY() + part * bounds.getHeight()));
        scene.snapshot(null);
        for (int i = 0; i < nodes.size(); i++) {
          if (!place(nodes.get(i)).equals(before.get(i))) {
            return nodes.get(i) + " moves from " + before.get(i) + " to " + place(nodes.get(i));
          }
        }
      }
    }
    return "";
  }

  /// The contents of a table's cells and the width of its scroll bars are its own business.
  private static boolean shown(Node node) {
    for (Node at = node.getParent(); at != null; at = at.getParent()) {
      if (at instanceof Control) {
        return false;
      }
    }
    return node.isVisible() && node.isManaged();
  }

  private static Bounds place(Node node) {
    return node.localToScene(node.getLayoutBounds());
  }

  @Test
  void withoutAnAgentEveryPanelSaysWhatItWouldShowItself() throws Exception {
    Rollout rollout = RECORDINGS.getOrDefault("with a transformer", new MemoryRollout("", 0, 0, 1));
    Map<String, String> prompts = new LinkedHashMap<>();
    for (PanelType type : BuiltInPanels.ALL) {
      if (type.missing(rollout.manifest()).isEmpty()) {
        Map<Node, String> words =
            HeadlessToolkit.onFx(() -> {
              PanelUnderTest panel = new PanelUnderTest(type, rollout);
              panel.show(0, Moment.NO_AGENT);
              panel.work();
              Map<Node, String> shown = words(panel.scene());
              panel.close();
              return shown;
            });
        for (String text : words.values()) {
          if (text.startsWith("Select an agent")) {
            assertNull(prompts.put(text, type.id()), type.id() + " says what another panel says");
          }
        }
      }
    }
    assertTrue(prompts.containsValue("what-if"), prompts.toString());
    assertTrue(prompts.size() >= 5, prompts.toString());
  }

  /// Results of another tick or agent are dimmed until the new ones arrive.
  @TestFactory
  List<DynamicTest> anAnswerToSomethingElseDoesNotLookLikeOneToThis() {
    List<DynamicTest> tests = new ArrayList<>();
    for (PanelType type : BuiltInPanels.ALL) {
      for (String name : List.of("full", "with a transformer", "with neighbours")) {
        Rollout rollout = RECORDINGS.getOrDefault(name, new MemoryRollout("", 0, 0, 1));
        if (type.missing(rollout.manifest()).isEmpty()) {
          int agents = rollout.manifest().agents();
          int last = rollout.ticks() - 1;
          tests.add(
              DynamicTest.dynamicTest(
                  type.id() + " on " + name,
                  () -> {
                    assertEquals(List.of(), stale(type, rollout, last / 3, 0, last / 2, 0));
                    assertEquals(
                        List.of(), stale(type, rollout, last / 3, 0, last / 3, agents - 1));
                  }));
        }
      }
    }
    return tests;
  }

  /// Texts that belong to the first of two moments and not to the second, but appear undimmed at
  /// the second before its results have arrived.
  private static List<String> stale(
      PanelType type, Rollout rollout, int tick, int agent, int nextTick, int nextAgent)
      throws Exception {
    return HeadlessToolkit.onFx(() -> {
      PanelUnderTest panel = new PanelUnderTest(type, rollout);
      panel.show(tick, agent);
      panel.work();
      panel.show(tick, agent);
      panel.work();
      Map<Node, String> before = words(panel.scene());
      panel.show(nextTick, nextAgent);
      Map<Node, String> waiting = words(panel.scene());
      panel.work();
      panel.show(nextTick, nextAgent);
      panel.work();
      Map<Node, String> after = words(panel.scene());
      panel.close();
      return waiting.entrySet().stream()
          .filter(entry -> entry.getValue().equals(before.get(entry.getKey())))
          .filter(entry -> !entry.getValue().equals(after.get(entry.getKey())))
          .map(Map.Entry::getValue)
          .toList();
    });
  }

  /// The texts shown at full strength.
  private static Map<Node, String> words(Scene scene) {
    Map<Node, String> words = new LinkedHashMap<>();
    for (Node node : scene.getRoot().lookupAll(".label")) {
      if (node instanceof Label label && !label.getText().isBlank() && inFull(label)) {
        words.put(node, label.getText());
      }
    }
    return words;
  }

  private static boolean inFull(Node node) {
    for (Node at = node; at != null; at = at.getParent()) {
      if (!at.isVisible() || at.getOpacity() < 1) {
        return false;
      }
    }
    return true;
  }

  @Test
  void panelThatFailsBreaksTheContract() {
    Rollout rollout = RECORDINGS.getOrDefault("full", new MemoryRollout("", 0, 0, 1));

    assertThrows(Exception.class, () -> check(failsWithoutAnAgent(), rollout));
  }

  private static void check(PanelType type, Rollout rollout) throws Exception {
    Optional<String> missing = type.missing(rollout.manifest());
    if (missing.isPresent()) {
      assertTrue(missing.get().endsWith("."), "a sentence: " + missing.get());
      return;
    }
    int agents = rollout.manifest().agents();
    int last = Math.max(0, rollout.ticks() - 1);
    PanelUnderTest panel = HeadlessToolkit.onFx(() -> new PanelUnderTest(type, rollout));
    HeadlessToolkit.onFx(() -> {
      panel.show(0, Moment.NO_AGENT);
      panel.work();
      for (int agent = Moment.NO_AGENT; agent < agents; agent++) {
        panel.show(0, agent);
        panel.show(last, agent);
      }
      panel.applyPalette(Palette.LIGHT);
      for (int tick = 0; tick <= Math.min(last, 40); tick++) {
        panel.show(tick, tick % (agents + 1) - 1);
      }
      panel.work();
      panel.show(last, agents - 1);
      panel.close();
      return true;
    });
  }

  /// The planted fault: forgets that no agent may be selected.
  private static PanelType failsWithoutAnAgent() {
    return PlantedPanel.type(moment -> {
      int[] counts = new int[2];
      counts[moment.agent()]++;
    });
  }
}
