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
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;

/// Writes safetensors; the same tensors and metadata give the same bytes.
final class SafetensorsWriter {
  /// The data begins at a multiple of this, so that a reader can map it.
  private static final int ALIGNMENT = 8;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private SafetensorsWriter() {}

  /// Writes the file completely or leaves the old one.
  static void write(Path file, Collection<Tensor> tensors, Map<String, JsonNode> metadata)
      throws IOException {
    long _ =
        AtomicFile.write(
            file,
            out -> {
              writeHeader(out, header(tensors, metadata));
              for (Tensor tensor : tensors) {
                byte[] bytes = new byte[4 * tensor.values().length];
                littleEndian(bytes).asFloatBuffer().put(tensor.values());
                out.write(bytes);
              }
            });
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
