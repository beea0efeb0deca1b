package dev.hindsight.trainer.env.airspace.radar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.attention.EdgeHeads;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.SketchChoice.Alternative;
import dev.hindsight.trainer.scene.SketchSettings;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Three aircraft; 0 observes 2, then 1, and its third row is empty. Two layers of two heads.
class AttentionMarksTest {
  private static final int ROWS = 3;

  private static final ObservationLayout LAYOUT =
      new ObservationLayout(
          List.of(
              new Segment("own", 0, List.of(1), List.of("speed")),
              new Segment("neighbours", 1, List.of(ROWS, 2), List.of("slot", "dx"))));

  /// By layer and head, for aircraft 0: its rows, then itself.
  private static final double[][][] WEIGHTS = {
    {{0.9, 0, 0, 0.1}, {0.8, 0.1, 0, 0.1}}, {{0.1, 0.7, 0, 0.2}, {0.3, 0.5, 0, 0.2}}
  };

  private static MemoryRollout sky() {
    double[] told = {0.5, 2, 0, 1, 0, -1, 0};
    MemoryRollout sky =
        new MemoryRollout("airspace", 3, 2, 1)
            .with(LAYOUT)
            .with("pose", Dtype.F4, (_, i) -> i % 3 == 2 ? 0 : 1000.0 * Math.floorDiv(i, 3), 3, 3)
            .with(
                "observation", Dtype.F4, (_, i) -> i < told.length ? told[i] : -1, 3, told.length);
    for (int layer = 0; layer < WEIGHTS.length; layer++) {
      double[][] heads = WEIGHTS[layer];
      sky.with(
          "edges/layer" + layer,
          Dtype.F4,
          (_, i) -> i < 8 ? heads[i / 4][i % 4] : 0,
          3,
          2,
          ROWS + 1);
    }
    return sky;
  }

  private static List<Mark.Link> links(RadarSketch sketch, int agent) {
    return sketch.at(new Moment(sky(), 1, agent), EnumSet.of(Overlay.ATTENTION)).stream()
        .filter(Mark.Link.class::isInstance)
        .map(Mark.Link.class::cast)
        .toList();
  }

  @Test
  void theMeanOfTheLastLayersHeadsIsDrawnTheStrongestLast() {
    List<Mark.Link> links = links(new RadarSketch(), 0);

    assertEquals(2, links.size());
    assertEquals(2000, links.get(0).x1(), "the row of 2 holds 0.2");
    assertEquals(0.2 / 0.6, links.get(0).weight(), 1e-6);
    assertEquals(1000, links.get(1).x1(), "the row of 1 holds 0.6");
    assertEquals(1, links.get(1).weight(), 1e-6);
  }

  @Test
  void aHeadAndALayerCanBeAskedFor() {
    List<Mark.Link> links = links(new RadarSketch(new EdgeHeads(0, 0)), 0);

    assertEquals(1, links.size());
    assertEquals(2000, links.getFirst().x1());
  }

  @Test
  void itIsTheSketchThatOffersLayersAndHeads() {
    Sketch usual = new RadarSketch();
    assertEquals(
        List.of("layer: 1 2", "head: mean 1 2"),
        usual.choices(sky()).stream()
            .map(choice ->
                choice.id()
                    + ": "
                    + choice.ways().stream().map(Alternative::id).collect(Collectors.joining(" ")))
            .toList());
    Sketch chosen = usual.choosing(new SketchSettings(Map.of("layer", "1", "head", "2")));
    assertEquals(new RadarSketch(new EdgeHeads(0, 1)), chosen);
    assertEquals(usual, usual.choosing(new SketchSettings(Map.of("fuel", "1"))));
    assertEquals(
        List.of("attention: layer 1, head 2"),
        chosen.legend(new Moment(sky(), 1, 0), EnumSet.of(Overlay.ATTENTION)));
    MemoryRollout bare = new MemoryRollout("airspace", 3, 2, 1);
    assertEquals(List.of(), usual.choices(bare));
  }

  @Test
  void sharesAreWrittenInPerCentTheHeaviestFirstSoThatItHasRoom() {
    List<String> words =
        new RadarSketch()
            .at(new Moment(sky(), 1, 0), EnumSet.of(Overlay.ATTENTION)).stream()
                .filter(Mark.Tag.class::isInstance)
                .map(mark -> ((Mark.Tag) mark).words())
                .toList();

    assertEquals(List.of("60 %", "20 %"), words);
  }

  @Test
  void nobodySelectedOrNothingRecordedMeansNoLines() {
    assertEquals(List.of(), links(new RadarSketch(), Moment.NO_AGENT));
    MemoryRollout bare =
        new MemoryRollout("airspace", 3, 2, 1)
            .with("pose", Dtype.F4, (_, i) -> i % 3 == 2 ? 0 : 1000.0 * Math.floorDiv(i, 3), 3, 3);
    assertTrue(
        new RadarSketch()
            .at(new Moment(bare, 1, 0), EnumSet.of(Overlay.ATTENTION)).stream()
                .noneMatch(Mark.Link.class::isInstance));
  }
}
