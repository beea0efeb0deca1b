package dev.hindsight.trainer.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.SharedData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointsTest {
  private static final String REFERENCE = "data/drive/checkpoint/puffer_drive_weights_carla_town12";

  @TempDir Path folder;

  @Test
  void theReferenceStateDictHasItsTensorsInOrder() {
    Checkpoint checkpoint = Checkpoints.read(SharedData.require(REFERENCE + ".pt"));

    assertEquals("puffer_drive_weights_carla_town12.pt", checkpoint.name());
    assertEquals(32, checkpoint.tensors().size());
    assertEquals(
        List.of("policy.ego_encoder.0.weight", "policy.ego_encoder.0.bias"),
        checkpoint.tensors().keySet().stream().limit(2).toList());
    assertArrayEquals(
        new int[] {64, 7}, checkpoint.tensor("policy.ego_encoder.0.weight").orElseThrow().shape());
    assertArrayEquals(
        checkpoint.tensor("lstm.weight_hh_l0").orElseThrow().values(),
        checkpoint.tensor("cell.weight_hh").orElseThrow().values());
  }

  /// The two reference files are neighbouring snapshots of one training run: their weights differ
  /// by 0.0024 at most, far less than any two weights in the wrong order would.
  @Test
  void theRawFileHoldsTheTensorsOfTheStateDictInItsOrder() {
    float[] raw =
        Checkpoints.read(SharedData.require(REFERENCE + ".bin"))
            .tensor(Checkpoint.RAW)
            .orElseThrow()
            .values();
    float[] inOrder = new float[raw.length];
    int at = 0;
    for (Tensor tensor :
        Checkpoints.read(SharedData.require(REFERENCE + ".pt")).tensors().values()) {
      if (!tensor.name().startsWith("cell.")) {
        System.arraycopy(tensor.values(), 0, inOrder, at, tensor.values().length);
        at += tensor.values().length;
      }
    }

    assertEquals(614_172, raw.length);
    assertArrayEquals(raw, inOrder, 0.0025f);
  }

  @Test
  void theDigestIsThatOfTheFile() throws IOException {
    Path file = Files.write(folder.resolve("w.bin"), new byte[] {0, 0, (byte) 0x80, 0x3f});

    Checkpoint checkpoint = Checkpoints.read(file);

    assertArrayEquals(new float[] {1}, checkpoint.tensor(Checkpoint.RAW).orElseThrow().values());
    assertEquals(
        "e00e5eb9444182f352323374ef4e08ebcb784725fdd4fd612d7730540b3e0c8c", checkpoint.sha256());
  }

  @Test
  void aFileIsRecognisedByItsContentNotItsName() throws IOException {
    Path torch =
        TorchFileWriter.around(PickleWriter.stateDict().vector("w", "0", 2).stop())
            .floats("0", 3, 4)
            .write(folder);
    Path renamed = Files.move(torch, folder.resolve("weights.bin"));

    assertArrayEquals(
        new float[] {3, 4}, Checkpoints.read(renamed).tensor("w").orElseThrow().values());
  }

  @Test
  void aRawFileCutInsideANumberIsRefused() throws IOException {
    Path file = Files.write(folder.resolve("w.bin"), new byte[4 * 100 - 1]);

    assertTold(file, "399 bytes are not a whole number of 32-bit weights");
  }

  @Test
  void aModelThatIsCutOffIsNotTakenForRawWeights() throws IOException {
    Path file = Files.write(folder.resolve("w.onnx"), new byte[590]);

    assertTold(file, "it is not a complete ONNX model: the file is cut off or damaged");
    assertTold(Files.write(folder.resolve("none.onnx"), new byte[0]), "the file is empty");
  }

  @Test
  void aRawFileWithANumberThatIsNoneIsRefusedByItsPlace() throws IOException {
    byte[] bytes = new byte[40];
    Arrays.fill(bytes, 12, 16, (byte) 0xff);

    assertTold(Files.write(folder.resolve("w.bin"), bytes), "tensor raw holds NaN at element 3");
  }

  @Test
  void aWeightThatIsNotFiniteIsNamed() throws IOException {
    Path file =
        TorchFileWriter.around(PickleWriter.stateDict().vector("policy.actor.bias", "0", 2).stop())
            .floats("0", 0, Float.POSITIVE_INFINITY)
            .write(folder);

    assertTold(file, "tensor policy.actor.bias holds Infinity at element 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n",
        "<!DOCTYPE html><html></html>",
        ""
      })
  void whatComesInsteadOfWeightsIsRefused(String content) throws IOException {
    Path file = Files.write(folder.resolve("w.pt"), content.getBytes(StandardCharsets.UTF_8));

    Problem problem = assertThrows(Problem.class, () -> Checkpoints.read(file));
    assertEquals(file.toString(), problem.where());
  }

  @Test
  void theFormatOfOldPyTorchIsNamed() throws IOException {
    Path file = Files.write(folder.resolve("w.pt"), PickleWriter.stateDict().stop());

    assertTold(file, "PyTorch's pre-1.6 format");
  }

  @Test
  void aMissingFileAndAFolderAreTold() {
    assertTold(folder.resolve("none.pt"), "there is no such file");
    assertTold(folder, "it is not a file");
  }

  private static void assertTold(Path file, String what) {
    Problem problem = assertThrows(Problem.class, () -> Checkpoints.read(file));
    assertTrue(problem.what().contains(what), problem::getMessage);
  }
}
