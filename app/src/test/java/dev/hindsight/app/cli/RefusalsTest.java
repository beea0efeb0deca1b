package dev.hindsight.app.cli;

import static dev.hindsight.app.cli.CapturedCommand.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.SyntheticRecording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What commands say of input that holds nothing for them.
class RefusalsTest {
  private static final Path PROGRAMS =
      Path.of(System.getProperty("hindsight.root", ".."))
          .resolve("trainer/src/test/resources/dev/hindsight/trainer/policy/program");

  @TempDir private Path folder;

  private String room(String ticks) {
    Path file = folder.resolve("room.rollout");
    CapturedCommand run =
        CapturedCommand.of(
            "record", "--env", "darkroom", "--ticks", ticks, "--out", file.toString());
    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("trial 1 / 4"), run.out());
    return file.toString();
  }

  @Test
  void aFileThatIsMissingIsNotOneWithoutTensors() {
    refused("there is no such file", "tensors", folder.resolve("no.pt").toString());
    refused("it is not a file of tensors", "tensors", PROGRAMS.resolve("darkroom.onnx").toString());
  }

  @Test
  void aLogWithoutMetricsBecomesNoRun() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty.csv"));
    refused("it logs nothing", "runs", "import", "--look", empty.toString());
  }

  @Test
  void aRecordingThatStopsNamesAllTrialsOfItsEpisodeAndAPoseOfNoNumberIsRefused() {
    refused("use finite numbers", "branch", room("20"), "--at", "3", "--pose", "0=NaN,1,1");
  }

  @Test
  void aRecordingIsNoPolicy() {
    String recording = room("20");
    refused("it is a recording, not a policy", "policy", recording);
    refused("it is a recording, not a policy", "tensors", recording);
    String out = folder.resolve("out.rollout").toString();
    refused(
        "it is a recording, not a policy",
        "record",
        "--env",
        "darkroom",
        "--checkpoint",
        recording,
        "--out",
        out);
  }

  @Test
  void aFilmNeedsAnEnding() {
    refused("no ending", "film", room("20"), "--out", folder.resolve("film").toString());
  }

  @Test
  void aFilmRefusesOptionsOfWhichItWouldIgnoreOne() {
    String room = room("20");
    String out = folder.resolve("film.mp4").toString();
    String[][] lines = {
      {"--whole-map --follow: ", "--whole-map", "--follow", "0"},
      {"--whole-map --heading-up: ", "--whole-map", "--heading-up"},
      {"--heading-up: no agent is followed", "--heading-up"},
      {"--side-by-side --ghosts: ", room, "--ghosts", "--side-by-side"},
      {"--ghosts: there is only one", "--ghosts"},
      {"--align: there is only one", "--align", "trial"},
      {"--arrangement --ghosts: ", room, "--arrangement", "Compare", "--ghosts"},
      {"--arrangement --align: ", room, "--arrangement", "Compare", "--align", "trial"},
    };
    for (String[] line : lines) {
      List<String> all = new ArrayList<>(List.of("film", room, "--out", out));
      all.addAll(List.of(line).subList(1, line.length));
      refused(line[0], all.toArray(String[]::new));
    }
    assertFalse(Files.exists(Path.of(out)));
  }

  @Test
  void anOptionIsRefusedWhereTheFormatOrTheQuestionHasNoUseForIt() throws IOException {
    String room = room("20");
    for (String name : List.of("x.mcap", "x.npz", "x.csv")) {
      String out = folder.resolve(name).toString();
      refused("--agent: this format", "export", room, "--out", out, "--agent", "0");
      refused("--bookmarked: this format", "export", room, "--out", out, "--bookmarked");
      assertFalse(Files.exists(Path.of(out)));
    }
    String about = "the condition is about no agent";
    refused(about, "find", room, "--when", "tick > 3", "--agent", "0");
    Path cases = Files.writeString(folder.resolve("cases.json"), "{}");
    String[] moments = {"moments", room, "--by", "surprise", "--checkpoint", "darkroom-5x5"};
    refused("only disagreement compares checkpoints", moments);
    refused(
        "the JSON result has no table to sort",
        "evaluate",
        "--env",
        "darkroom",
        "--checkpoint",
        "darkroom-5x5",
        "--sort",
        "score",
        "--json");
    refused("a file of cases has no ticks", "groups", cases.toString(), "--tick", "3");
    refused("its pictures offer no head=1", "bench", "film", room, "--look", "head=1");
  }

  @Test
  void aCheckpointIsRefusedWhereNothingReadsIt() {
    String room = room("20");
    String none =
        "--checkpoint: none of these audits reads a checkpoint - leave it out, or add one" + " of ";
    refused(none, "audit", "finite,integrity", room, "--checkpoint", "darkroom-5x5");
    assertEquals(
        0,
        CapturedCommand.of("audit", "finite", "limbo", room, "--checkpoint", "darkroom-5x5")
            .exitCode());
    String unused =
        "--checkpoint: the condition needs no checkpoint - leave it out, or write a"
            + " condition with one of entropy, limbo_mass";
    refused(unused, "find", room, "--when", "tick > 3", "--checkpoint", "/nowhere.pt");
  }

  /// Its agents have a place but no heading: the map would lie on its side.
  @Test
  void noMapIsTurnedByAgentsWithoutHeadingAndNoneFollowsAgentsWithoutPlace() throws IOException {
    String room = SyntheticRecording.write(folder.resolve("places.rollout"), 2, 20).toString();
    String png = folder.resolve("x.png").toString();
    String gif = folder.resolve("x.gif").toString();
    String still = "--heading-up: the recording's agents have no heading - leave it out";
    refused(still, "frame", room, "--tick", "1", "--heading-up", "--out", png);
    refused(still, "film", room, "--follow", "0", "--heading-up", "--out", gif);
    Path numbers = SyntheticRecording.write(folder.resolve("numbers.rollout"), 2, 20, "place");
    String nowhere = "--follow: the recording has no positions of its agents - leave it out";
    for (String out : List.of(png, gif)) {
      List<String> line = new ArrayList<>(List.of("film", numbers.toString(), "--out", out));
      if (out.equals(png)) {
        line.set(0, "frame");
        line.addAll(List.of("--tick", "0"));
      }
      line.addAll(List.of("--follow", "0"));
      refused(nowhere, line.toArray(String[]::new));
      assertFalse(Files.exists(Path.of(out)));
    }
  }

  @Test
  void aSettingIsRefusedThatAnotherOptionDecides() {
    String[] train = {"train", "--env", "darkroom", "--workers", "2", "--set", "fleet_workers=1"};
    refused("--set fleet_workers: --workers decides it", train);
    train[train.length - 1] = "ppo.fleet_workers=1";
    refused("--set ppo.fleet_workers: --workers decides it", train);
    refused("--workers decides it", "fleet", "chaos", "--set", "fleet_workers=1");
    refused("--workers decides it", "fleet", "simulate", "--set", "fleet_workers=1");
    String set = "fleet_bind=127.0.0.1:9";
    String[] learner = {"fleet", "learner", "--env", "darkroom", "--bind", "127.0.0.1:8"};
    List<String> line = new ArrayList<>(List.of(learner));
    line.addAll(List.of("--set", set));
    refused("--set fleet_bind: --bind decides it", line.toArray(String[]::new));
  }

  @Test
  void aFrameFollowsTheAgentThatIsNamedOrTheSelectedOne() throws IOException {
    Path file = folder.resolve("spread.rollout");
    CapturedCommand run =
        CapturedCommand.of("record", "--env", "spread", "--ticks", "9", "--out", file.toString());
    assertEquals(0, run.exitCode(), run.err());
    byte[] second = frame("--agent", "1", "--follow", file.toString());
    assertArrayEquals(second, frame(file.toString(), "--follow", "1"));
    assertArrayEquals(second, frame(file.toString(), "--follow", "1", "--agent", "1"));
    assertFalse(Arrays.equals(second, frame("--follow", file.toString())));
    assertFalse(Arrays.equals(second, frame(file.toString(), "--agent", "1", "--follow", "2")));
  }

  private byte[] frame(String... options) throws IOException {
    Path out = folder.resolve("x.png");
    List<String> line = new ArrayList<>(List.of("frame", "--tick", "4", "--out", out.toString()));
    line.addAll(List.of(options));
    CapturedCommand run = CapturedCommand.of(line.toArray(String[]::new));
    assertEquals(0, run.exitCode(), run.err());
    return Files.readAllBytes(out);
  }

  @Test
  void aSettingThatIsNamedWithItsPrefixAndWithoutIsNamedTwice() {
    for (List<String> pair :
        List.of(
            List.of("ppo.gamma", "gamma"),
            List.of("gamma", "ppo.gamma"),
            List.of("size", "env.size"))) {
      refused(
          "--set " + pair.getLast() + ": it is given twice",
          "train",
          "--env",
          "darkroom",
          "--set",
          pair.getFirst() + "=5",
          "--set",
          pair.getLast() + "=7",
          "--out",
          folder.toString());
    }
  }

  @Test
  void aSettingOfAnotherAlgorithmIsToldWhose() {
    for (String name : List.of("tau", "sac.tau")) {
      refused(
          "--set: '" + name + "' is a setting of the algorithm sac - leave it out, or train with",
          "train",
          "--env",
          "darkroom",
          "--set",
          name + "=0.3",
          "--out",
          folder.toString());
    }
  }

  @Test
  void aKeyThatIsNamedTwiceIsRefused() {
    Path out = folder.resolve("x.rollout");
    String[] record = {"record", "--env", "darkroom", "--set", "size=5", "--out", out.toString()};
    List<String> line = new ArrayList<>(List.of(record));
    line.addAll(List.of("--set", "size=7"));
    refused("--set size: it is given twice", line.toArray(String[]::new));
    assertFalse(Files.exists(out));
    refused(
        "--look head: it is given twice",
        "frame",
        room("20"),
        "--tick",
        "1",
        "--look",
        "head=1",
        "--look",
        "head=2",
        "--out",
        folder.resolve("x.png").toString());
  }

  @Test
  void infoSaysWhereAPolicyOnlyLookedOn() {
    Path out = folder.resolve("x.rollout");
    List<String> line =
        List.of("record", "--env", "darkroom", "--checkpoint", "darkroom-5x5", "--ticks", "9");
    for (String actions : List.of("random", "argmax")) {
      List<String> all = new ArrayList<>(line);
      all.addAll(List.of("--actions", actions, "--out", out.toString()));
      assertEquals(0, CapturedCommand.of(all.toArray(String[]::new)).exitCode());
      String info = CapturedCommand.of("info", out.toString()).out();
      assertEquals(
          actions.equals("random"), info.contains("(its outputs only; the actions are random)"));
    }
  }

  @Test
  void aWordThatLooksLikeAnOptionIsNamedAndAFileOfThatNameIsExplained() throws IOException {
    CapturedCommand unknown = CapturedCommand.of("scores", "-dash.rollout");
    assertEquals(2, unknown.exitCode());
    assertTrue(unknown.err().contains("Unknown option: '-dash.rollout'"), unknown.err());
    // The folder of the process, because the word must be the whole name.
    Path here = Path.of("-dash.rollout");
    Files.createFile(here);
    try {
      CapturedCommand file = CapturedCommand.of("scores", here.toString());
      assertEquals(2, file.exitCode());
      assertTrue(file.err().contains("write ./-dash.rollout"), file.err());
    } finally {
      Files.delete(here);
    }
    CapturedCommand empty = CapturedCommand.of("scores", "");
    assertEquals(2, empty.exitCode());
    assertTrue(empty.err().contains("the name is empty"), empty.err());
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "only there is /dev/null a file like others")
  void aDeviceIsNotTakenForAFolder() {
    CapturedCommand run =
        CapturedCommand.of("record", "--env", "darkroom", "--ticks", "4", "--out", "/dev/null");
    assertEquals(1, run.exitCode());
    assertTrue(run.err().contains("not an ordinary file - choose another name"), run.err());
  }

  @Test
  void theBranchesOfARecordingAreNamedByTheShortestPath() {
    room("20");
    Path around = folder.resolve("..").resolve(folder.getFileName()).resolve("room.rollout");
    CapturedCommand run = CapturedCommand.of("branch", around.toString(), "--make", "9");
    assertTrue(run.err().contains(" " + folder.resolve("room.branches") + ": "), run.err());
  }

  @Test
  void aNumberThatIsNoneIsSaidWithoutTypesOfJava() {
    for (String[] line :
        new String[][] {
          {"'99999999999999999999' is not a whole number", "record", "--seed", "9".repeat(20)},
          {"'1.5' is not a whole number", "record", "--ticks", "1.5"},
          {"'x' is not a number", "generate", "--speed-limit", "x"}
        }) {
      CapturedCommand run = CapturedCommand.of(line[1], line[2], line[3], "--out", "x.rollout");
      assertEquals(2, run.exitCode());
      assertTrue(run.err().contains(line[0]), run.err());
    }
  }

  @Test
  void aGeneratedMapIsNotNamedAsJson() {
    Path out = folder.resolve("map.JSON");
    refused("name it .bin", "generate", "--kind", "merge", "--out", out.toString());
    assertFalse(Files.exists(out));
  }

  @Test
  void aBranchMakesNoFolder() {
    Path missing = folder.resolve("missing");
    refused(
        "its folder does not exist",
        "branch",
        room("20"),
        "--at",
        "3",
        "--wipe",
        "all",
        "--out",
        missing.resolve("x.rollout").toString());
    assertFalse(Files.exists(missing));
  }

  @Test
  void aBenchWithoutRoundsIsRefused() {
    refused("0 rounds are too few", "bench", "all", "--rounds", "0");
  }

  @Test
  void thePyTorchForGpusIsNotChosenAndTurnedOffAtOnce() {
    CapturedCommand run = CapturedCommand.of("gpu", "--use", "--off");
    assertEquals(1, run.exitCode(), run.out());
    assertTrue(run.err().contains("--off --use: --off selects the shipped PyTorch"), run.err());
  }
}
