package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.SharedData;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// The policy on the first observations of Town02, against the logits the reference computed.
class ReferenceLogitsTest {
  private static final int HEADS = 91;
  private static final String CHECKPOINT =
      "data/drive/checkpoint/puffer_drive_weights_carla_town12";

  @Test
  void theLogitsOfTheRawWeightsAreThoseOfTheReference() throws IOException {
    assertArrayEquals(reference(), logits(CHECKPOINT + ".bin"), 2e-4f);
  }

  /// The state dict is a snapshot a little apart from the raw file, which the reference's logits
  /// are of: the same decisions of all but one agent, not the same numbers.
  @Test
  void theStateDictDecidesAsTheReferenceDoes() throws IOException {
    float[] reference = reference();
    float[] logits = logits(CHECKPOINT + ".pt");
    int same = 0;
    for (int agent = 0; agent < DriveShapes.CLASSIC.agents(); agent++) {
      same += likeliest(reference, agent) == likeliest(logits, agent) ? 1 : 0;
    }
    assertEquals(31, same);
    assertArrayEquals(reference, logits, 0.2f);
  }

  private static float[] logits(String checkpoint) throws IOException {
    StepBuffer seen = new StepBuffer(32, 1120);
    try (GZIPInputStream in = open("data/drive/reference/town02_classic_gb0.obs.f32.gz")) {
      ByteBuffer.wrap(in.readNBytes(4 * seen.observation.length))
          .order(ByteOrder.LITTLE_ENDIAN)
          .asFloatBuffer()
          .get(seen.observation);
    }
    PolicyOutput output = new PolicyOutput(DriveShapes.CLASSIC);
    String file = SharedData.require(checkpoint).toString();
    try (OpenedPolicy opened = BuiltInPolicies.open(file, DriveShapes.CLASSIC)) {
      opened.policy().act(seen, output);
    }
    return output.logits;
  }

  private static float[] reference() throws IOException {
    float[] logits = new float[32 * HEADS];
    int at = 0;
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                open("data/drive/reference/town02_policy_step0_logits_erf_gelu.csv.gz"),
                StandardCharsets.UTF_8))) {
      for (String line : List.copyOf(in.lines().toList())) {
        for (String number : line.split(",", -1)) {
          logits[at++] = Float.parseFloat(number);
        }
      }
    }
    assertEquals(logits.length, at);
    return logits;
  }

  private static GZIPInputStream open(String path) throws IOException {
    return new GZIPInputStream(Files.newInputStream(SharedData.require(path)));
  }

  private static int likeliest(float[] logits, int agent) {
    int best = 0;
    for (int i = 0; i < HEADS; i++) {
      if (logits[agent * HEADS + i] > logits[agent * HEADS + best]) {
        best = i;
      }
    }
    return best;
  }
}
