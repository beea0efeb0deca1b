package dev.hindsight.trainer.learn.foreign;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.hindsight.trainer.policy.program.NumberKind;
import dev.hindsight.trainer.policy.program.Program;
import dev.hindsight.trainer.policy.program.ProgramFormat;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OnnxRunnerTest {
  private static final int DOUBLE = 11;

  /// A field of a protocol buffer that holds bytes.
  private static byte[] field(int number, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    List.of(parts).forEach(content::writeBytes);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(varint(number << 3 | 2));
    all.writeBytes(varint(content.size()));
    all.writeBytes(content.toByteArray());
    return all.toByteArray();
  }

  private static byte[] text(int number, String text) {
    return field(number, text.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] whole(int number, int value) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(varint(number << 3));
    all.writeBytes(varint(value));
    return all.toByteArray();
  }

  private static byte[] varint(int value) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    int rest = value;
    while (rest >= 128) {
      all.write((rest & 127) | 128);
      rest >>>= 7;
    }
    all.write(rest);
    return all.toByteArray();
  }

  private static byte[] slot(int number, String name, int count) {
    byte[] shape = field(2, field(1, whole(1, count)));
    return field(number, text(1, name), field(2, field(1, whole(1, DOUBLE), shape)));
  }

  /// A graph that puts out its input, as float64.
  private static Program identity(int count) {
    byte[] node = field(1, text(1, "in"), text(2, "out"), text(4, "Identity"));
    byte[] graph =
        field(7, node, text(2, "identity"), slot(11, "in", count), slot(12, "out", count));
    ByteArrayOutputStream model = new ByteArrayOutputStream();
    model.writeBytes(whole(1, 8));
    model.writeBytes(field(8, whole(2, 13)));
    model.writeBytes(graph);
    return new Program(
        ProgramFormat.ONNX,
        Path.of("identity.onnx"),
        model.toByteArray(),
        List.of(),
        List.of(),
        Map.of(),
        List.of());
  }

  /// If each number cost a copy of all of them, this would be a terabyte.
  @Test
  void outputsOfDoubleNumbersAreCopiedOnce() {
    int count = 400_000;
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = i * 0.25f;
    }
    try (OnnxRunner runner = new OnnxRunner(identity(count))) {
      ProgramArray in = new ProgramArray("in", NumberKind.FLOAT64, new long[] {count}, values);
      List<ProgramArray> out =
          assertTimeoutPreemptively(Duration.ofSeconds(20), () -> runner.run(List.of(in)));
      assertArrayEquals(values, out.getFirst().values());
    }
  }

  @Test
  void theReasonStandsFirstAndNotThePlaceInItsCode() {
    assertEquals(
        "Unsupported model IR version: 13, max supported IR version: 10",
        OnnxRunner.reason(
            "Error code - ORT_FAIL - message: /onnxruntime_src/onnxruntime/core/graph/model.cc:181"
                + " onnxruntime::Model::Model(onnx::ModelProto&&, const onnxruntime::PathString&,"
                + " const onnxruntime::IOnnxRuntimeOpSchemaRegistryList*, const"
                + " onnxruntime::logging::Logger&, const onnxruntime::ModelOptions&) Unsupported"
                + " model IR version: 13, max supported IR version: 10"));
    assertEquals(
        "Status Message: it was false",
        OnnxRunner.reason(
            "Error code - ORT_FAIL - message: Status Message:"
                + " /onnxruntime_src/onnxruntime/core/a.h:45 bool a::B::c(std::function<void(int)>,"
                + " bool) const it was false"));
    assertEquals("no such file", OnnxRunner.reason("no such file"));
  }
}
