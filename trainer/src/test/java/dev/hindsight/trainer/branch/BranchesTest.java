package dev.hindsight.trainer.branch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryCacheFolder;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.EditWords;
import dev.hindsight.trainer.edit.ForcedAction;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The branches of a recording: how they are kept, made and found, and which are refused.
class BranchesTest {
  @TempDir Path folder;

  private static final Edit NORTH = new Edit.Action(4, 0, new ForcedAction.Joint(1));
  private static final Edit OTHER = new Edit.Action(4, 0, new ForcedAction.Joint(3));
  private static final Edit SOUTH = new Edit.Action(6, 0, new ForcedAction.Joint(3));

  @Test
  void aBranchIsReadAsItWasKept() {
    try (Rollout rollout = room(40)) {
      Branches none = Branches.of(rollout);
      Branch first = none.next("north", Optional.empty(), 4, List.of(NORTH));
      Branches one = none.keep(first);
      Branches two = one.keep(one.next("south", Optional.of("1"), 6, List.of(SOUTH)));
      Branches again = Branches.of(rollout);
      assertEquals(two, again);
      assertEquals(List.of(first), again.from(Optional.empty()));
      assertEquals(List.of(NORTH, SOUTH), again.edits(again.named("2")).all());
      assertEquals(4, again.leaves(again.named("2")));
      assertEquals(
          List.of("1", "2"), again.ancestry(again.named("2")).stream().map(Branch::id).toList());
    }
  }

  @Test
  void aRecipeTakesAboutAKilobyte() throws IOException {
    try (Rollout rollout = room(40)) {
      Branches none = Branches.of(rollout);
      BranchRecorder.RecordedBranch recordedBranch =
          making(rollout, none, none.next("north", Optional.empty(), 4, List.of(NORTH)));
      long bytes = Files.size(recordedBranch.branches().folder().resolve("1.json"));
      assertTrue(bytes < 1500, bytes + " bytes");
      assertEquals(recordedBranch.branch(), Branches.of(rollout).named("1"));
      assertEquals(Optional.of("1"), idOf(recordedBranch));
    }
  }

  /// The dark room puts an agent into the middle of a cell and keeps its heading.
  @Test
  void aBranchSaysWhereItsWorldPutAnAgent() throws IOException {
    try (Rollout rollout = room(40)) {
      Branches none = Branches.of(rollout);
      List<Edit> asked = List.of(new Edit.Pose(3, 0, 0.7f, 0.5f, 0.8f));
      String words = EditWords.of(asked, rollout.manifest(), AgentNames.of(rollout));
      BranchRecorder.RecordedBranch recorded =
          making(rollout, none, none.next(words, Optional.empty(), 3, asked));
      Branch made = recorded.branch();
      Edit.Pose done = (Edit.Pose) made.edits().getFirst();

      assertEquals(0.5f, done.x());
      assertEquals(
          EditWords.of(made.edits(), rollout.manifest(), AgentNames.of(rollout)), made.title());
      try (Rollout branch = Rollouts.open(recorded.file())) {
        Channel pose = branch.channel("pose").orElseThrow();
        assertEquals((float) pose.value(3, 0), done.x());
        assertEquals((float) pose.value(3, 2), done.heading());
      }
      Branch titled = recorded.branches().next("mine", Optional.empty(), 3, asked);
      assertEquals("mine", making(rollout, recorded.branches(), titled).branch().title());
    }
  }

  @Test
  void theManifestOfABranchHasTheseKeysInThisOrder() throws IOException {
    try (Rollout rollout = room(40)) {
      Branches none = Branches.of(rollout);
      BranchRecorder.RecordedBranch made =
          making(rollout, none, none.next("north", Optional.empty(), 4, List.of(NORTH)));
      try (Rollout branch = Rollouts.open(made.file())) {
        JsonNode key =
            Objects.requireNonNull(branch.manifest().extra().get(SimulationRecipe.BRANCH));
        BranchOrigin origin = BranchOrigin.of(rollout);
        String expected =
            """
            {"of":{"file":"%s","hash":"%s"},"path":%s,"id":"1","title":"north","tick":4,\
            "edits":[{"kind":"action","tick":4,"agent":0,"do":1}],"control":%s}\
            """
                .formatted(
                    origin.file(),
                    origin.hash(),
                    key.path("path"),
                    made.branch().score().orElseThrow().control().json());
        assertEquals(expected, key.toString());
      }
    }
  }

