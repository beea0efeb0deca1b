package dev.hindsight.trainer.rollout.zip;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/// Members that appear all at once; the first one's content can be written bit by bit.
///
/// The signature of the first header is written last. Until then, readers that walk the archive see
/// it end where the batch begins: a crash leaves all members or none. The bytes equal those of the
/// same members written one after the other. One owner thread. A batch to which nothing was
/// [added][#add] can be dropped for another one, and must be if something else was written to the
/// archive after it began ([#inPlace]).
public final class ZipBatch {
  private final ZipWriter zip;
  private final byte[] name;
  private final ByteBuffer head;
  private final int size;
  private final long start;
  private final long content;
  private final CRC32 crc = new CRC32();
  private final List<ByteBuffer> others = new ArrayList<>();
  private int written;
  private long end;

  ZipBatch(ZipWriter zip, String first, ByteBuffer head, int rest) {
    this.zip = zip;
    name = ZipContent.utf8(first);
    this.head = head;
    size = Math.addExact(head.remaining(), rest);
    start = zip.position();
    content = start + ZipWriter.header(start, new ZipContent(name, size, 0)).remaining();
    crc.update(head.duplicate());
    written = head.remaining();
    end = content + size;
  }

  /// Whether the archive still ends where this batch begins.
  public boolean inPlace() {
    return zip.position() == start;
  }

  /// Writes the next bytes of the first member's content.
  public void append(ByteBuffer bytes) throws IOException {
    long at = content + written;
    written = Math.addExact(written, bytes.remaining());
    if (written > size) {
      throw new IllegalArgumentException("the first member has " + size + " bytes, no more");
    }
    crc.update(bytes.duplicate());
    zip.target().write(at, bytes);
  }

  /// Adds a member after the others; the first one must be complete.
  ///
  /// @param parts its content, one after the other; must not change before [#commit]
  public ZipPlace add(String member, ByteBuffer... parts) {
    if (others.isEmpty()) {
      enterFirst();
    }
    ZipContent own = ZipContent.of(member, parts);
    zip.enter(end, own);
    ByteBuffer header = ZipWriter.header(end, own);
    long begin = end + header.remaining();
    others.add(header);
    others.addAll(List.of(parts));
    end = begin + own.size();
    return new ZipPlace(begin, own.size(), own.crc());
  }

  /// Makes the members appear.
  ///
  /// @return the place of the first one
  public ZipPlace commit() throws IOException {
    if (others.isEmpty()) {
      enterFirst();
    } else {
      zip.target().write(content + size, others.toArray(ByteBuffer[]::new));
    }
    ByteBuffer header = ZipWriter.header(start, first());
    ByteBuffer signature = header.slice(0, Integer.BYTES);
    zip.target().write(start + Integer.BYTES, header.position(Integer.BYTES), head);
    // Only four bytes: a header cut off anywhere does not count.
    zip.target().write(start, signature);
    zip.moveTo(end);
    return new ZipPlace(content, size, first().crc());
  }

  private void enterFirst() {
    if (written != size) {
      throw new IllegalStateException("the first member lacks " + (size - written) + " bytes");
    }
    zip.enter(start, first());
  }

  private ZipContent first() {
    return new ZipContent(name, size, (int) crc.getValue());
  }
}
