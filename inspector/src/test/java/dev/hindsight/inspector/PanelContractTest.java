package dev.hindsight.inspector;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.RoomRecordings;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.render.Palette;
import dev.hindsight.render.stage.Toolkit;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.foreign.InspectionSample;
import dev.hindsight.trainer.rollout.foreign.Recordings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// Every panel of the list keeps what a panel promises, on every kind of recording there is.
class PanelContractTest {
  @TempDir private static Path folder;
  private static final Map<String, Rollout> RECORDINGS = new LinkedHashMap<>();

  @BeforeAll
  static void record() throws Exception {
    Map<String, String> trials =
        Map.of("goal_behavior", "trial", "k_scenarios", "2", "scenario_length", "12");
    RECORDINGS.put("empty", new MemoryRollout("toy", 2, 0, 1));
    RECORDINGS.put(
        "empty with columns",
        new MemoryRollout("drive", 2, 0, 1)
            .with("observation", Dtype.F4, (_, _) -> 0, 2, 7)
            .with("action", Dtype.I4, (_, _) -> 0, 2));
    RECORDINGS.put(
        "without agents", new MemoryRollout("toy", 0, 3, 1).with("t", Dtype.F4, (t, _) -> t));
    RECORDINGS.put("one tick", Rollouts.open(SampleRecordings.darkRoom(folder, Map.of(), 1)));
    RECORDINGS.put(
        "full", Rollouts.open(SampleRecordings.drive(folder, "intersection-1", trials, 24)));
    RECORDINGS.put("foreign", foreign());
    RECORDINGS.put("cut off", cutOff());
    RECORDINGS.put("with a transformer", RoomRecordings.withLimbo(folder, 60));
    RECORDINGS.put(
        "with stored attention",
        foreign()
            .with("attention/layer0", Dtype.F2, (t, i) -> t == 5 ? Double.NaN : i % 4, 3, 2, 4)
            .with("attention/layer1", Dtype.F2, (_, _) -> 0, 3, 2, 5)
            .with("terminal", Dtype.BOOL, (t, _) -> t == 2 ? 1 : 0, 3)
            .with("removed", Dtype.BOOL, (t, i) -> t % 3 == i ? 1 : 0, 3));
    try {
      Path inspected = InspectionSample.write(folder.resolve("inspected"));
      RECORDINGS.put("of the inspection script", Recordings.open(inspected));
    } catch (TestAbortedException _) {
      // There is no Python here to write it with: the others are checked all the same.
      assertTrue(RECORDINGS.size() > 5);
    }
  }

  /// Columns with names this program knows, of shapes and types it does not expect, and others.
  private static MemoryRollout foreign() {
    return new MemoryRollout("martian", 3, 9, 1)
        .with("observation", Dtype.F4, (t, i) -> i == 4 ? Double.NaN : t * i, 3, 5)
        .with("action", Dtype.F4, (t, i) -> Math.sin(t + i), 3, 2)
        .with("logits", Dtype.F2, (_, i) -> i == 0 ? Double.NaN : i, 3, 4)
        .with("reward", Dtype.F8, (t, _) -> t == 3 ? Double.POSITIVE_INFINITY : -1, 3)
        .with("pose", Dtype.F4, (t, _) -> t, 7, 3)
        .with("collision", Dtype.I8, (_, _) -> 9, 2)
        .with("mood", Dtype.U1, (t, i) -> (t + i) % 5, 3, 2, 2)
        .with("weather", Dtype.BOOL, (t, _) -> t % 2);
  }

  /// The first two thirds of a finished file: whoever wrote it was killed.
  private static Rollout cutOff() throws IOException {
    byte[] whole = Files.readAllBytes(SampleRecordings.darkRoom(folder, Map.of(), 9000));
    Path part = folder.resolve("killed.rollout.part");
    Files.write(part, java.util.Arrays.copyOf(whole, whole.length * 2 / 3));
    return Rollouts.open(part);
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
      assertTrue(type.help().endsWith("."), type.help());
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

  @Test
  void panelThatFailsBreaksTheContract() {
    Rollout rollout = RECORDINGS.getOrDefault("full", foreign());

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
    PanelUnderTest panel = Toolkit.onFx(() -> new PanelUnderTest(type, rollout));
    Toolkit.onFx(() -> {
      panel.show(0, Moment.NO_AGENT);
      panel.work();
      for (int agent = Moment.NO_AGENT; agent < agents; agent++) {
        panel.show(0, agent);
        panel.show(last, agent);
      }
      panel.dress(Palette.LIGHT);
      for (int tick = 0; tick <= Math.min(last, 40); tick++) {
        panel.show(tick, tick % (agents + 1) - 1);
      }
      panel.work();
      panel.show(last, agents - 1);
      panel.close();
      return true;
    });
  }

  /// The planted fault: forgets that nobody may be selected.
  private static PanelType failsWithoutAnAgent() {
    return new PlantedPanelType(moment -> {
      int[] counts = new int[2];
      counts[moment.agent()]++;
    });
  }
}
