package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.rollout.zip.ZipArchive;
import dev.hindsight.trainer.rollout.zip.ZipMember;
import dev.hindsight.trainer.rollout.zip.ZipPlace;
import dev.hindsight.trainer.rollout.zip.ZipTarget;
import dev.hindsight.trainer.rollout.zip.ZipWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/// A recording changed after it was written, as a script that reads and writes ZIP files would: the
/// archive's checksums are right again, the summary's digests stay unchanged.
public final class TamperedRecording {
  private final Path file;
  private final Map<String, byte[]> members = new LinkedHashMap<>();

  private TamperedRecording(Path file) throws IOException {
    this.file = file;
    MemorySegment bytes = MemorySegment.ofArray(Files.readAllBytes(file));
    ZipArchive archive = new ZipArchive(bytes, file.toString());
    for (ZipMember member : archive.members()) {
      members.put(member.name(), archive.content(member).toArray(ValueLayout.JAVA_BYTE));
    }
  }

  /// What is in a recording.
  public static TamperedRecording of(Path file) throws IOException {
    return new TamperedRecording(file);
  }

  /// Names of all members, in the order of the file.
  public List<String> members() {
    return List.copyOf(members.keySet());
  }

  /// Changes a member that is text.
  public TamperedRecording text(String member, UnaryOperator<String> change) {
    String text = new String(bytes(member), StandardCharsets.UTF_8);
    members.put(member, change.apply(text).getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /// Changes one bit of the last byte of a member.
  public TamperedRecording bit(String member) {
    byte[] bytes = bytes(member);
    bytes[bytes.length - 1] ^= 1;
    return this;
  }

  /// Changes a number of an array that holds floats.
  ///
  /// @param index from 0, in C order
  public TamperedRecording number(String member, int index, float value) {
    numbers(member).putFloat(4 * index, value);
    return this;
  }

  /// Changes a number of an array that holds whole numbers of four bytes.
  public TamperedRecording whole(String member, int index, int value) {
    numbers(member).putInt(4 * index, value);
    return this;
  }

  /// Changes a number of an array that holds whole numbers of eight bytes.
  public TamperedRecording wide(String member, int index, long value) {
    numbers(member).putLong(8 * index, value);
    return this;
  }

  /// The bytes of a member.
  public byte[] content(String member) {
    return bytes(member).clone();
  }

  /// Puts any bytes in the place of a member.
  public TamperedRecording content(String member, byte[] bytes) {
    members.put(member, bytes.clone());
    return this;
  }

  private byte[] bytes(String member) {
    return Objects.requireNonNull(members.get(member), member);
  }

  private ByteBuffer numbers(String member) {
    byte[] bytes = bytes(member);
    int header = 10 + (bytes[8] & 0xff) + 256 * (bytes[9] & 0xff);
    return ByteBuffer.wrap(bytes, header, bytes.length - header)
        .slice()
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  /// Puts another array in the place of a member, or a new one at the end.
  public TamperedRecording array(String member, NpyArray array) {
    ByteBuffer bytes = Npy.bytes(array);
    byte[] all = new byte[bytes.remaining()];
    bytes.get(all);
    members.put(member, all);
    return this;
  }

  /// Takes a member out.
  public TamperedRecording without(String member) {
    members.remove(member);
    return this;
  }

  /// Removes the digests of single members, as in older versions.
  public TamperedRecording withoutDigests() {
    return text("summary.json", json -> json.replaceFirst(",\"digests\":\\{.*\\}\\}", "}"));
  }

  /// Writes it in the place of the recording.
  public Path save() throws IOException {
    return saveAs(file);
  }

  /// Writes it to a file.
  public Path saveAs(Path target) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            target,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ZipWriter zip = new ZipWriter(ZipTarget.of(channel));
      for (Map.Entry<String, byte[]> member : members.entrySet()) {
        ZipPlace _ = zip.member(member.getKey(), ByteBuffer.wrap(member.getValue()));
      }
      zip.finish();
    }
    return target;
  }
}
