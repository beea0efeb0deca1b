package dev.hindsight.inspector.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.branch.BranchRecorder;
import dev.hindsight.trainer.branch.Branches;
import dev.hindsight.trainer.learn.RecordedPolicySource;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.DynamicTest;

/// Branches without edits: they repeat the recording, bit for bit.
final class UneditedBranches {
  /// The first tick, the last one, and one between.
  static final int TICKS_EACH = 3;

  private UneditedBranches() {}

  static List<DynamicTest> tests(List<RecordingSpec> takes, Path folder) {
    List<DynamicTest> tests = new ArrayList<>();
    for (int i = 0; i < takes.size(); i++) {
      RecordingSpec recordingSpec = takes.get(i);
      Path place = folder.resolve(String.valueOf(i));
      tests.add(dynamicTest(recordingSpec.title(), () -> check(recordingSpec, place)));
    }
    return tests;
  }

  private static void check(RecordingSpec recordingSpec, Path place) throws Exception {
    Files.createDirectories(place);
    Path file = new BenchRecorder(place).record(recordingSpec, "parent");
    Random random = new Random(recordingSpec.seed());
    try (Rollout parent = Rollouts.open(file)) {
      String hash = hash(parent);
      assertFalse(hash.isEmpty());
      int ticks = parent.ticks();
      for (int at : new int[] {0, random.nextInt(ticks), ticks - 1}) {
        Path out = place.resolve("branch-" + at + ".rollout");
        Branches branches = Branches.of(parent);
        Branch branch = branches.next("again", Optional.empty(), at, List.of());
        new BranchRecorder(
                parent,
                branches,
                branch,
                new RecordedPolicySource(new RunLedger(place.resolve("ledger.jsonl"))),
                Optional.empty(),
                out)
            .run(Progress.SILENT, new Cancellation());
        try (Rollout made = Rollouts.open(out)) {
          assertEquals(hash, hash(made), recordingSpec.title() + " at tick " + at);
        }
        Files.delete(out);
      }
    }
    Files.delete(file);
  }

  private static String hash(Rollout rollout) {
    return rollout.summary().map(Summary::hash).orElse("");
  }
}