  private static Optional<String> idOf(BranchRecorder.RecordedBranch recordedBranch) {
    try (Rollout branch = Rollouts.open(recordedBranch.file())) {
      return BranchRecorder.idOf(branch, recordedBranch.branches());
    }
  }

  @Test
  void deletingABranchTakesItsBranchesAlong() {
    try (Rollout rollout = room(40)) {
      Branches none = Branches.of(rollout);
      Branches one = none.keep(none.next("north", Optional.empty(), 4, List.of(NORTH)));
      Branches two = one.keep(one.next("south", Optional.of("1"), 6, List.of(SOUTH)));
      Branches three = two.keep(two.next("other", Optional.empty(), 6, List.of(SOUTH)));
      assertEquals(
          List.of("3"), three.without(three.named("1")).all().stream().map(Branch::id).toList());
      Branches left = three.reread();
      assertEquals(List.of(), left.without(left.named("3")).all());
      assertFalse(Files.exists(left.folder()));
    }
  }

  @Test
  void aBranchThatAnotherProcessMadeMeanwhileIsNotReplaced() {
    try (Rollout rollout = room(40)) {
      Branches here = Branches.of(rollout);
      Branches there = Branches.of(rollout);
      there.keep(there.next("south", Optional.empty(), 6, List.of(SOUTH)));
      Branch late = here.next("north", Optional.empty(), 4, List.of(NORTH));
      Problem problem = assertThrows(Problem.class, () -> here.keep(late));
      assertTrue(problem.getMessage().contains("as number 1 meanwhile: south"));
      assertEquals("south", Branches.of(rollout).named("1").title());
    }
  }

  /// Those who number it from an older list may have read the folder again before they save it.
  @Test
  void aBranchNumberedBeforeAnotherWasMadeReplacesNeitherItNorItsRecording() throws IOException {
    try (Rollout rollout = room(40)) {
      Branches none = Branches.of(rollout);
      Branch late = none.next("north", Optional.empty(), 4, List.of(NORTH));
      BranchRecorder.RecordedBranch first =
          making(rollout, none, none.next("south", Optional.empty(), 4, List.of(SOUTH)));
      byte[] recorded = Files.readAllBytes(first.file());
      Branches reread = none.reread();
      assertThrows(Problem.class, () -> reread.keep(late));
      assertThrows(Problem.class, () -> making(rollout, reread, late));
      assertArrayEquals(recorded, Files.readAllBytes(first.file()));
      assertEquals("south", Branches.of(rollout).named("1").title());
    }
  }

  @Test
  void anotherTitleStays() {
    try (Rollout rollout = room(40)) {
      Branches none = Branches.of(rollout);
      Branches one = none.keep(none.next("north", Optional.empty(), 4, List.of(NORTH)));
      one.keep(one.named("1").titled("to the north"));
      assertEquals("to the north", Branches.of(rollout).named("1").title());
    }
  }

  /// A recording that was created again under the same name, with another result.
  @Test
  void branchesOfAnotherRecordingArePassedOverAndNamed() throws IOException {
    Path file;
    try (Rollout rollout = room(40)) {
      Branches none = Branches.of(rollout);
      none.keep(none.next("north", Optional.empty(), 4, List.of(NORTH)));
      file = rollout.file();
    }
    Path other = SampleRecordings.darkRoom(folder, Map.of(), 41);
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
    try (Rollout rollout = Rollouts.open(file)) {
      Branches branches = Branches.of(rollout);
      assertEquals(List.of(), branches.all());
      assertTrue(branches.unreadable().getFirst().what().contains("a recording other than"));
    }
  }

