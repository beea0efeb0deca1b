package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

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
  private final ReadMembers read;
  private final List<ZipMember> members;

  /// @param read notes each chunk when it is first read
  /// @param members one per chunk, in order
  StoredChunks(ZipArchive archive, String where, ReadMembers read, List<ZipMember> members) {
    this.archive = archive;
    this.where = where;
    this.read = read;
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
          wording("StoredChunks.the_array_lies_in_column_major"),
          place,
          wording("StoredChunks.store_numpy_ascontiguousarray_of"));
    }
    return header;
  }

  /// The elements of a chunk.
  ///
  /// @param dtype expected element type
  /// @param shape expected shape
  /// @throws Problem if its bytes do not match their checksum, or the file holds something else
  MemorySegment elements(int chunk, Dtype dtype, int[] shape) {
    if (!intact(chunk)) {
      throw new Problem(
          wording("StoredChunks.this_part_of_the_recording_is"),
          where + " " + members.get(chunk).name(),
          wording("StoredChunks.get_an_undamaged_copy_hindsight"));
    }
    MemorySegment elements =
        archive.content(members.get(chunk)).asSlice(fitting(chunk, dtype, shape).length());
    read.add(members.get(chunk), chunk);
    return elements;
  }

  /// A problem with the numbers of a chunk.
  Problem problem(int chunk, String what, String remedy) {
    return new Problem(what, where + " " + members.get(chunk).name(), remedy);
  }

  /// The header of a chunk, which must be of a type and shape; the bytes after it are not read.
  ///
  /// @throws Problem if the file holds something else
  NpyHeader fitting(int chunk, Dtype dtype, int[] shape) {
    NpyHeader header = header(chunk);
    if (header.dtype() != dtype || !Arrays.equals(header.shape(), shape)) {
      String held = header.dtype().code() + " " + Arrays.toString(header.shape());
      String announced = dtype.code() + " " + Arrays.toString(shape);
      throw new Problem(
          wording("StoredChunks.it_holds_where_was_announced", held, announced),
          where + " " + members.get(chunk).name(),
          wording("StoredChunks.write_every_chunk_but_the_last"));
    }
    return header;
  }

  /// Whether a chunk's bytes match its checksum.
  boolean intact(int chunk) {
    return archive.intact(members.get(chunk));
  }
}
