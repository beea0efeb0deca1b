package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.rollout.zip.ZipPlace;
import dev.hindsight.trainer.rollout.zip.ZipTarget;
import dev.hindsight.trainer.rollout.zip.ZipWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/// A recording put together member by member, so that a test can corrupt one place.
final class ForeignFile {
  static final Path NAME = Path.of("foreign.rollout");

  private final Map<String, ByteBuffer> members = new LinkedHashMap<>();

  /// Three ticks of two agents' `speed`, in chunks of two.
  static ForeignFile whole() {
    return new ForeignFile()
        .manifest("['tick', 'agent']", "'agents': 2, 'chunkTicks': 2")
        .with("channels/speed/000000.npy", NpyArray.of(new float[] {1, 2, 3, 4}, 2, 2))
        .with("channels/speed/000001.npy", NpyArray.of(new float[] {5, 6}, 1, 2))
        .text("summary.json", "{'ticks': 3}");
  }

  /// Sets the manifest's one channel and other keys; apostrophes stand for quotation marks.
  ForeignFile manifest(String shape, String keys) {
    String channels = "[{'name': 'speed', 'dtype': '<f4', 'shape': " + shape + "}]";
    return text(
        "manifest.json",
        "{'format': 'hindsight-rollout', 'version': 1, 'channels': "
            + channels
            + ", "
            + keys
            + "}");
  }

  ForeignFile text(String member, String json) {
    byte[] text = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return with(member, ByteBuffer.wrap(text));
  }

  ForeignFile with(String member, NpyArray array) {
    return with(member, Npy.bytes(array));
  }

  ForeignFile with(String member, ByteBuffer content) {
    members.put(member, content);
    return this;
  }

  ForeignFile without(String member) {
    members.remove(member);
    return this;
  }

  byte[] bytes(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ZipWriter zip = new ZipWriter(ZipTarget.of(channel));
      for (Map.Entry<String, ByteBuffer> member : members.entrySet()) {
        ZipPlace _ = zip.member(member.getKey(), member.getValue().duplicate());
      }
      zip.finish();
    }
    return Files.readAllBytes(file);
  }

  /// Opens it, and reads the last number.
  static void open(byte[] bytes) {
    try (Rollout rollout = Rollouts.of(NAME, MemorySegment.ofArray(bytes), () -> {})) {
      for (Channel channel : rollout.channels()) {
        for (int tick = 0; tick < rollout.ticks(); tick++) {
          double _ = channel.value(tick, 0);
        }
      }
    }
  }

  /// The directory's entry of a member, to be written into; its name begins at 46.
  static ByteBuffer entry(byte[] bytes, String member) {
    int name = new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf(member);
    return ByteBuffer.wrap(bytes, name - 46, 46).slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  /// The record at the archive's end, to be written into.
  static ByteBuffer end(byte[] bytes) {
    return ByteBuffer.wrap(bytes, bytes.length - 22, 22).slice().order(ByteOrder.LITTLE_ENDIAN);
  }
}
