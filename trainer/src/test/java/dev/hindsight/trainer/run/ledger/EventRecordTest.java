package dev.hindsight.trainer.run.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Bytes written down from the wire format of protocol buffers and of TFRecords.
class EventRecordTest {
  @Test
  void theFirstRecordOfAFileIsTheVersionAsTensorBoardWritesIt() {
    // Length 24, its masked checksum; field 1: double 0; field 3: 13 bytes; the masked checksum.
    assertEquals(
        "1800000000000000" + "a37f4b22" + "090000000000000000" + "1a0d" + text("brain.Event:2"),
        hex(EventRecord.version(0)).substring(0, 24 + 48));
  }

  @Test
  void aScalarIsAValueInASummary() {
    String value = "0a0161" + "150000003f";
    String summary = "0a08" + value;
    assertEquals(
        "09" + "000000000000f03f" + "10ac02" + "2a0a" + summary,
        HexFormat.of().formatHex(EventRecord.scalars(1, 300, Map.of("a", 0.5)).message()));
  }

  @Test
  void aSessionBeginsAtTheStepWhereOlderFilesAreVoid() {
    assertEquals(
        "09" + "0000000000000000" + "1007" + "3a020801",
        HexFormat.of().formatHex(EventRecord.sessionStart(0, 7).message()));
  }

  private static String text(String ascii) {
    return HexFormat.of().formatHex(ascii.getBytes(StandardCharsets.US_ASCII));
  }

  private static String hex(EventRecord record) {
    ByteBuffer frame = record.framed();
    byte[] bytes = new byte[frame.remaining()];
    frame.get(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
