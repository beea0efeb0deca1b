package dev.hindsight.trainer.env.gym;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// A frame of the protocol with the Python process: `HSGY`, version (u1), kind (u1), zero (u2),
/// length (u4), then the payload; all little-endian. See `docs/gymnasium.md`.
///
/// @param kind one of the constants
/// @param payload little-endian
record GymFrame(int kind, ByteBuffer payload) {
  /// Version of the protocol.
  static final int PROTOCOL = 1;

  /// To the process: which environment to make, as JSON.
  static final int CONFIGURE = 1;

  /// To the process: reset with a seed (i8).
  static final int RESET = 2;

  /// To the process: numbers of all agents' actions, `<f8 [A, W]`.
  static final int STEP = 3;

  /// To the process: draw the present state.
  static final int RENDER = 4;

  /// To the process: end.
  static final int CLOSE = 5;

  /// From the process: who it is, as JSON.
  static final int HELLO = 17;

  /// From the process: agents, spaces and limits, as JSON.
  static final int SPACES = 18;

  /// From the process: see [GymResult].
  static final int RESULT = 19;

  /// From the process: width (u2), height (u2), then RGB bytes from the top.
  static final int PICTURE = 20;

  /// From the process: what failed, as JSON.
  static final int FAILURE = 21;

  private static final byte[] MAGIC = "HSGY".getBytes(StandardCharsets.US_ASCII);
  private static final int HEAD = 12;

  /// Bytes of a payload at most.
  static final int MOST = 1 << 28;

  /// Longest piece of text to show of what was no frame.
  private static final int SHOWN = 200;

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /// What is no frame of this protocol.
  static final class NoFrameException extends IOException {
    private static final long serialVersionUID = 1;

    private NoFrameException(String shown) {
      super(shown);
    }
  }

  /// Another version of the protocol.
  static final class OtherProtocolException extends IOException {
    private static final long serialVersionUID = 1;

    OtherProtocolException(int version) {
      super(wording("GymFrame.it_speaks_another_protocol", version, PROTOCOL));
    }
  }

  /// Writes a frame.
  static void write(OutputStream out, int kind, byte[] payload) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(HEAD).order(ByteOrder.LITTLE_ENDIAN);
    head.put(MAGIC).put((byte) PROTOCOL).put((byte) kind).putShort((short) 0);
    head.putInt(payload.length);
    out.write(head.array());
    out.write(payload);
    out.flush();
  }

  /// Reads a frame.
  ///
  /// @throws NoFrameException with the text that was read instead
  /// @throws OtherProtocolException if its version is another one
  /// @throws IOException also at the end of the stream
  static GymFrame read(DataInputStream in) throws IOException {
    byte[] bytes = new byte[HEAD];
    in.readFully(bytes, 0, MAGIC.length);
    for (int i = 0; i < MAGIC.length; i++) {
      if (bytes[i] != MAGIC[i]) {
        throw new NoFrameException(text(bytes, MAGIC.length, in));
      }
    }
    in.readFully(bytes, MAGIC.length, HEAD - MAGIC.length);
    ByteBuffer head = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int version = head.get(4) & 0xff;
    if (version != PROTOCOL) {
      throw new OtherProtocolException(version);
    }
    int length = head.getInt(8);
    if (length < 0 || length > MOST) {
      throw new NoFrameException("HSGY " + version + ", " + Integer.toUnsignedString(length));
    }
    byte[] payload = new byte[length];
    in.readFully(payload);
    return new GymFrame(head.get(5), ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN));
  }

  /// The first line of what was no frame, as far as it has arrived.
  private static String text(byte[] begun, int count, InputStream in) throws IOException {
    StringBuilder text = new StringBuilder(new String(begun, 0, count, StandardCharsets.UTF_8));
    while (text.length() < SHOWN && text.indexOf("\n") < 0 && in.available() > 0) {
      text.append((char) in.read());
    }
    return text.toString().strip();
  }

  static byte[] json(JsonNode value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("JSON that cannot be written", e);
    }
  }

  /// The payload as JSON.
  ///
  /// @throws NoFrameException if it is none
  JsonNode json() throws NoFrameException {
    byte[] bytes = new byte[payload.remaining()];
    payload.duplicate().get(bytes);
    try {
      return MAPPER.readTree(bytes);
    } catch (IOException _) {
      throw new NoFrameException(Integer.toString(kind));
    }
  }
}
