package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.zip.ZipArchive;
import dev.hindsight.trainer.rollout.zip.ZipMember;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/// The chunks of one channel in a file. Immutable.
final class StoredChunks {
  private final ZipArchive archive;
  private final String where;
  private final List<ZipMember> members;

  /// @param members one per chunk, in order
  StoredChunks(ZipArchive archive, String where, List<ZipMember> members) {
    this.archive = archive;
    this.where = where;
    this.members = List.copyOf(members);
  }

  /// Number of chunks.
  int count() {
    return members.size();
  }

  /// The header of a chunk.
  NpyHeader header(int chunk) {
    ZipMember member = members.get(chunk);
    MemorySegment content = archive.content(member);
    String place = where + " " + member.name();
    NpyHeader header =
        NpyHeader.parse(
            content.asSlice(0, Math.min(content.byteSize(), 1 << 14)).asByteBuffer(), place);
    header.checkLength(content.byteSize(), place);
    if (header.fortran()) {
      throw new Problem(
          "the array lies in column-major order", place, "store numpy.ascontiguousarray of it");
    }
    return header;
  }

  /// The elements of a chunk.
  ///
  /// @param dtype expected element type
  /// @param shape expected shape
  /// @throws Problem if the file holds something else
  MemorySegment elements(int chunk, Dtype dtype, int[] shape) {
    NpyHeader header = header(chunk);
    if (header.dtype() != dtype || !Arrays.equals(header.shape(), shape)) {
      String held = header.dtype().code() + " " + Arrays.toString(header.shape());
      String announced = dtype.code() + " " + Arrays.toString(shape);
      throw new Problem(
          "it holds " + held + " where " + announced + " was announced",
          where + " " + members.get(chunk).name(),
          "write every chunk but the last with chunkTicks rows of one shape");
    }
    return archive.content(members.get(chunk)).asSlice(header.length());
  }

  /// Whether a chunk's bytes match its checksum.
  boolean intact(int chunk) {
    return archive.intact(members.get(chunk));
  }
}
