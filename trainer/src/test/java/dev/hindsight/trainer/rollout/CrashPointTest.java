package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.zip.ZipArchive;
import dev.hindsight.trainer.rollout.zip.ZipMember;
import dev.hindsight.trainer.rollout.zip.ZipPlace;
import dev.hindsight.trainer.rollout.zip.ZipTarget;
import dev.hindsight.trainer.rollout.zip.ZipWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The program may die at any byte it writes.
@Timeout(300)
class CrashPointTest {
  private static final int CHUNK_TICKS = 5;
  private static final int TICKS = 3 * CHUNK_TICKS + 2;

  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void name() {
    file = folder.resolve("x.rollout");
  }

  private record Write(long position, byte[] bytes) {}

  @Test
  void atEveryByteThereAreWholeChunksAndNeverFewerThanBefore() throws IOException {
    List<Write> writes = new ArrayList<>();
    record((position, buffers) -> {
      long at = position;
      for (ByteBuffer buffer : buffers) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        writes.add(new Write(at, bytes));
        at += bytes.length;
      }
    });

    DiskImage disk = new DiskImage();
    TreeSet<Integer> seen = new TreeSet<>();
    for (Write write : writes) {
      for (int count = 0; count <= write.bytes().length; count++) {
        disk.write(write.position(), ByteBuffer.wrap(write.bytes(), 0, count));
        int ticks = disk.ticks();
        assertTrue(seen.isEmpty() || ticks >= seen.last(), seen + " and then " + ticks);
        seen.add(ticks);
      }
    }
    assertEquals(List.of(0, 5, 10, 15, TICKS), List.copyOf(seen));
  }

  @Test
  void neverMoreThanAChunkOfTicksIsMissingHoweverSlowTheDisk() throws IOException {
    DiskImage disk = new DiskImage();
    List<Integer> missing = new ArrayList<>();
    IntSupplier[] ended = {() -> 0};
    record(
        (position, buffers) -> {
          // Long enough to run ahead for whoever does not wait.
          for (int spin = 0; spin < 100_000; spin++) {
            Thread.onSpinWait();
          }
          missing.add(ended[0].getAsInt() - disk.ticks());
          disk.write(position, buffers);
        },
        ended);
    assertTrue(missing.stream().allMatch(ticks -> ticks <= CHUNK_TICKS), missing.toString());
    assertTrue(missing.contains(CHUNK_TICKS), "nobody was ahead of the disk: " + missing);
  }

  @Test
  void theBytesAreThoseOfOneMemberAfterTheOther() throws IOException {
    TestRecordings.write(file, TestRecordings.COLUMNS, TICKS, CHUNK_TICKS);
    byte[] bytes = Files.readAllBytes(file);
    assertArrayEquals(rewritten(bytes), bytes);
  }

  @Test
  void somethingFixedMayComeWhileAChunkFills() throws IOException {
    try (RolloutWriter writer =
        RolloutWriter.create(
            file,
            TestRecordings.manifest(TestRecordings.COLUMNS, CHUNK_TICKS),
            TestRecordings.COLUMNS)) {
      for (int tick = 0; tick < TICKS; tick++) {
        if (tick == CHUNK_TICKS + 4) {
          writer.fixed(TestRecordings.ROAD);
        }
        TestRecordings.tick(writer, TestRecordings.COLUMNS, tick);
      }
      writer.finish(Summary.of(List.of(), Map.of(), 0));
    }
    byte[] bytes = Files.readAllBytes(file);
    assertArrayEquals(rewritten(bytes), bytes);
    DiskImage disk = new DiskImage();
    disk.write(0, ByteBuffer.wrap(bytes));
    assertEquals(TICKS, disk.ticks());
  }

  private void record(ZipTarget target) throws IOException {
    record(target, new IntSupplier[1]);
  }

  /// @param ended gets a view of the ticks that have ended
  private void record(ZipTarget target, IntSupplier[] ended) throws IOException {
    Manifest manifest = TestRecordings.manifest(TestRecordings.COLUMNS, CHUNK_TICKS);
    try (RolloutWriter writer =
        RolloutWriter.to(
            file, RolloutFile.through(file, target), manifest, TestRecordings.COLUMNS)) {
      ended[0] = writer::ticks;
      for (int tick = 0; tick < TICKS; tick++) {
        TestRecordings.tick(writer, TestRecordings.COLUMNS, tick);
      }
      writer.finish(Summary.of(List.of(), Map.of(), 0));
    }
  }

  /// The members of an archive, written one after the other.
  private byte[] rewritten(byte[] bytes) throws IOException {
    Path plain = folder.resolve("plain.zip");
    ZipArchive archive = new ZipArchive(MemorySegment.ofArray(bytes), "x.rollout");
    try (FileChannel channel =
        FileChannel.open(plain, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      ZipWriter zip = new ZipWriter(ZipTarget.of(channel));
      for (ZipMember member : archive.members()) {
        ZipPlace _ = zip.member(member.name(), archive.checked(member).asByteBuffer());
      }
      zip.finish();
    }
    return Files.readAllBytes(plain);
  }
}
