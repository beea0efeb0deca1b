package dev.hindsight.trainer.env.drive.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.ObservationSources;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Tone;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// From a number of the observation to the thing on the map and back, on observations written by
/// the simulator. The check does not use the order in which bodies are observed: it checks that
/// each source is where the number says.
class DriveSourcesTest {
  private static final int TICKS = 90;
  private static final double AGREE = 1e-4;

  @TempDir private static Path folder;
  private static Rollout rollout;

  @BeforeAll
  static void record() throws IOException {
    Map<String, String> trials =
        Map.of("goal_behavior", "trial", "k_scenarios", "2", "scenario_length", "60");
    rollout = Rollouts.open(SampleRecordings.drive(folder, "intersection-1", trials, TICKS));
  }

  @AfterAll
  static void close() {
    rollout.close();
  }

  private static Segment segment(String name) {
    return rollout.manifest().observation().segments().stream()
        .filter(s -> s.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static float[] observation(int tick, int agent) {
    int size = rollout.manifest().observation().size();
    float[] seen = new float[size];
    Channel channel = rollout.channel("observation").orElseThrow();
    channel.read(tick, agent * size, seen, size);
    return seen;
  }

  private static Poses.Pose pose(MarkSubject markSubject, int tick) {
    String channel = markSubject.kind().equals(MarkSubject.AGENT) ? "pose" : "other_pose";
    return Poses.of(rollout, channel).orElseThrow().at(tick, markSubject.index());
  }

  /// Where a thing is in the frame of the agent, in the observation's numbers.
  private static double[] seenFrom(Poses.Pose ego, double x, double y) {
    double dx = x - ego.x();
    double dy = y - ego.y();
    double c = Math.cos(ego.heading());
    double s = Math.sin(ego.heading());
    return new double[] {(c * dx + s * dy) * 0.02, (c * dy - s * dx) * 0.02};
  }

  private static List<MarkSubject> bodies(Set<MarkSubject> subjects) {
    return subjects.stream()
        .filter(s -> s.kind().equals(MarkSubject.AGENT) || s.kind().equals(MarkSubject.OTHER))
        .toList();
  }

  @Test
  void everyPartnerRowLeadsToTheBodyThatIsWhereTheRowSaysAndBack() {
    Segment partners = segment(DriveLayout.PARTNERS);
    int agents = rollout.manifest().agents();
    int rows = 0;
    for (int tick = 0; tick < TICKS; tick += 7) {
      for (int agent = 0; agent < agents; agent++) {
        float[] seen = observation(tick, agent);
        ObservationSources observationSources =
            new DriveSketch().sources(new Moment(rollout, tick, agent));
        for (int row = 0; row < partners.rows(); row++) {
          int at = partners.offset() + row * partners.features();
          boolean filled = seen[at + 2] != 0;
          List<MarkSubject> bodies = bodies(observationSources.of(at));
          assertEquals(filled ? 1 : 0, bodies.size(), "tick " + tick + " row " + row);
          if (filled) {
            rows++;
            Poses.Pose body = pose(bodies.getFirst(), tick);
            double[] expected = seenFrom(pose(MarkSubject.agent(agent), tick), body.x(), body.y());
            assertEquals(expected[0], seen[at], AGREE);
            assertEquals(expected[1], seen[at + 1], AGREE);
            BitSet back = observationSources.filledBy(Set.of(bodies.getFirst()));
            assertEquals(at, back.nextSetBit(0));
            assertEquals(partners.features(), back.cardinality());
          }
        }
      }
    }
    assertTrue(rows > 100, "only " + rows + " partners were seen");
  }

  @Test
  void rowThatTellsOfSomewhereElseLeadsToNobody() {
    // The planted fault: with another agent's observation, the rows do not agree with the bodies.
    Moment first = new Moment(rollout, 10, 0);
    ObservationSources right = new DriveSketch().sources(first);
    ObservationSources planted =
        new DriveSketch().sources(new Moment(new ShiftedObservation(rollout), 10, 0));

    assertTrue(right.all().stream().anyMatch(s -> isBody(s.subject(), 0)));
    assertTrue(planted.all().stream().noneMatch(s -> isBody(s.subject(), 0)));
  }

  private static boolean isBody(MarkSubject markSubject, int ego) {
    return bodies(Set.of(markSubject)).size() == 1 && !markSubject.equals(MarkSubject.agent(ego));
  }

  @Test
  void everyRoadRowLeadsToAPolylineWithAPieceThere() {
    Segment roads = segment(DriveLayout.ROADS);
    int rows = 0;
    float[] seen = observation(5, 1);
    Moment moment = new Moment(rollout, 5, 1);
    ObservationSources observationSources = new DriveSketch().sources(moment);
    for (int row = 0; row < roads.rows(); row++) {
      int at = roads.offset() + row * roads.features();
      Set<MarkSubject> subjects = observationSources.of(at);
      boolean filled = seen[at + 3] != 0;
      assertEquals(
          filled, subjects.stream().anyMatch(s -> s.kind().equals(MarkSubject.ROAD)), "row " + row);
      assertTrue(subjects.contains(new MarkSubject(DriveLayout.ROADS, row)));
      rows += filled ? 1 : 0;
    }
    assertTrue(rows > 20, "only " + rows + " pieces of road were seen");
  }

  @Test
  void goalFillsItsTwoNumbersAndNoOthers() {
    Moment moment = new Moment(rollout, 20, 2);
    BitSet filled = new DriveSketch().sources(moment).filledBy(Set.of(MarkSubject.goal(2)));
    BitSet expected = new BitSet();
    expected.set(0, 2);

    assertEquals(expected, filled);
  }

  @Test
  void pointingAtAPartnerRowRingsTheVehicleItCameFrom() {
    Moment moment = new Moment(rollout, 10, 0);
    ObservationSources observationSources = new DriveSketch().sources(moment);
    Segment partners = segment(DriveLayout.PARTNERS);
    MarkSubject body = bodies(observationSources.of(partners.offset())).getFirst();
    Poses.Pose pose = pose(body, 10);

    List<Mark> marks =
        new DriveSketch().pointed(moment, Set.of(new MarkSubject(DriveLayout.PARTNERS, 0)));

    assertTrue(
        marks.stream()
            .anyMatch(mark ->
                mark instanceof Mark.Disc ring
                    && ring.tone() == Tone.POINTED
                    && ring.x() == pose.x()
                    && ring.y() == pose.y()),
        "no ring about " + body);
  }

  @Test
  void eyesShowWhatTheObservationHoldsAndNothingElse() {
    Moment moment = new Moment(rollout, 10, 0);
    float[] seen = observation(10, 0);
    Segment partners = segment(DriveLayout.PARTNERS);
    int expected = 0;
    for (int row = 0; row < partners.rows(); row++) {
      expected += seen[partners.offset() + row * partners.features() + 2] != 0 ? 1 : 0;
    }

    List<Mark> marks = new DriveEgoSketch().at(moment, Set.of());

    long drawn =
        marks.stream()
            .filter(m -> m instanceof Mark.Box && m.subject().kind().equals(DriveLayout.PARTNERS))
            .count();
    assertEquals(expected, drawn);
    ObservationLayout layout = rollout.manifest().observation();
    assertEquals(layout.segments().size(), 3);
    assertTrue(
        marks.stream().noneMatch(m -> m.subject().kind().equals(MarkSubject.OTHER)),
        "something was drawn that no observation holds");
  }
}
