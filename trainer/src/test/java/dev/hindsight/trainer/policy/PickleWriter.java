package dev.hindsight.trainer.policy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Writes pickles operation by operation, good and bad ones.
final class PickleWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /// The start of every state dict: protocol 2 and an empty OrderedDict.
  static PickleWriter stateDict() {
    return new PickleWriter().op(0x80, 2).global("collections", "OrderedDict").op(')').op('R');
  }

  /// Raw bytes.
  PickleWriter op(int... bytes) {
    for (int b : bytes) {
      out.write(b);
    }
    return this;
  }

  /// GLOBAL.
  PickleWriter global(String module, String name) {
    return op('c').raw(module + "\n" + name + "\n");
  }

  /// BINUNICODE.
  PickleWriter text(String text) {
    return op('X').four(text.getBytes(StandardCharsets.UTF_8).length).raw(text);
  }

  /// BININT.
  PickleWriter whole(int value) {
    return op('J').four(value);
  }

  /// A tuple of integers, MARK to TUPLE.
  PickleWriter wholes(int... values) {
    op('(');
    for (int value : values) {
      whole(value);
    }
    return op('t');
  }

  /// A dict entry: a tensor that looks at a storage.
  PickleWriter tensor(
      String name, String type, String key, int count, int offset, int[] size, int[] stride) {
    text(name).global("torch._utils", "_rebuild_tensor_v2").op('(');
    op('(')
        .text("storage")
        .global("torch", type)
        .text(key)
        .text("cuda:0")
        .whole(count)
        .op('t', 'Q');
    whole(offset).wholes(size).wholes(stride);
    return op(0x89).global("collections", "OrderedDict").op(')', 'R', 't', 'R', 's');
  }

  /// A dict entry: a float vector that has a storage to itself.
  PickleWriter vector(String name, String key, int count) {
    return tensor(name, "FloatStorage", key, count, 0, new int[] {count}, new int[] {1});
  }

  /// STOP.
  byte[] stop() {
    return op('.').bytes();
  }

  /// What has been written.
  byte[] bytes() {
    return out.toByteArray();
  }

  /// The characters as they are.
  PickleWriter raw(String text) {
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  private PickleWriter four(int value) {
    return op(value & 0xff, value >> 8 & 0xff, value >> 16 & 0xff, value >> 24 & 0xff);
  }
}