  /// The id of a file from elsewhere must not lead out of the folder: deleting the branch would
  /// delete another file.
  @Test
  void aBranchWhoseIdIsAPathIsPassedOverAndNamed() throws IOException {
    try (Rollout rollout = room(40)) {
      Branches one = kept(rollout, Optional.empty());
      Path recipe = one.folder().resolve("1.json");
      Path victim = Files.writeString(folder.resolve("victim.json"), "mine");
      for (String id : List.of("../victim", "/victim", "..", "", "a/b", "a\\\\b", "nul\\u0000")) {
        Files.writeString(
            one.folder().resolve("x.json"),
            Files.readString(recipe).replace("\"id\" : \"1\"", "\"id\" : \"" + id + "\""));
        Branches read = Branches.of(rollout);
        assertEquals(List.of("1"), read.all().stream().map(Branch::id).toList(), id);
        assertTrue(read.unreadable().getFirst().what().contains("not a plain name"), id);
      }
      assertTrue(Files.exists(victim));
      assertThrows(
          IllegalArgumentException.class,
          () -> new Branch("../x", "", Optional.empty(), 0, List.of(), "", Optional.empty()));
    }
  }

  @Test
  void aBranchInTheFileOfAnotherIsPassedOverAndNamed() throws IOException {
    try (Rollout rollout = room(40)) {
      Path recipe = kept(rollout, Optional.empty()).folder().resolve("1.json");
      Files.copy(recipe, recipe.resolveSibling("1 copy.json"));
      Branches read = Branches.of(rollout);
      assertEquals(1, read.all().size());
      assertTrue(read.unreadable().getFirst().remedy().contains("1.json"));
    }
  }

  @Test
  void aBranchThatIsItsOwnAncestorIsPassedOverAndNamed() throws IOException {
    try (Rollout rollout = room(40)) {
      Path recipe = kept(rollout, Optional.of("1")).folder().resolve("1.json");
      String text = Files.readString(recipe);
      Files.writeString(
          recipe.resolveSibling("2.json"),
          text.replace("\"id\" : \"1\"", "\"id\" : \"2\"")
              .replace("\"parent\" : \"1\"", "\"parent\" : \"3\""));
      Files.writeString(
          recipe.resolveSibling("3.json"),
          text.replace("\"id\" : \"1\"", "\"id\" : \"3\"")
              .replace("\"parent\" : \"1\"", "\"parent\" : \"2\""));
      Branches read = Branches.of(rollout);
      assertEquals(List.of(), read.all());
      assertEquals(3, read.unreadable().size());
    }
  }

  @Test
  void aBranchThatBeginsWhereTheRecordingHasNoTickIsRefused() throws IOException {
    try (Rollout rollout = room(40)) {
      Path recipe = kept(rollout, Optional.empty()).folder().resolve("1.json");
      String text = Files.readString(recipe);
      for (String tick : List.of("40", "2000000000", "-1")) {
        Files.writeString(recipe, text.replace("\"tick\" : 4", "\"tick\" : " + tick));
        assertThrows(
            Problem.class,
            () -> {
              Branches read = Branches.of(rollout);
              making(rollout, read, read.named("1"));
            },
            tick);
      }
    }
  }

  /// A recording that is passed on must not tell where on this machine it was made.
  @Test
  void aBranchNamesItsOriginRelativeToItself() throws IOException {
    try (Rollout rollout = room(40)) {
      Branches none = Branches.of(rollout);
      BranchRecorder.RecordedBranch made =
          making(rollout, none, none.next("north", Optional.empty(), 4, List.of(NORTH)));
      try (Rollout branch = Rollouts.open(made.file())) {
        JsonNode key =
            Objects.requireNonNull(branch.manifest().extra().get(SimulationRecipe.BRANCH));
        assertEquals(rollout.file().getFileName().toString(), key.path("path").asText());
        assertEquals(rollout.file(), Branches.around(branch).recording());
      }
    }
  }

  @Test
  void aBranchWhoseOriginIsDamagedHasTheBranchesBesideItself() throws IOException {
    Path made;
    Path origin;
    try (Rollout rollout = room(40)) {
      Branches none = Branches.of(rollout);
      origin = rollout.file();
      made = making(rollout, none, none.next("north", Optional.empty(), 4, List.of(NORTH))).file();
    }
    Files.writeString(origin, "damaged");
    try (Rollout branch = Rollouts.open(made)) {
      assertEquals(made, Branches.around(branch).recording());
    }
  }

  @Test
  void aBranchDoesNotReplaceWhatItLeaves() throws IOException {
    try (Rollout rollout = room(40)) {
      byte[] before = Files.readAllBytes(rollout.file());
      Branches none = Branches.of(rollout);
      Branch branch = none.next("north", Optional.empty(), 4, List.of(NORTH));
      BranchCase nobody = new BranchCase("darkroom", "", "", "random", Map.of(), 0);
      BranchRecorder recorder =
          new BranchRecorder(
              rollout, none, branch, nobody.policies(), Optional.empty(), rollout.file());
      assertThrows(Problem.class, () -> recorder.run(Progress.SILENT, new Cancellation()));
      assertArrayEquals(before, Files.readAllBytes(rollout.file()));
    }
  }

