package dev.hindsight.inspector.observation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.MarkSubject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javafx.event.ActionEvent;
import javafx.scene.control.TextField;
import javafx.scene.control.TreeItem;
import javafx.scene.text.Text;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Choosing a number highlights the thing it describes; highlighting a thing marks its numbers.
class ObservationPanelTest {
  @TempDir private static Path folder;
  private static Rollout rollout;

  @BeforeAll
  static void record() throws IOException {
    rollout = Rollouts.open(SampleRecordings.drive(folder, "intersection-1", Map.of(), 12));
  }

  @AfterAll
  static void close() {
    rollout.close();
  }

  @SuppressWarnings("unchecked")
  private static LiveTree<ObservationPart> tree(PanelUnderTest panel) {
    return panel.find("observation", LiveTree.class);
  }

  private static TreeItem<ObservationPart> find(
      TreeItem<ObservationPart> root, String name, int nth) {
    return root.getChildren().stream()
        .filter(item -> item.getValue().name().equals(name))
        .skip(nth)
        .findFirst()
        .orElseThrow();
  }

  private static PanelUnderTest open() throws Exception {
    return HeadlessToolkit.onFx(() -> {
      PanelUnderTest panel = new PanelUnderTest("observation", rollout);
      panel.show(3, 0);
      return panel;
    });
  }

  @Test
  void choosingThePositionOfAPartnerPointsAtTheVehicle() throws Exception {
    PanelUnderTest panel = open();
    Set<MarkSubject> pointed =
        HeadlessToolkit.onFx(() -> {
          TreeItem<ObservationPart> partners = find(tree(panel).getRoot(), "partners", 0);
          partners.setExpanded(true);
          TreeItem<ObservationPart> row = find(partners, "[0]", 0);
          row.setExpanded(true);
          tree(panel).getSelectionModel().select(find(row, "rel_x", 0));
          return panel.pointed().getLast();
        });

    assertTrue(pointed.contains(new MarkSubject("partners", 0)));
    assertTrue(
        pointed.stream().anyMatch(s -> s.kind().equals(MarkSubject.AGENT)), pointed::toString);
  }

  @Test
  void theFirstColumnHasRoomForTheNamesOfSegments() throws Exception {
    String name = "landmarks/nearest";
    Rollout rollout =
        new MemoryRollout("toy", 1, 2, 1)
            .with(
                new ObservationLayout(
                    List.of(new ObservationLayout.Segment(name, 0, List.of(2), List.of("x", "y")))))
            .with("observation", Dtype.F4, (_, i) -> i + 1, 1, 2);
    double[] widths =
        HeadlessToolkit.onFx(() -> {
          PanelUnderTest panel = new PanelUnderTest("observation", rollout);
          panel.show(0, 0);
          return new double[] {
            tree(panel).getColumns().getFirst().getWidth(), new Text(name).prefWidth(-1)
          };
        });
    assertTrue(widths[0] > widths[1] + 30, widths[0] + " for " + widths[1]);
  }

  @Test
  void theColumnOfFlagsHasRoomForWhatIsNotFinite() throws Exception {
    Rollout rollout =
        new MemoryRollout("toy", 1, 2, 1)
            .with(
                new ObservationLayout(
                    List.of(new ObservationLayout.Segment("far", 0, List.of(27), List.of()))))
            .with("observation", Dtype.F4, (_, _) -> Double.NaN, 1, 27);
    List<String> cut =
        HeadlessToolkit.onFx(() -> {
          PanelUnderTest panel = new PanelUnderTest("observation", rollout);
          panel.show(0, 0);
          double room =
              tree(panel).getColumns().stream()
                  .filter(column -> column.getText().equals("Flags"))
                  .findFirst()
                  .orElseThrow()
                  .getWidth();
          return Stream.of("⚠ 27 not finite", "in limbo: meaningless", "⚠ off the map")
              .filter(words -> new Text(words).prefWidth(-1) + 20 > room)
              .toList();
        });
    assertEquals(List.of(), cut);
  }

  @Test
  void anotherNumberIsProposedForWhatIsChosen() throws Exception {
    PanelUnderTest panel = open();
    HeadlessToolkit.onFx(() -> {
      TextField value = panel.find("observation.value", TextField.class);
      assertFalse(value.getParent().isVisible(), "nothing is chosen yet");
      TreeItem<ObservationPart> ego = tree(panel).getRoot().getChildren().getFirst();
      TreeItem<ObservationPart> second = ego.getChildren().get(1);
      tree(panel).getSelectionModel().select(second);
      panel.show(3, 0);
      assertTrue(value.getParent().isVisible());
      value.setText("0.x5");
      value.fireEvent(new ActionEvent());
      assertEquals(List.of(), panel.proposed(), "that is no number");
      value.setText("1e999");
      value.fireEvent(new ActionEvent());
      assertEquals(List.of(), panel.proposed(), "nor is that: it is infinite");
      value.setText("0.25");
      value.fireEvent(new ActionEvent());
      assertEquals(
          List.of(new Edit.ObservedNumber(3, 0, second.getValue().from(), 0.25f)),
          panel.proposed());
      return true;
    });
  }

  @Test
  void pointingAtTheGoalMarksItsTwoNumbersOnly() throws Exception {
    PanelUnderTest panel = open();
    var marked =
        HeadlessToolkit.onFx(() -> {
          panel.point(Set.of(MarkSubject.goal(0)));
          TreeItem<ObservationPart> ego = find(tree(panel).getRoot(), "ego", 0);
          return ego.getChildren().stream()
              .map(item -> tree(panel).getColumns().getFirst().getCellData(item))
              .map(ObservationPart.class::cast)
              .filter(observationPart ->
                  ObservationReading.at(new Moment(rollout, 3, 0))
                      .sources()
                      .filledBy(Set.of(MarkSubject.goal(0)))
                      .get(observationPart.from()))
              .map(ObservationPart::name)
              .toList();
        });

    assertEquals(java.util.List.of("goal_x", "goal_y"), marked);
  }

  @Test
  void numbersAreDecodedWithTheUnitsOfTheManifest() {
    Moment moment = new Moment(rollout, 3, 0);
    ObservationReading observationReading = ObservationReading.at(moment);
    var layout = rollout.manifest().observation();
    ObservationPart ego = ObservationPart.segments(layout, layout.size()).getFirst();
    ObservationPart goalX = ego.parts(layout.segments().getFirst()).getFirst();
    double raw = rollout.channel("observation").orElseThrow().value(3, 0);

    assertEquals(
        Optional.of(raw * 200),
        Optional.of(observationReading.meaning(goalX))
            .map(words -> words.replace(" m ahead", ""))
            .map(Double::parseDouble)
            .map(metres -> Math.abs(metres - raw * 200) < 6e-4 ? raw * 200 : metres));
  }
}
