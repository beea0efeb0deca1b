package dev.hindsight.trainer.rollout.zip;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Writes an archive of stored members from front to back; every header is complete when it is
/// written, so that the bytes on disk can be salvaged at any time.
///
/// Contents begin at multiples of 64 bytes, so that readers can map aligned numbers. All dates are
/// 1980-01-01: the same members give the same bytes. Keeps some 100 bytes per member until the end.
/// One owner thread.
public final class ZipWriter {
  /// Contents begin at multiples of this.
  public static final int ALIGNMENT = 64;

  private static final int PADDING_LEAST = 6;
  private static final short VERSION = 10;
  private static final short VERSION_ZIP64 = 45;
  private static final int MADE_BY_UNIX = 3 << 8 | VERSION_ZIP64;
  private static final int DATE_1980_01_01 = 0x21;
  private static final int READABLE_FILE = 0100644 << 16;

  private final ZipTarget target;
  private final long full32;
  private final int full16;
  private final ByteArrayOutputStream directory = new ByteArrayOutputStream();
  private long position;
  private long count;

  /// Starts an archive at an empty target.
  public ZipWriter(ZipTarget target) {
    this(target, ZipFormat.FULL32, ZipFormat.FULL16);
  }

  /// The same with lower limits from which ZIP64 is used.
  ZipWriter(ZipTarget target, long full32, int full16) {
    this.target = target;
    this.full32 = full32;
    this.full16 = full16;
  }

  /// Bytes written so far.
  public long position() {
    return position;
  }

  /// Writes a member.
  ///
  /// @param parts its content, one after the other, less than 4 GiB; their positions are moved to
  ///   their limits
  public ZipPlace member(String name, ByteBuffer... parts) throws IOException {
    ZipContent content = ZipContent.of(name, parts);
    enter(position, content);
    ByteBuffer[] all = new ByteBuffer[parts.length + 1];
    all[0] = header(position, content);
    System.arraycopy(parts, 0, all, 1, parts.length);
    long begin = position + all[0].remaining();
    write(begin + content.size(), all);
    return new ZipPlace(begin, content.size(), content.crc());
  }

  /// Starts members that will appear together.
  ///
  /// @param first name of the first of them
  /// @param head start of its content
  /// @param rest number of content bytes after that, to be [appended][ZipBatch#append]
  public ZipBatch batch(String first, ByteBuffer head, int rest) {
    return new ZipBatch(this, first, head, rest);
  }

  /// Writes the directory, after which nothing can be added.
  public void finish() throws IOException {
    long start = position;
    long size = directory.size();
    write(start + size, ByteBuffer.wrap(directory.toByteArray()));
    ByteBuffer end =
        little(ZipFormat.END64_LENGTH + ZipFormat.LOCATOR_LENGTH + ZipFormat.END_LENGTH);
    if (count >= full16 || start >= full32 || size >= full32) {
      end.putInt(ZipFormat.END64).putLong(ZipFormat.END64_LENGTH - 12);
      end.putShort((short) MADE_BY_UNIX).putShort(VERSION_ZIP64).putInt(0).putInt(0);
      end.putLong(count).putLong(count).putLong(size).putLong(start);
      end.putInt(ZipFormat.LOCATOR).putInt(0).putLong(start + size).putInt(1);
    }
    short shortCount = (short) (count >= full16 ? ZipFormat.FULL16 : count);
    end.putInt(ZipFormat.END).putInt(0).putShort(shortCount).putShort(shortCount);
    end.putInt((int) (size >= full32 ? ZipFormat.FULL32 : size));
    end.putInt((int) (start >= full32 ? ZipFormat.FULL32 : start)).putShort((short) 0);
    end.flip();
    write(position + end.remaining(), end);
  }

  /// The bytes before a member's content.
  static ByteBuffer header(long position, ZipContent member) {
    byte[] name = member.name();
    long unpadded = position + ZipFormat.LOCAL_LENGTH + name.length;
    int padding = (int) (Math.ceilDiv(unpadded, ALIGNMENT) * ALIGNMENT - unpadded);
    if (padding > 0 && padding < PADDING_LEAST) {
      padding += ALIGNMENT;
    }
    ByteBuffer header = little(ZipFormat.LOCAL_LENGTH + name.length + padding);
    header.putInt(ZipFormat.LOCAL).putShort(VERSION);
    common(header, member).putShort((short) padding).put(name);
    if (padding > 0) {
      header.putShort((short) ZipFormat.PADDING_EXTRA).putShort((short) (padding - 4));
      header.putShort((short) ALIGNMENT);
    }
    return header.clear();
  }

  /// Adds a member to the directory.
  void enter(long at, ZipContent member) {
    byte[] name = member.name();
    boolean far = at >= full32;
    byte[] bytes = new byte[ZipFormat.ENTRY_LENGTH + name.length + (far ? 12 : 0)];
    ByteBuffer entry = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    entry.putInt(ZipFormat.ENTRY).putShort((short) MADE_BY_UNIX);
    entry.putShort(far ? VERSION_ZIP64 : VERSION);
    common(entry, member).putShort((short) (far ? 12 : 0));
    entry.putShort((short) 0).putShort((short) 0).putShort((short) 0).putInt(READABLE_FILE);
    entry.putInt((int) (far ? ZipFormat.FULL32 : at)).put(name);
    if (far) {
      entry.putShort((short) ZipFormat.ZIP64_EXTRA).putShort((short) 8).putLong(at);
    }
    directory.writeBytes(bytes);
    count++;
  }

  /// The common part of local headers and directory entries: from the flags to the length of the
  /// name.
  private static ByteBuffer common(ByteBuffer target, ZipContent member) {
    target.putShort((short) ZipFormat.UTF8).putShort((short) 0);
    target.putShort((short) 0).putShort((short) DATE_1980_01_01);
    target.putInt(member.crc()).putInt(member.size()).putInt(member.size());
    return target.putShort((short) member.name().length);
  }

  ZipTarget target() {
    return target;
  }

  /// Sets the end of everything written.
  void moveTo(long end) {
    position = end;
  }

  private void write(long end, ByteBuffer... buffers) throws IOException {
    target.write(position, buffers);
    position = end;
  }

  private static ByteBuffer little(int capacity) {
    return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
  }
}
