package dev.hindsight.trainer.fault;

import static java.util.Objects.requireNonNull;

import dev.hindsight.trainer.branch.Branches;
import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.env.excavation.maps.SiteFolder;
import dev.hindsight.trainer.record.Replay;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.TamperedRecording;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What is read together with other files, one of which comes from outside.
final class FolderTargets {
  private static final String MANIFEST = "manifest.json";
  private static final String ROOM = "folder-room.rollout";

  static final List<FuzzTarget> ALL =
      List.of(
          new FuzzTarget(
              "inspection-folder",
              () -> inspection().seeds(),
              input -> {
                Path folder = FuzzScratch.empty().resolve("x");
                inspection().write(folder, input);
                walk(folder);
              }),
          FuzzTarget.ofTextFile(
              "array-mapping",
              "x.npz.mapping.json",
              FolderTargets::mapped,
              "{\"format\": \"hindsight-mapping\", \"version\": 1, \"observations\":"
                  + " {\"observation\": \"observations\"}, \"actions\": {\"action\": \"actions\"},"
                  + " \"reward\": \"rewards\", \"terminal\": \"terminals\", \"truncation\": \"\","
                  + " \"episode\": \"\", \"pose\": \"\", \"agents\": 0}"),
          new FuzzTarget("branch-file", FolderTargets::branches, FolderTargets::branch),
          new FuzzTarget(
              "site-folder",
              () -> sites().seeds(),
              input -> {
                Path folder = FuzzScratch.empty().resolve("x");
                sites().write(folder, input);
                SiteFolder.read(folder);
              }),
          new FuzzTarget(
              "recording-replayed",
              () -> List.of(TamperedRecording.of(room()).content(MANIFEST)),
              FolderTargets::replayed));

  private FolderTargets() {}

  private static ZipMembers inspection() throws Exception {
    return new ZipMembers(PolicyTargets.resource("inspection.zip"));
  }

  private static ZipMembers sites() throws Exception {
    return new ZipMembers(PolicyTargets.resource("/dev/hindsight/assets/sites/pit-1.zip"));
  }

  private static void walk(Path place) {
    try (Rollout rollout = RecordingOpener.open(place)) {
      var _ = rollout.summary();
      rollout
          .channels()
          .forEach(channel -> {
            if (rollout.ticks() > 0 && channel.rowLength() > 0) {
              double _ = channel.value(rollout.ticks() - 1, 0);
            }
          });
    }
  }

  private static void mapped(Path mapping) throws Exception {
    Files.write(mapping.resolveSibling("x.npz"), RecordingTargets.npz().getFirst());
    walk(mapping.resolveSibling("x.npz"));
  }

  private static Path room() throws IOException {
    Path kept = FuzzScratch.held().resolve(ROOM);
    if (!Files.exists(kept)) {
      Files.move(SampleRecordings.darkRoom(FuzzScratch.held(), Map.of(), 30), kept);
    }
    return kept;
  }

  private static List<byte[]> branches() throws IOException {
    try (Rollout rollout = Rollouts.open(room())) {
      String hash = Branches.of(rollout).origin().hash();
      String head =
          "{\"format\": \"hindsight-branch\", \"version\": 1, \"id\": \"1\", \"title\": \"t\","
              + " \"of\": {\"file\": \"x.rollout\", \"hash\": \""
              + hash
              + "\"}, \"tick\": 3, \"hash\": \"00\", \"edits\": [";
      return List.of(
          FuzzTarget.utf8(
              head
                  + "{\"kind\": \"action\", \"tick\": 3, \"agent\": 0, \"do\": 3}, {\"kind\":"
                  + " \"wheel\", \"tick\": 3, \"agent\": 0, \"do\": [1, 2]}, {\"kind\": \"pose\","
                  + " \"tick\": 4, \"agent\": 0, \"x\": 1, \"y\": 2, \"heading\": 0.5}, {\"kind\":"
                  + " \"observation\", \"tick\": 4, \"agent\": 0, \"dimension\": 2, \"value\":"
                  + " 0.5}], \"score\": {\"before\": {\"ticks\": 9, \"goals\": 1, \"collisions\":"
                  + " 0, \"offroad\": 0, \"trialScores\": [0.5]}, \"after\": {\"ticks\": 9,"
                  + " \"goals\": 1, \"collisions\": 0, \"offroad\": 0, \"trialScores\": [1]}}}"),
          FuzzTarget.utf8(
              head
                  + "{\"kind\": \"ablate\", \"tick\": 3, \"agent\": 0, \"without\": [\"head 1.1\"],"
                  + " \"by\": \"mean\", \"means\": {\"1.1\": [0.5]}}, {\"kind\": \"slot\","
                  + " \"tick\": 3, \"agent\": 0, \"moment\": 1, \"how\": \"zero\"}, {\"kind\":"
                  + " \"wipe\", \"tick\": 3, \"agent\": 0}, {\"kind\": \"off\", \"tick\": 3,"
                  + " \"agent\": 0}, {\"kind\": \"checkpoint\", \"tick\": 3, \"file\": \"a\","
                  + " \"sha256\": \"b\"}]}"));
    }
  }

  /// A branch that is listed, told and saved again; one that cannot be read is only listed.
  private static void branch(byte[] input) throws IOException {
    Path recording = Files.copy(room(), FuzzScratch.empty().resolve("x.rollout"));
    Path file = recording.resolveSibling("x.branches").resolve("1.json");
    Files.createDirectories(requireNonNull(file.getParent()));
    Files.write(file, input);
    try (Rollout rollout = Rollouts.open(recording)) {
      Branches branches = Branches.of(rollout);
      branches.unreadable().forEach(problem -> requireNonNull(problem.getMessage()));
      branches
          .all()
          .forEach(branch -> {
            branch.score().ifPresent(score -> requireNonNull(score.wordsWithWarning()));
            SimulationRecipe recipe = SimulationRecipe.of(rollout);
            Edits _ = recipe.edits().and(branch.edits());
          });
    }
  }

  private static void replayed(byte[] manifest) throws IOException {
    Path file =
        TamperedRecording.of(room())
            .content(MANIFEST, manifest)
            .saveAs(FuzzScratch.empty().resolve("x.rollout"));
    try (Rollout rollout = Rollouts.open(file)) {
      var _ = new Replay(rollout).run(Progress.SILENT, new Cancellation());
    }
  }
}
