package dev.hindsight.inspector.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.hindsight.inspector.scores.ScoreChecks;
import dev.hindsight.inspector.scores.ScoreFinding;
import dev.hindsight.inspector.scores.ScoreSummary;
import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.branch.BranchRecorder;
import dev.hindsight.trainer.branch.Branches;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.ForcedAction;
import dev.hindsight.trainer.learn.RecordedPolicySource;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Whatever edits do to agents, a branch tells one story: its rows, its summary and the sheet of
/// scores agree, a trial counts even if everybody was kept out of it, and no audit fails.
class EditedBranchesTest {
  private static final int EDITS = 5;

  @TempDir private Path folder;

  private static List<RecordingSpec> parents() {
    List<RecordingSpec> all = new ArrayList<>();
    for (int seed = 1; seed <= 6; seed++) {
      for (String after : List.of("next_trial", "limbo")) {
        all.add(
            RecordingSpec.of("darkroom")
                .with("after_goal=" + after, "size=3", "trials=3")
                .ticks(75)
                .seed(seed));
      }
    }
    for (int seed = 1; seed <= 4; seed++) {
      all.add(
          RecordingSpec.of("drive")
              .on("intersection-1")
              .with("goal_behavior=trial", "k_scenarios=3", "scenario_length=20", "num_agents=3")
              .with("goal_within=10", "collision_behavior=remove", "offroad_behavior=remove")
              .ticks(65)
              .seed(seed));
      all.add(
          RecordingSpec.of("airspace")
              .with("generator=crossing", "aircraft=4", "trials=2", "steps=15")
              .with("decision_seconds=20")
              .ticks(40)
              .seed(seed));
    }
    all.add(RecordingSpec.of("spread").with("trials=3").ticks(90));
    return all;
  }

  @TestFactory
  List<DynamicTest> rowsSummaryAndSheetAgreeWhateverIsEdited() {
    List<RecordingSpec> parents = parents();
    List<DynamicTest> tests = new ArrayList<>();
    for (int i = 0; i < parents.size(); i++) {
      RecordingSpec parent = parents.get(i);
      Path place = folder.resolve(String.valueOf(i));
      tests.add(dynamicTest(i + ": " + parent.title(), () -> check(parent, place)));
    }
    return tests;
  }

  private static void check(RecordingSpec spec, Path place) throws Exception {
    Files.createDirectories(place);
    Random random = new Random(spec.seed());
    Path file = new BenchRecorder(place).record(spec, "parent");
    List<Edit> done = new ArrayList<>();
    int from = 0;
    Branches branches;
    Optional<String> parent = Optional.empty();
    try (Rollout rollout = Rollouts.open(file)) {
      branches = Branches.of(rollout);
    }
    for (int i = 0; i < EDITS && from >= 0; i++) {
      try (Rollout rollout = Rollouts.open(file)) {
        int at = tick(rollout, from, random);
        Edit edit = edit(rollout, at, random);
        done.add(edit);
        Branch branch = branches.next("edit " + i, parent, at, List.of(edit));
        BranchRecorder.RecordedBranch made =
            new BranchRecorder(
                    rollout,
                    branches,
                    branch,
                    new RecordedPolicySource(new RunLedger(place.resolve("ledger.jsonl"))),
                    Optional.empty(),
                    place.resolve("branch-" + i + ".rollout"))
                .run(Progress.SILENT, new Cancellation());
        file = made.file();
        branches = made.branches();
        parent = Optional.of(made.branch().id());
        from = at + 1 < rollout.ticks() ? at + 1 : -1;
      }
      String where = spec.title() + " " + done;
      try (Rollout rollout = Rollouts.open(file)) {
        assertAgrees(rollout, where);
      }
      AuditAllResult.of(file).assertQuiet(where);
    }
  }

  /// Often the first tick of a trial, where what the trial before left is near.
  private static int tick(Rollout rollout, int from, Random random) {
    TrialIndex trials = rollout.trials();
    int any = from + random.nextInt(Math.min(25, rollout.ticks() - from));
    int start = trials.start(trials.stretchAt(any));
    return random.nextBoolean() && start >= from ? start : any;
  }

  private static Edit edit(Rollout rollout, int tick, Random random) {
    int agent = random.nextInt(rollout.manifest().agents());
    boolean limbo = AgentColumn.of(rollout, "removed").orElseThrow().is(tick, agent);
    if (SimulationRecipe.of(rollout).create().editable().isEmpty()) {
      return new Edit.Action(tick, agent, new ForcedAction.Numbers(List.of(1f, -1f)));
    }
    if (limbo || random.nextInt(3) > 0) {
      return new Edit.Presence(tick, agent, limbo ? Edit.Presence.Way.BACK : Edit.Presence.Way.OFF);
    }
    // Where it was at another tick: there is room in every world.
    AgentColumn pose = AgentColumn.of(rollout, "pose", 3).orElseThrow();
    int other = random.nextInt(rollout.ticks());
    int there = pose.value(other, agent, 0) == Poses.OFF_MAP ? tick : other;
    return new Edit.Pose(
        tick,
        agent,
        (float) pose.value(there, agent, 0),
        (float) pose.value(there, agent, 1),
        (float) pose.value(tick, agent, 2));
  }

  private static void assertAgrees(Rollout rollout, String where) {
    ScoreSheet sheet = ScoreReader.read(rollout, Progress.SILENT, new Cancellation());
    assertEquals(
        List.of(),
        ScoreChecks.of(rollout, sheet).stream()
            .filter(found -> found.kind() != ScoreFinding.Kind.CUT_OFF)
            .toList(),
        where);
    List<Double> stored = rollout.summary().orElseThrow().trialScores();
    List<Double> means = ScoreSummary.of(List.of(sheet), Side.EGO).means();
    assertEquals(stored.size(), means.size(), where);
    for (int k = 0; k < stored.size(); k++) {
      assertEquals(stored.get(k), means.get(k), 1e-6, where + ", trial " + (k + 1));
    }
    AgentColumn ended = AgentColumn.of(rollout, "trial_ended").orElseThrow();
    long rows = 0;
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      rows += ended.any(tick) ? 1 : 0;
    }
    List<Trial> trials =
        sheet
            .places()
            .map(ScoreSheet.Place::trial)
            .filter(trial -> trial.ending().ended())
            .toList();
    assertEquals(rows, trials.size(), "trials of " + where);
    for (Trial trial : trials) {
      trial
          .agents()
          .forEach(agent -> {
            boolean reached = agent.goals() > 0;
            assertTrue(reached || agent.score() < 1 || !told(rollout), where + " " + agent);
            boolean clean =
                reached
                    && agent.events().entrySet().stream()
                        .allMatch(e -> e.getKey().equals(EventKind.GOAL) || e.getValue() == 0);
            assertTrue(!clean || agent.score() == 1, where + " " + trial.start() + " " + agent);
          });
    }
  }

  /// Whether a score is that of a goal: not the share of landmarks that are covered.
  private static boolean told(Rollout rollout) {
    return !rollout.manifest().environment().id().equals("spread");
  }
}
