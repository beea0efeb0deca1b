package dev.hindsight.trainer.env.airspace.radar;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.LengthUnit;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Tone;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Six aircraft: 0 and 1 will meet, 2 and 3 have lost separation, 4 is alone and climbs, 5 has
/// left.
class RadarSketchTest {
  private static final Set<Overlay> ALL = EnumSet.allOf(Overlay.class);
  private static final int AIRCRAFT = 6;
  private static final int TICKS = 20;
  private static final float MILE = 1852;
  private static final float[] X = {-10, 10, 0, 3, -20, 25};
  private static final RadarSketch SKETCH = new RadarSketch();

  private static final List<String> CHANNELS =
      List.of(
          "pose",
          "altitude",
          "vertical_speed",
          "tas",
          "conflict",
          "loss",
          "conflict_pairs",
          "goal",
          "removed");

  /// @param without left out, though it may be looked for
  private static MemoryRollout sky(String without) {
    MemoryRollout sky = new MemoryRollout("airspace", AIRCRAFT, TICKS, 1);
    for (String name : CHANNELS) {
      if (!name.equals(without)) {
        add(name, sky);
      }
    }
    byte[] names = new byte[8 * AIRCRAFT];
    for (int i = 0; i < AIRCRAFT; i++) {
      byte[] one = ("KL10" + i).getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(one, 0, names, 8 * i, one.length);
    }
    return sky.with(
            "callsign", new NpyArray(Dtype.U1, new int[] {AIRCRAFT, 8}, ByteBuffer.wrap(names)))
        .with("sector", NpyArray.of(new double[] {52, 4, 40 * MILE}, 3))
        .with("zone", NpyArray.of(new float[] {5 * MILE, 304.8f, 300}, 3));
  }

  private static void add(String name, MemoryRollout sky) {
    switch (name) {
      case "pose" ->
          sky.with(
              name,
              Dtype.F4,
              (tick, i) -> {
                int body = i / 3;
                boolean gone = body == 5 && tick >= 10;
                return switch (i % 3) {
                  case 0 -> gone ? -10_000 : X[body] * MILE + (body == 1 ? -1 : 1) * 1000 * tick;
                  case 1 -> gone ? -10_000 : body * MILE;
                  default -> body == 1 ? Math.PI : 0;
                };
              },
              AIRCRAFT,
              3);
      case "altitude" -> sky.with(name, Dtype.F4, (_, i) -> 10058.4 + 30.48 * i, AIRCRAFT);
      case "vertical_speed" -> sky.with(name, Dtype.F4, (_, i) -> i == 4 ? 7.62 : 0, AIRCRAFT);
      case "tas" -> sky.with(name, Dtype.F4, (_, _) -> 200, AIRCRAFT);
      case "conflict" -> sky.with(name, Dtype.U1, (_, i) -> i < 2 ? 1 : 0, AIRCRAFT);
      case "loss" -> sky.with(name, Dtype.U1, (_, i) -> i == 2 || i == 3 ? 1 : 0, AIRCRAFT);
      case "conflict_pairs" -> {
        double[] pairs = {2, 3, 0, 500, 1, 0, 1, 83.7, 1000, 0, -1, -1, 0, 0, 0};
        sky.with(name, Dtype.F4, (_, i) -> pairs[i], 3, 5);
      }
      case "goal" -> sky.with(name, Dtype.F4, (_, i) -> i % 2 == 0 ? 39 * MILE : 0, AIRCRAFT, 2);
      default -> sky.with(name, Dtype.BOOL, (tick, i) -> i == 5 && tick >= 10 ? 1 : 0, AIRCRAFT);
    }
  }

  private static List<Mark> at(Rollout rollout, int tick, int agent) {
    return SKETCH.at(new Moment(rollout, tick, agent), ALL);
  }

  private static Mark.Box body(List<Mark> marks, int agent) {
    return marks.stream()
        .filter(Mark.Box.class::isInstance)
        .map(Mark.Box.class::cast)
        .filter(box -> box.subject().equals(MarkSubject.agent(agent)))
        .findFirst()
        .orElseThrow();
  }

