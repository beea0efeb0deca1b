package dev.hindsight.trainer.rollout.foreign.mcap;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/// Writes MCAP (mcap.dev/spec): messages in uncompressed chunks, with an index of each chunk and a
/// summary at the end. Little-endian; every record is an opcode, a length and its content. One
/// owner thread.
final class McapWriter {
  private static final byte[] MAGIC = {(byte) 0x89, 'M', 'C', 'A', 'P', 0x30, '\r', '\n'};
  private static final int CHUNK = 1 << 20;

  private static final int HEADER = 1;
  private static final int FOOTER = 2;
  private static final int SCHEMA = 3;
  private static final int CHANNEL = 4;
  private static final int MESSAGE = 5;
  private static final int CHUNK_RECORD = 6;
  private static final int MESSAGE_INDEX = 7;
  private static final int CHUNK_INDEX = 8;
  private static final int STATISTICS = 11;
  private static final int DATA_END = 15;

  private final OutputStream out;
  private long at;
  private final List<byte[]> declared = new ArrayList<>();
  private final List<byte[]> chunkIndexes = new ArrayList<>();
  private final Map<Integer, Long> counts = new LinkedHashMap<>();
  private final Map<Integer, Content> index = new LinkedHashMap<>();
  private Content chunk = new Content();
  private long chunkBegin;
  private long chunkEnd;
  private long begin = -1;
  private long end;
  private long messages;
  private int schemas;

  McapWriter(OutputStream out, String library) throws IOException {
    this.out = out;
    raw(MAGIC);
    record(HEADER, new Content().text("").text(library));
  }

  /// Declares what messages of a topic are.
  ///
  /// @param schema in the language of JSON Schema
  /// @return number of the channel
  int channel(String topic, String name, String schema) throws IOException {
    int id = ++schemas;
    byte[] json = schema.getBytes(StandardCharsets.UTF_8);
    Content described =
        new Content().u2(id).text(name).text("jsonschema").u4(json.length).bytes(json);
    Content opened = new Content().u2(id).u2(id).text(topic).text("json").u4(0);
    declared.add(framed(SCHEMA, described));
    declared.add(framed(CHANNEL, opened));
    raw(framed(SCHEMA, described));
    raw(framed(CHANNEL, opened));
    counts.put(id, 0L);
    return id;
  }

  /// Adds a message; times must not decrease.
  ///
  /// @param nanoseconds since the recording began
  void message(int channel, long nanoseconds, byte[] json) throws IOException {
    long sequence = counts.merge(channel, 1L, Long::sum) - 1;
    if (chunk.size() == 0) {
      chunkBegin = nanoseconds;
    }
    index.computeIfAbsent(channel, _ -> new Content()).u8(nanoseconds).u8(chunk.size());
    chunk.bytes(
        framed(
            MESSAGE,
            new Content().u2(channel).u4(sequence).u8(nanoseconds).u8(nanoseconds).bytes(json)));
    chunkEnd = nanoseconds;
    begin = begin < 0 ? nanoseconds : begin;
    end = nanoseconds;
    messages++;
    if (chunk.size() > CHUNK) {
      endChunk();
    }
  }

  private void endChunk() throws IOException {
    if (chunk.size() == 0) {
      return;
    }
    byte[] records = chunk.array();
    CRC32 crc = new CRC32();
    crc.update(records);
    long start = at;
    record(
        CHUNK_RECORD,
        new Content()
            .u8(chunkBegin)
            .u8(chunkEnd)
            .u8(records.length)
            .u4(crc.getValue())
            .text("")
            .u8(records.length)
            .bytes(records));
    long length = at - start;
    Content offsets = new Content();
    for (Map.Entry<Integer, Content> each : index.entrySet()) {
      offsets.u2(each.getKey()).u8(at);
      byte[] entries = each.getValue().array();
      record(MESSAGE_INDEX, new Content().u2(each.getKey()).u4(entries.length).bytes(entries));
    }
    chunkIndexes.add(
        framed(
            CHUNK_INDEX,
            new Content()
                .u8(chunkBegin)
                .u8(chunkEnd)
                .u8(start)
                .u8(length)
                .u4(offsets.size())
                .bytes(offsets.array())
                .u8(at - start - length)
                .text("")
                .u8(records.length)
                .u8(records.length)));
    chunk = new Content();
    index.clear();
  }

  /// Writes what remains and the summary.
  void finish() throws IOException {
    endChunk();
    record(DATA_END, new Content().u4(0));
    long summary = at;
    for (byte[] each : declared) {
      raw(each);
    }
    for (byte[] each : chunkIndexes) {
      raw(each);
    }
    Content perChannel = new Content();
    counts.forEach((channel, count) -> perChannel.u2(channel).u8(count));
    record(
        STATISTICS,
        new Content()
            .u8(messages)
            .u2(schemas)
            .u4(schemas)
            .u4(0)
            .u4(0)
            .u4(chunkIndexes.size())
            .u8(Math.max(0, begin))
            .u8(end)
            .u4(perChannel.size())
            .bytes(perChannel.array()));
    record(FOOTER, new Content().u8(summary).u8(0).u4(0));
    raw(MAGIC);
  }

  private void record(int opcode, Content content) throws IOException {
    raw(framed(opcode, content));
  }

  private static byte[] framed(int opcode, Content content) {
    return new Content().u1(opcode).u8(content.size()).bytes(content.array()).array();
  }

  private void raw(byte[] bytes) throws IOException {
    out.write(bytes);
    at += bytes.length;
  }

  /// Bytes that are put together.
  private static final class Content {
    private final ByteArrayOutputStream all = new ByteArrayOutputStream();

    Content u1(int value) {
      all.write(value);
      return this;
    }

    Content u2(int value) {
      return number(value, Short.BYTES);
    }

    Content u4(long value) {
      return number(value, Integer.BYTES);
    }

    Content u8(long value) {
      return number(value, Long.BYTES);
    }

    private Content number(long value, int size) {
      byte[] little =
          ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
      all.write(little, 0, size);
      return this;
    }

    Content text(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return u4(bytes.length).bytes(bytes);
    }

    Content bytes(byte[] bytes) {
      all.writeBytes(bytes);
      return this;
    }

    int size() {
      return all.size();
    }

    byte[] array() {
      return all.toByteArray();
    }
  }
}
