package dev.hindsight.trainer.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.AtomicFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;

/// Writes safetensors; the same tensors and metadata give the same bytes.
final class SafetensorsWriter {
  /// The data begins at a multiple of this, so that a reader can map it.
  private static final int ALIGNMENT = 8;

  /// Bytes written at a time.
  private static final int PART = 1 << 16;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private SafetensorsWriter() {}

  /// Writes the file completely or leaves the old one.
  static void write(Path file, Collection<Tensor> tensors, Map<String, JsonNode> metadata)
      throws IOException {
    byte[] part = new byte[PART];
    long _ =
        AtomicFile.write(
            file,
            out -> {
              writeHeader(out, header(tensors, metadata));
              for (Tensor tensor : tensors) {
                write(out, tensor.values(), part);
              }
            });
  }

  /// Writes an array in parts: training writes large ones after every update, and what lives
  /// briefly but is large fills the heap.
  private static void write(OutputStream out, float[] values, byte[] part) throws IOException {
    FloatBuffer numbers = littleEndian(part).asFloatBuffer();
    for (int from = 0; from < values.length; from += numbers.capacity()) {
      int count = Math.min(numbers.capacity(), values.length - from);
      numbers.put(0, values, from, count);
      out.write(part, 0, Float.BYTES * count);
    }
  }

  private static void writeHeader(OutputStream out, byte[] json) throws IOException {
    int padding = -json.length & (ALIGNMENT - 1);
    byte[] length = new byte[8];
    littleEndian(length).putLong(json.length + padding);
    out.write(length);
    out.write(json);
    out.write(" ".repeat(padding).getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] header(Collection<Tensor> tensors, Map<String, JsonNode> metadata)
      throws JsonProcessingException {
    // Not a record: the names of the tensors are keys.
    ObjectNode root = JSON.createObjectNode();
    ObjectNode about = root.putObject(Safetensors.METADATA);
    metadata.forEach((key, value) -> about.put(key, value.toString()));
    long offset = 0;
    for (Tensor tensor : tensors) {
      ObjectNode entry = root.putObject(tensor.name()).put("dtype", "F32");
      ArrayNode shape = entry.putArray("shape");
      for (int size : tensor.shape()) {
        shape.add(size);
      }
      long end = offset + 4L * tensor.values().length;
      entry.putArray("data_offsets").add(offset).add(end);
      offset = end;
    }
    return JSON.writeValueAsBytes(root);
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
