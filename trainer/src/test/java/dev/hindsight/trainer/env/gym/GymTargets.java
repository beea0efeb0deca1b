package dev.hindsight.trainer.env.gym;

import dev.hindsight.trainer.fault.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// What an environment's process answers.
public final class GymTargets {
  private static final String SPACES =
      "{\"agents\": [\"a\", \"b\"], \"named\": true, \"limit\": 20, \"fps\": 30, \"render\": true,"
          + " \"versions\": {\"gymnasium\": \"1.0\"}, \"actions\": [{\"kind\": \"discrete\", \"n\":"
          + " 3, \"start\": 0}], \"observation\": [{\"name\": \"x\", \"kind\": \"box\", \"type\":"
          + " \"<f4\", \"shape\": [2], \"low\": [0, 0], \"high\": [1, 1]}]}";

  /// All.
  public static final List<FuzzTarget> ALL =
      List.of(
          new FuzzTarget("gym-frame", GymTargets::frames, GymTargets::frame),
          FuzzTarget.ofText("gym-spaces", GymTargets::spaces, SPACES),
          new FuzzTarget(
              "gym-picture",
              () -> List.of(ByteBuffer.allocate(64).putInt(2).putInt(2).array()),
              // A shorter row is no picture to the caller.
              bytes ->
                  RenderedFrame.read(
                      ByteBuffer.wrap(Arrays.copyOf(bytes, Math.max(9, bytes.length)))
                          .order(ByteOrder.LITTLE_ENDIAN))));

  private GymTargets() {}

  private static List<byte[]> frames() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    GymFrame.write(out, 1, SPACES.getBytes(StandardCharsets.UTF_8));
    return List.of(out.toByteArray(), "a warning\n".getBytes(StandardCharsets.UTF_8));
  }

  private static void frame(byte[] bytes) {
    try {
      GymFrame frame = GymFrame.read(new DataInputStream(new ByteArrayInputStream(bytes)));
      var _ = GymSpaces.read(frame.json(), "x");
    } catch (IOException _) {
      // What the world reports as the end of its process, with the text.
      return;
    }
  }

  private static void spaces(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    GymFrame.write(out, 1, text.getBytes(StandardCharsets.UTF_8));
    frame(out.toByteArray());
  }
}
