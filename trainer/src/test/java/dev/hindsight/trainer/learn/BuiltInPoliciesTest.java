package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.rollout.Manifest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuiltInPoliciesTest {
  private static final DriveLstmSpec REFERENCE = DriveLstmSpec.raw(7, 91);
  private static final Checkpoint WEIGHTS = RandomWeights.of(REFERENCE, 1);

  @TempDir Path folder;

  @Test
  void theReferenceArchitectureHasTheKnownNumberOfWeights() {
    assertEquals(614_172, REFERENCE.count());
    assertEquals(614_492, DriveLstmSpec.raw(12, 91).count());
  }

  @Test
  void rawAndNamedWeightsGiveTheSameBits() throws IOException {
    Path raw = raw(WEIGHTS);
    Path named = folder.resolve("w.safetensors");
    Checkpoints.write(named, WEIGHTS.tensors().values(), Map.of());

    assertArrayEquals(logits(named), logits(raw));
  }

  @Test
  void whatWasOpenedIsToldForTheManifest() throws IOException {
    Path file = raw(WEIGHTS);
    try (OpenedPolicy opened = BuiltInPolicies.open(file.toString(), DriveShapes.CLASSIC)) {
      assertEquals(
          new Manifest.PolicyInfo("drive-lstm", Checkpoints.read(file).sha256(), "w.bin", "argmax"),
          opened.info("argmax"));
    }
  }

  @Test
  void aPolicyWithoutWeightsIsOpenedByItsName() {
    assertEquals("scripted", BuiltInPolicies.names().getFirst());
  }

  @Test
  void anUnknownNameIsTold() {
    Problem problem =
        assertThrows(Problem.class, () -> BuiltInPolicies.open("skripted", DriveShapes.CLASSIC));
    assertEquals(
        "skripted: there is no such checkpoint"
            + " - use a .pt, .bin or .safetensors file, a run (see hindsight runs list), or one of "
            + String.join(", ", BuiltInPolicies.names()),
        problem.getMessage());
  }

  @Test
  void theTensorsThatDoNotFitAreCountedAndNamed() {
    Map<String, Tensor> tensors = new LinkedHashMap<>(WEIGHTS.tensors());
    tensors.remove("policy.value_fn.bias");
    tensors.remove("lstm.bias_hh_l0");
    tensors.put(
        "policy.actor.bias", new Tensor("policy.actor.bias", new int[] {12}, new float[12]));
    tensors.put("output_norm.weight", new Tensor("output_norm.weight", new int[0], new float[1]));

    assertEquals(
        "it fits no architecture; the closest is drive-lstm:"
            + " 2 missing (policy.value_fn.bias, lstm.bias_hh_l0);"
            + " 1 of a different shape (policy.actor.bias is [12], not [91]);"
            + " 1 left over (output_norm.weight)",
        refusal(tensors));
  }

  @Test
  void ofManyTensorsAFewAreNamed() {
    assertEquals(
        "it fits no architecture; the closest is lstm:"
            + " 10 missing (policy.encoder.weight, policy.encoder.bias,"
            + " policy.actor.weight, ...); 1 left over (w)",
        refusal(Map.of("w", new Tensor("w", new int[] {1}, new float[1]))));
  }

  @Test
  void theSecondNamesOfTheLstmAreNotLeftOver() {
    Map<String, Tensor> tensors = new LinkedHashMap<>(WEIGHTS.tensors());
    Tensor weight = WEIGHTS.tensor("lstm.weight_ih_l0").orElseThrow();
    tensors.put("cell.weight_ih", new Tensor("cell.weight_ih", weight.shape(), weight.values()));
    assertEquals("drive-lstm", BuiltInPolicies.recognise(checkpoint(tensors)).id());
  }

  @Test
  void aRawFileOfAnotherCountIsTold() {
    assertEquals(
        "it fits no architecture; the closest is drive-lstm:"
            + " 1 of a different shape (raw is 614173 numbers, not for instance 614172)",
        refusal(
            Map.of(
                Checkpoint.RAW,
                new Tensor(Checkpoint.RAW, new int[] {614_173}, new float[614_173]))));
  }

  @Test
  void aRawFileForAnotherEnvironmentIsTold() throws IOException {
    assertMisfit(
        raw(WEIGHTS),
        "614172 weights are not the 614300 it needs for the 9 ego features and 91 outputs here");
  }

  @Test
  void namedWeightsForAnotherEnvironmentAreTold() {
    Path file = folder.resolve("w.safetensors");
    Checkpoints.write(file, WEIGHTS.tensors().values(), Map.of());
    assertMisfit(
        file,
        "it is for 7 ego features and 91 outputs, not for the 9 ego features and 91 outputs here");
  }

  @Test
  void featuresOfTheSameNumberButAnotherMeaningAreTold() {
    Path file = folder.resolve("w.safetensors");
    EnvironmentShape trained =
        DriveShapes.of(32, List.of("x", "y"), 31, 128, DriveShapes.joint(91));
    EnvironmentShape shown = DriveShapes.of(32, List.of("x", "z"), 31, 128, DriveShapes.joint(91));
    CheckpointOrigin checkpointOrigin =
        new CheckpointOrigin(
            "drive-lstm",
            new Manifest.EnvironmentInfo("drive", Map.of(), "1"),
            trained.observation(),
            Map.of(),
            "1",
            "");
    Checkpoints.write(
        file,
        RandomWeights.of(DriveLstmSpec.raw(2, 91), 1).tensors().values(),
        checkpointOrigin.metadata());

    BuiltInPolicies.open(file.toString(), trained).close();
    Problem problem =
        assertThrows(Problem.class, () -> BuiltInPolicies.open(file.toString(), shown));
    assertEquals("it was trained with ego [x, y], but this environment has [x, z]", problem.what());
  }

  private static void assertMisfit(Path file, String what) {
    EnvironmentShape adaptive = DriveShapes.of(64, 9, 63, 200, DriveShapes.joint(91));
    Problem problem =
        assertThrows(Problem.class, () -> BuiltInPolicies.open(file.toString(), adaptive));
    assertEquals(what, problem.what());
    assertTrue(problem.remedy().contains("preset"));
  }

  private static String refusal(Map<String, Tensor> tensors) {
    return assertThrows(Problem.class, () -> BuiltInPolicies.recognise(checkpoint(tensors))).what();
  }

  private static Checkpoint checkpoint(Map<String, Tensor> tensors) {
    return new Checkpoint("w.pt", "", tensors, Map.of());
  }

  private static float[] logits(Path file) {
    StepBuffer seen = new StepBuffer(32, 1120);
    PolicyOutput output = new PolicyOutput(DriveShapes.CLASSIC);
    try (OpenedPolicy opened = BuiltInPolicies.open(file.toString(), DriveShapes.CLASSIC)) {
      opened.policy().act(seen, output);
    }
    return output.logits;
  }

  private Path raw(Checkpoint weights) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate((int) (4 * REFERENCE.count())).order(ByteOrder.LITTLE_ENDIAN);
    for (Tensor tensor : weights.tensors().values()) {
      for (float value : tensor.values()) {
        bytes.putFloat(value);
      }
    }
    return Files.write(folder.resolve("w.bin"), bytes.array());
  }
}
