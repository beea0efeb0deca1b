package dev.hindsight.inspector.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// A recording taken apart, changed, and put together again with matching checksums and digest: a
/// defect that only the numbers show. Uses Java's own zip library, not the one that writes
/// recordings.
final class AlteredFile {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String SUMMARY = "summary.json";

  private final Map<String, byte[]> members = new LinkedHashMap<>();
  private final Map<String, AlteredColumn> columns = new LinkedHashMap<>();
  private final Path source;
  private final int ticks;
  private final int agents;

  /// Gives the new value of a number.
  @FunctionalInterface
  interface NumberChange {
    double of(int tick, int index, double value);
  }

  /// Rows of a channel in memory, to read and write.
  static final class AlteredColumn {
    private final Dtype type;
    private final int rowLength;
    private final double[] values;

    private AlteredColumn(Dtype type, int rowLength, double[] values) {
      this.type = type;
      this.rowLength = rowLength;
      this.values = values;
    }

    double at(int tick, int index) {
      return values[tick * rowLength + index];
    }

    void put(int tick, int index, double value) {
      values[tick * rowLength + index] = value;
    }

    int rowLength() {
      return rowLength;
    }
  }

  private AlteredFile(Path source, int ticks, int agents) {
    this.source = source;
    this.ticks = ticks;
    this.agents = agents;
  }

  static AlteredFile read(Path file) throws IOException {
    AlteredFile altered;
    try (Rollout rollout = Rollouts.open(file)) {
      altered = new AlteredFile(file, rollout.ticks(), rollout.manifest().agents());
    }
    try (ZipFile zip = new ZipFile(file.toFile())) {
      Enumeration<? extends ZipEntry> entries = zip.entries();
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        altered.members.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
      }
    }
    return altered;
  }

  int ticks() {
    return ticks;
  }

  int agents() {
    return agents;
  }

  /// A channel to read and write; not for 64-bit integers, which doubles cannot hold.
  AlteredColumn column(String name) {
    return columns.computeIfAbsent(name, this::load);
  }

  boolean has(String name) {
    return members.keySet().stream().anyMatch(each -> each.startsWith("channels/" + name + "/"));
  }

  private AlteredColumn load(String name) {
    try (Rollout rollout = Rollouts.open(source)) {
      var channel = rollout.channel(name).orElseThrow();
      int length = channel.rowLength();
      double[] values = new double[ticks * length];
      for (int i = 0; i < values.length; i++) {
        values[i] = channel.value(i / length, i % length);
      }
      return new AlteredColumn(channel.spec().type(), length, values);
    }
  }

  /// Changes a channel number by number.
  AlteredFile change(String name, NumberChange numberChange) {
    AlteredColumn alteredColumn = column(name);
    for (int i = 0; i < alteredColumn.values.length; i++) {
      alteredColumn.values[i] =
          numberChange.of(
              i / alteredColumn.rowLength, i % alteredColumn.rowLength, alteredColumn.values[i]);
    }
    return this;
  }

  AlteredFile without(String member) {
    members.remove(member);
    return this;
  }

  AlteredFile withoutColumn(String name) {
    members.keySet().removeIf(each -> each.startsWith("channels/" + name + "/"));
    return json(
        "manifest.json",
        root -> {
          var channels = root.withArray("channels");
          for (int i = channels.size() - 1; i >= 0; i--) {
            if (channels.get(i).path("name").asText().equals(name)) {
              channels.remove(i);
            }
          }
        });
  }

  /// One of the two JSON members.
  JsonNode json(String member) {
    try {
      return JSON.readTree(members.get(member));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Changes one of the two JSON members.
  AlteredFile json(String member, Consumer<ObjectNode> change) {
    try {
      JsonNode root = JSON.readTree(members.get(member));
      change.accept((ObjectNode) root);
      members.put(member, JSON.writeValueAsBytes(root));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Changes a member outside the columns: `static/...`, `final/...`.
  AlteredFile array(String member, Consumer<ByteBuffer> change) {
    change.accept(data(Objects.requireNonNull(members.get(member), member)));
    return this;
  }

  /// Names of the members with a prefix.
  java.util.List<String> members(String prefix) {
    return members.keySet().stream().filter(each -> each.startsWith(prefix)).toList();
  }

  /// The numbers of an NPY member, to write to.
  static ByteBuffer data(byte[] npy) {
    int begin = 10 + ((npy[8] & 0xff) | (npy[9] & 0xff) << 8);
    return ByteBuffer.wrap(npy, begin, npy.length - begin).slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  /// Writes it with a matching digest but without digests of its members, which older recordings do
  /// not have.
  Path write(Path file) throws IOException {
    store();
    if (members.containsKey(SUMMARY)) {
      json(SUMMARY, root -> root.put("hash", digest()).remove("digests"));
    }
    return zipped(file);
  }

  /// Writes it with a matching digest and the old digests of its members.
  Path writeWithOldMembers(Path file) throws IOException {
    store();
    json(SUMMARY, root -> root.put("hash", digest()));
    return zipped(file);
  }

  /// Writes it with all old digests.
  Path writeWithOldDigest(Path file) throws IOException {
    store();
    return zipped(file);
  }

  /// Writes it as a program would that knows only the description of the format.
  Path writtenElsewhere(Path file) throws IOException {
    json("manifest.json", root -> root.put("producer", "a Python script"));
    return write(file);
  }

  private Path zipped(Path file) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.setMethod(ZipOutputStream.STORED);
      for (Map.Entry<String, byte[]> member : members.entrySet()) {
        ZipEntry entry = new ZipEntry(member.getKey());
        entry.setSize(member.getValue().length);
        entry.setCrc(crc(member.getValue()));
        zip.putNextEntry(entry);
        zip.write(member.getValue());
        zip.closeEntry();
      }
    }
    return file;
  }

  /// Writes changed channels back into their chunks.
  private void store() {
    columns.forEach((name, alteredColumn) -> {
      String folder = "channels/" + name + "/";
      int[] at = {0};
      members.keySet().stream()
          .filter(each -> each.startsWith(folder) && !each.substring(folder.length()).contains("/"))
          .sorted()
          .forEach(member -> {
            ByteBuffer data = data(Objects.requireNonNull(members.get(member), member));
            int count = data.remaining() / alteredColumn.type.bytes();
            for (int i = 0; i < count; i++) {
              set(data, alteredColumn.type, i, alteredColumn.values[at[0]++]);
            }
          });
    });
  }

  static void set(ByteBuffer data, Dtype type, int index, double value) {
    switch (type) {
      case F2 -> data.putShort(2 * index, Float.floatToFloat16((float) value));
      case F4 -> data.putFloat(4 * index, (float) value);
      case F8 -> data.putDouble(8 * index, value);
      case I1, U1, BOOL -> data.put(index, (byte) (int) value);
      case I2 -> data.putShort(2 * index, (short) value);
      case I4 -> data.putInt(4 * index, (int) value);
      case I8 -> throw new IllegalArgumentException("a double does not hold it");
    }
  }

  private static long crc(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return crc.getValue();
  }

  private String digest() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      members.forEach((name, bytes) -> {
        if (!name.endsWith(".json")) {
          String line =
              name + " " + bytes.length + " " + HexFormat.of().toHexDigits((int) crc(bytes)) + "\n";
          digest.update(line.getBytes(StandardCharsets.UTF_8));
        }
      });
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
