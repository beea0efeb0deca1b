package dev.hindsight.trainer.fleet.keys;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// The few forms of DER (ITU-T X.690) that a certificate consists of.
final class DerBytes {
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;
  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int OCTET_STRING = 0x04;
  private static final int OBJECT = 0x06;
  private static final int UTF8 = 0x0c;
  private static final int TIME = 0x18;
  private static final int CONSTRUCTED = 0xa0;
  private static final int LONG_FORM = 0x80;
  private static final int SEVEN_BITS = 0x7f;
  private static final DateTimeFormatter GENERALIZED =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  private DerBytes() {}

  static byte[] sequence(byte[]... parts) {
    return tagged(SEQUENCE, joined(parts));
  }

  static byte[] set(byte[]... parts) {
    return tagged(SET, joined(parts));
  }

  static byte[] integer(BigInteger value) {
    return tagged(INTEGER, value.toByteArray());
  }

  static byte[] yes() {
    return new byte[] {1, 1, (byte) 0xff};
  }

  static byte[] octets(byte[] content) {
    return tagged(OCTET_STRING, content);
  }

  /// @param unused number of bits at the end that do not count
  static byte[] bits(int unused, byte[] content) {
    return tagged(BIT_STRING, joined(new byte[] {(byte) unused}, content));
  }

  static byte[] text(String text) {
    return tagged(UTF8, text.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] time(Instant instant) {
    return tagged(TIME, GENERALIZED.format(instant).getBytes(StandardCharsets.US_ASCII));
  }

  /// @param number of the field, from 0
  static byte[] field(int number, byte[] content) {
    return tagged(CONSTRUCTED | number, content);
  }

  /// @param dotted as `2.5.4.3`
  static byte[] object(String dotted) {
    String[] arcs = dotted.split("\\.", -1);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(Integer.parseInt(arcs[0]) * 40 + Integer.parseInt(arcs[1]));
    for (int i = 2; i < arcs.length; i++) {
      long arc = Long.parseLong(arcs[i]);
      int bytesOfArc = 1;
      while (arc >>> (7 * bytesOfArc) != 0) {
        bytesOfArc++;
      }
      for (int k = bytesOfArc - 1; k >= 0; k--) {
        bytes.write(((int) (arc >>> (7 * k)) & SEVEN_BITS) | (k > 0 ? LONG_FORM : 0));
      }
    }
    return tagged(OBJECT, bytes.toByteArray());
  }

  private static byte[] tagged(int tag, byte[] content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(tag);
    if (content.length < LONG_FORM) {
      bytes.write(content.length);
    } else {
      byte[] length = BigInteger.valueOf(content.length).toByteArray();
      int from = length[0] == 0 ? 1 : 0;
      bytes.write(LONG_FORM | (length.length - from));
      bytes.write(length, from, length.length - from);
    }
    bytes.writeBytes(content);
    return bytes.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }
}