  private static Branches kept(Rollout rollout, Optional<String> parent) {
    return Branches.of(rollout)
        .keep(new Branch("1", "north", parent, 4, List.of(NORTH), "", Optional.empty()));
  }

  /// Bit rot, or a version that simulates differently.
  @Test
  void aBranchThatComesOutOtherwiseThanAtFirstIsRefused() throws IOException {
    try (Rollout rollout = room(40)) {
      Branches none = Branches.of(rollout);
      BranchRecorder.RecordedBranch recordedBranch =
          making(rollout, none, none.next("north", Optional.empty(), 4, List.of(NORTH)));
      Path recipe = recordedBranch.branches().folder().resolve("1.json");
      Files.writeString(recipe, Files.readString(recipe).replace("\"do\" : 1", "\"do\" : 3"));
      Branches changed = Branches.of(rollout);
      byte[] first = Files.readAllBytes(recordedBranch.file());
      Problem problem =
          assertThrows(Problem.class, () -> making(rollout, changed, changed.named("1")));
      assertTrue(
          problem.what().contains("differs from when it was first made"), problem.getMessage());
      assertArrayEquals(first, Files.readAllBytes(recordedBranch.file()));
      assertFalse(Rollouts.unfinished(recordedBranch.file()));
    }
  }

  @Test
  void onlyTheRecordingThatWasFirstMadeIsFoundInTheCache() throws IOException {
    try (TemporaryCacheFolder _ = new TemporaryCacheFolder(folder.resolve("cache"));
        Rollout rollout = room(40)) {
      Branches none = Branches.of(rollout);
      BranchRecorder.RecordedBranch north =
          making(rollout, none, none.next("north", Optional.empty(), 4, List.of(NORTH)));
      Path cached = BranchRecorder.cached(north.branches(), north.branch());
      Files.createDirectories(cached.getParent());
      Files.copy(north.file(), cached, StandardCopyOption.REPLACE_EXISTING);
      assertEquals(Optional.of(cached), BranchRecorder.found(north.branches(), north.branch()));
      Branch other = north.branches().next("other", Optional.empty(), 4, List.of(OTHER));
      Files.copy(
          making(rollout, north.branches(), other).file(),
          cached,
          StandardCopyOption.REPLACE_EXISTING);
      assertEquals(Optional.empty(), BranchRecorder.found(north.branches(), north.branch()));
      Files.writeString(cached, "damaged");
      assertEquals(Optional.empty(), BranchRecorder.found(north.branches(), north.branch()));
      Files.delete(cached);
      assertEquals(Optional.empty(), BranchRecorder.found(north.branches(), north.branch()));
    }
  }

  @Test
  void movingAnybodyWhereItCannotBeIsRefusedAndLeavesNoFile() {
    try (Rollout rollout = room(40)) {
      Branches none = Branches.of(rollout);
      for (Edit edit :
          List.of(new Edit.Pose(4, 0, 99, 0, 0), new Edit.Presence(4, 0, Edit.Presence.Way.BACK))) {
        Branch branch = none.next("no", Optional.empty(), 4, List.of(edit));
        Path out = folder.resolve("out.rollout");
        Problem problem = assertThrows(Problem.class, () -> making(rollout, none, branch));
        assertTrue(problem.getMessage().contains("agent 0"), problem.getMessage());
        assertFalse(Files.exists(out));
      }
    }
  }

  private BranchRecorder.RecordedBranch making(Rollout rollout, Branches branches, Branch branch)
      throws IOException {
    BranchCase nobody = new BranchCase("darkroom", "", "", "random", Map.of(), 0);
    Path out = folder.resolve("out.rollout");
    return new BranchRecorder(rollout, branches, branch, nobody.policies(), Optional.empty(), out)
        .run(Progress.SILENT, new Cancellation());
  }

  private Rollout room(int ticks) {
    return Rollouts.open(SampleRecordings.darkRoom(folder, Map.of(), ticks));
  }
}