  private static <M extends Mark> List<M> all(List<Mark> marks, Class<M> kind) {
    return marks.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private static List<String> label(List<Mark> marks, int agent) {
    return all(marks, Mark.Label.class).stream()
        .filter(label -> label.subject().equals(MarkSubject.agent(agent)))
        .findFirst()
        .orElseThrow()
        .lines();
  }

  @Test
  void placesToGoByAreRingsAndTheSelectedOnesAreJoined() {
    float[] places = {0, 1000, 2000, 0, 3000, 4000, 1, 5000, 6000, 5, 7000, 8000};
    MemoryRollout sky = sky("").with("waypoint", NpyArray.of(places, 4, 3));
    List<Mark> marks = SKETCH.at(new Moment(sky, 12, 0), EnumSet.of(Overlay.GOALS));

    assertEquals(
        List.of(1000f, 3000f, 5000f),
        marks.stream()
            .filter(mark -> mark instanceof Mark.Disc disc && disc.fill() == Mark.Fill.HOLLOW)
            .map(mark -> ((Mark.Disc) mark).x())
            .filter(x -> x > 0 && x < 10_000)
            .toList(),
        "none of who has left");
    assertTrue(
        marks.stream()
            .anyMatch(mark ->
                mark instanceof Mark.Polyline line
                    && Arrays.equals(new float[] {1000, 2000, 3000, 4000}, line.xy())));
  }

  @Test
  void everyStateHasItsTone() {
    List<Mark> marks = at(sky(""), 12, 4);

    List<Tone> tones = new ArrayList<>();
    for (int agent = 0; agent < AIRCRAFT; agent++) {
      tones.add(body(marks, agent).tone());
    }
    assertEquals(
        List.of(Tone.CONFLICT, Tone.CONFLICT, Tone.LOSS, Tone.LOSS, Tone.AGENT, Tone.LIMBO), tones);
    assertEquals(Mark.Fill.HOLLOW, body(marks, 5).fill());
    assertEquals(
        X[5] * MILE + 9000, body(marks, 5).x(), 1e-3, "who left stands where it was last seen");
  }

  @Test
  void labelsTellCallsignLevelClimbAndKnots() {
    List<Mark> marks = at(sky(""), 12, Moment.NO_AGENT);

    assertEquals(List.of("KL104", "334↑ 389"), label(marks, 4));
    assertEquals(List.of("KL101", "331 389"), label(marks, 1));
    assertEquals(5, all(marks, Mark.Label.class).size(), "who is gone has none");
  }

  @Test
  void whoIsInTroubleHasItsLabelPutFirstButForTheSelected() {
    List<Integer> order =
        all(at(sky(""), 3, 4), Mark.Label.class).stream().map(l -> l.subject().index()).toList();

    assertEquals(List.of(4, 2, 3, 0, 1, 5), order);
  }

  @Test
  void labelsRememberWhereTheirBodyWasForSomeTicks() {
    Rollout sky = sky("");
    List<Float> before =
        all(at(sky, 8, 0), Mark.Label.class).stream().map(Mark.Label::steadyX).toList();
    List<Float> after =
        all(at(sky, 9, 0), Mark.Label.class).stream().map(Mark.Label::steadyX).toList();

    assertEquals(before, after);
    assertFalse(
        before.equals(
            all(at(sky, 16, 0), Mark.Label.class).stream().map(Mark.Label::steadyX).toList()));
  }

  @Test
  void conflictsTellTheTimeAndLossesTheDistance() {
    List<String> words =
        all(at(sky(""), 0, Moment.NO_AGENT), Mark.Tag.class).stream().map(Mark.Tag::words).toList();

    assertEquals(List.of("3.2 NM", "1:23"), words, "the most urgent one chooses its place first");
  }

  @Test
  void onlyWhoIsInTroubleHasAZone() {
    List<Mark> marks =
        SKETCH.at(new Moment(sky(""), 0, Moment.NO_AGENT), EnumSet.of(Overlay.ZONES));
    List<Mark.Disc> rings =
        all(marks, Mark.Disc.class).stream().filter(d -> d.fill() == Mark.Fill.HOLLOW).toList();

    assertEquals(4, rings.size());
    assertTrue(rings.stream().allMatch(ring -> ring.radius() == 5 * MILE));
  }

  @Test
  void aTrackVectorIsAMinuteLong() {
    List<Mark> marks =
        SKETCH.at(new Moment(sky(""), 0, Moment.NO_AGENT), EnumSet.of(Overlay.VECTORS));
    Mark.Polyline vector =
        all(marks, Mark.Polyline.class).stream()
            .filter(line -> line.subject().equals(MarkSubject.agent(1)))
            .findFirst()
            .orElseThrow();

    assertEquals(-12_000, vector.xy()[2] - vector.xy()[0], 0.5, "1 flies west at 200 m/s");
  }

  @Test
  void pointingTellsWhatAControllerWouldSay() {
    Moment moment = new Moment(sky(""), 0, Moment.NO_AGENT);

    assertEquals(
        "KL100 · agent 0 · FL330 · 389 kt · 090° · conflict with KL101 in 1:23",
        SKETCH.describe(moment, MarkSubject.agent(0)));
    assertEquals(
        "KL104 · agent 4 · FL334↑ · +1500 ft/min · 389 kt · 090°",
        SKETCH.describe(moment, MarkSubject.agent(4)));
    assertEquals("exit of KL102", SKETCH.describe(moment, MarkSubject.goal(2)));
  }

  @Test
  void whoDoesNotSeeThePictureIsToldIt() {
    assertEquals(
        "Tick 12: 6 aircraft, 2 too close to another, 2 in conflict, 1 gone, none selected.",
        SKETCH.narrate(new Moment(sky(""), 12, Moment.NO_AGENT)));
    assertEquals(
        "Tick 0: KL102, agent 2, FL332, 389 kt, 090°, too close to KL103.",
        SKETCH.narrate(new Moment(sky(""), 0, 2)));
  }

  @Test
  void theScaleIsInNauticalMiles() {
    assertEquals(LengthUnit.NAUTICAL_MILES, SKETCH.backdrop(sky("")).unit());
  }

  @Test
  void whateverIsMissingTheRestIsDrawn() {
    for (String missing : CHANNELS) {
      Rollout sky = sky(missing);
      for (int agent : new int[] {Moment.NO_AGENT, 0, 5}) {
        List<Mark> marks = assertDoesNotThrow(() -> at(sky, 12, agent), () -> "without " + missing);
        boolean drawn = missing.equals("pose") || !all(marks, Mark.Box.class).isEmpty();
        assertTrue(drawn && !marks.isEmpty(), () -> "without " + missing);
        assertDoesNotThrow(() -> SKETCH.describe(new Moment(sky, 12, 0), MarkSubject.agent(0)));
        assertDoesNotThrow(() -> SKETCH.backdrop(sky));
        assertDoesNotThrow(() -> SKETCH.sources(new Moment(sky, 12, agent)));
      }
    }
  }

  @Test
  void withoutNamesLabelsHaveNumbersAndWithoutMeasuresNothingElse() {
    MemoryRollout two =
        new MemoryRollout("airspace", 2, 3, 1)
            .with("pose", Dtype.F4, (_, i) -> i % 3 == 2 ? 0 : 1000 * i, 2, 3);

    assertEquals(List.of("1"), label(at(two, 1, Moment.NO_AGENT), 1));
  }

  @Test
  void pairsOfBodiesThatAreNotThereAreLeftOut() {
    MemoryRollout two =
        new MemoryRollout("airspace", 2, 3, 1)
            .with("pose", Dtype.F4, (_, i) -> i % 3 == 2 ? 0 : 1000 * i, 2, 3)
            .with("conflict_pairs", Dtype.F4, (_, i) -> i == 1 ? 7 : i == 4 ? 1 : 0, 1, 5);

    assertEquals(Tone.AGENT, body(at(two, 1, Moment.NO_AGENT), 0).tone());
  }

  @Test
  void anEmptyRecordingSaysSo() {
    MemoryRollout none = new MemoryRollout("airspace", 2, 0, 1);
    none.with("pose", Dtype.F4, (_, _) -> 0, 2, 3);

    assertEquals(1, all(at(none, 0, 0), Mark.Text.class).size());
  }
}
