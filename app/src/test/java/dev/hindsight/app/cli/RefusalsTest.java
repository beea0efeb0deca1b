package dev.hindsight.app.cli;

import static dev.hindsight.app.cli.CapturedCommand.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
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
    refused("it is no file of tensors", "tensors", PROGRAMS.resolve("darkroom.onnx").toString());
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
    assertTrue(run.err().contains("--use --off: --off selects the shipped PyTorch"), run.err());
  }
}
