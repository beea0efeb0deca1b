package dev.hindsight.trainer.rollout.foreign.mcap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.RolloutWriter;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An MCAP file holds the recording's poses and metrics at the times of the simulation.
class McapExportTest {
  private static final int TICKS = 40;
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  private static double pose(int tick, int i) {
    return tick + i / 4.0;
  }

  private Path export() {
    List<Column> columns =
        List.of(
            new Column(ChannelSpec.perTick("pose", Dtype.F4, "", "", "agent", 3), List.of(2, 3)),
            new Column(ChannelSpec.perTick("reward", Dtype.F4, "", "", "agent"), List.of(2)));
    Manifest manifest =
        new Manifest(
            Manifest.FORMAT,
            Manifest.VERSION,
            "test",
            "",
            new Manifest.EnvironmentInfo("toy", Map.of(), ""),
            new Manifest.PolicyInfo("", "", "", ""),
            0,
            2,
            0.1,
            new Manifest.Trials(1, 0),
            8,
            new ObservationLayout(List.of()),
            columns.stream().map(Column::spec).toList(),
            List.of(),
            Map.of());
    Path file = folder.resolve("x.rollout");
    try (RolloutWriter writer = RolloutWriter.create(file, manifest, columns)) {
      for (int tick = 0; tick < TICKS; tick++) {
        for (int i = 0; i < 6; i++) {
          writer.row(0).putFloat((float) pose(tick, i));
        }
        writer.row(1).putFloat(tick).putFloat(-tick);
        writer.endTick();
      }
      writer.finish(Summary.of(List.of(), Map.of(), 0));
    }
    Path out = folder.resolve("x.mcap");
    try (Rollout rollout = Rollouts.open(file)) {
      McapExport.Report report =
          new McapExport(rollout, RequestedTicks.ALL, out).run(Progress.SILENT, new Cancellation());
      assertEquals(4 * TICKS, report.messages());
    }
    return out;
  }

  /// What differs from the recording, read by the format's rules alone.
  private static String differences(byte[] file) throws IOException {
    byte[] magic = {(byte) 0x89, 'M', 'C', 'A', 'P', 0x30, '\r', '\n'};
    assertArrayEquals(magic, Arrays.copyOf(file, 8));
    assertArrayEquals(magic, Arrays.copyOfRange(file, file.length - 8, file.length));
    ByteBuffer all = ByteBuffer.wrap(file, 8, file.length - 16).order(ByteOrder.LITTLE_ENDIAN);
    Map<Integer, String> topics = new HashMap<>();
    int messages = 0;
    while (all.hasRemaining()) {
      int opcode = all.get();
      ByteBuffer content = part(all, all.getLong());
      if (opcode == 4) {
        int id = content.getShort();
        content.getShort();
        topics.put(id, text(content));
      } else if (opcode == 6) {
        content.position(24);
        int crc = content.getInt();
        text(content);
        ByteBuffer records = part(content, content.getLong());
        CRC32 checksum = new CRC32();
        checksum.update(records.duplicate());
        if ((int) checksum.getValue() != crc) {
          return "the checksum of a chunk";
        }
        while (records.hasRemaining()) {
          assertEquals(5, records.get());
          ByteBuffer message = part(records, records.getLong());
          String wrong = message(topics, message);
          if (!wrong.isEmpty()) {
            return wrong;
          }
          messages++;
        }
      }
    }
    return messages == 4 * TICKS ? "" : messages + " messages";
  }

  private static String message(Map<Integer, String> topics, ByteBuffer message)
      throws IOException {
    String topic = topics.get((int) message.getShort());
    message.getInt();
    long time = message.getLong();
    message.getLong();
    JsonNode json = JSON.readTree(StandardCharsets.UTF_8.decode(message).toString());
    int tick = (int) (time / 100_000_000);
    if ("/poses".equals(topic)) {
      double x = json.path("poses").get(1).path("position").path("x").asDouble();
      return x == pose(tick, 3) ? "" : "pose " + x + " at tick " + tick;
    }
    if ("/agent/1/metrics".equals(topic)) {
      boolean same = json.path("tick").asInt() == tick && json.path("reward").asInt() == -tick;
      return same ? "" : json + " at tick " + tick;
    }
    return "";
  }

  private static ByteBuffer part(ByteBuffer from, long length) {
    ByteBuffer part = from.slice(from.position(), (int) length).order(ByteOrder.LITTLE_ENDIAN);
    from.position(from.position() + (int) length);
    return part;
  }

  private static String text(ByteBuffer from) {
    return StandardCharsets.UTF_8.decode(part(from, from.getInt())).toString();
  }

  @Test
  void posesAndMetricsAreThoseOfTheirTick() throws IOException {
    assertEquals("", differences(Files.readAllBytes(export())));
  }

  @Test
  void aFlippedByteInAChunkIsFound() throws IOException {
    byte[] bytes = Files.readAllBytes(export());
    bytes[bytes.length / 2] ^= 1;
    assertTrue(!differences(bytes).isEmpty());
  }

  @Test
  void theReadersOfMcapReadIt() throws Exception {
    Path out = export();
    String modules = System.getProperty("hindsight.node.modules", "");
    ProcessBuilder node =
        new ProcessBuilder(
            "node",
            "-e",
            """
            const {McapIndexedReader} = require('@mcap/core'); const fs = require('fs');
            (async () => {
              const b = fs.readFileSync(process.argv[1]);
              const readable = {size: async () => BigInt(b.length), read: async (o, l) => new Uint8Array(b.subarray(Number(o), Number(o + l)))};
              const r = await McapIndexedReader.Initialize({readable});
              let n = 0; for await (const m of r.readMessages()) { JSON.parse(Buffer.from(m.data)); n++; }
              console.log(n);
            })();
            """,
            out.toString());
    if (!modules.isEmpty()) {
      node.environment().put("NODE_PATH", modules);
    }
    String said;
    int code;
    try {
      Process process = node.redirectErrorStream(true).start();
      said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      assertTrue(process.waitFor(60, TimeUnit.SECONDS));
      code = process.exitValue();
    } catch (IOException _) {
      said = "";
      code = 1;
    }
    assumeTrue(
        code == 0 || !(said.isEmpty() || said.contains("Cannot find module")),
        "skipped: there is no node with @mcap/core (set NODE_PATH)");
    assertEquals("" + 4 * TICKS, said);
  }
}
