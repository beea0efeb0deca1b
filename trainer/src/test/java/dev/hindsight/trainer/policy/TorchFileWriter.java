package dev.hindsight.trainer.policy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Writes archives as `torch.save` does, and others that it would not.
final class TorchFileWriter {
  private final Map<String, byte[]> members = new LinkedHashMap<>();
  private int method = ZipEntry.STORED;

  /// An archive around a pickle.
  static TorchFileWriter around(byte[] pickle) {
    return new TorchFileWriter().member("data.pkl", pickle);
  }

  /// Adds or replaces a member below the prefix.
  TorchFileWriter member(String name, byte[] bytes) {
    members.put(name, bytes);
    return this;
  }

  /// Adds a storage of 32-bit floats.
  TorchFileWriter floats(String key, float... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return member("data/" + key, bytes.array());
  }

  /// Compresses the members, which PyTorch never does.
  TorchFileWriter deflated() {
    method = ZipEntry.DEFLATED;
    return this;
  }

  /// Writes the file.
  Path write(Path folder) throws IOException {
    Path file = folder.resolve("model.pt");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (Map.Entry<String, byte[]> member : members.entrySet()) {
        ZipEntry entry = new ZipEntry("model/" + member.getKey());
        entry.setMethod(method);
        if (method == ZipEntry.STORED) {
          CRC32 sum = new CRC32();
          sum.update(member.getValue());
          entry.setSize(member.getValue().length);
          entry.setCrc(sum.getValue());
        }
        zip.putNextEntry(entry);
        zip.write(member.getValue());
        zip.closeEntry();
      }
    }
    return file;
  }
}
