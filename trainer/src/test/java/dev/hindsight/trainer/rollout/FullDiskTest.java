package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.zip.ZipTarget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class FullDiskTest {
  @TempDir Path folder;

  @Test
  void whatWasWrittenCanStillBeOpened() throws IOException {
    Path file = folder.resolve("x.rollout");
    Path part = RolloutFile.partOf(file);
    Manifest manifest = TestRecordings.manifest(TestRecordings.COLUMNS, 5);
    try (FileChannel channel =
            FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        RolloutWriter writer =
            RolloutWriter.to(
                file,
                RolloutFile.through(file, new SmallDisk(channel, 20_000)),
                manifest,
                TestRecordings.COLUMNS)) {
      Problem problem =
          assertThrows(
              Problem.class,
              () -> {
                for (int tick = 0; tick < 1000; tick++) {
                  TestRecordings.tick(writer, TestRecordings.COLUMNS, tick);
                }
              });
      assertTrue(problem.what().contains("No space left on device"), problem.getMessage());
    }
    assertFalse(Files.exists(file));
    try (Rollout rollout = Rollouts.open(part)) {
      assertFalse(rollout.complete());
      assertTrue(rollout.ticks() > 0);
      assertEquals(0, rollout.ticks() % 5);
    }
  }

  @Test
  void aDiskThatIsFullAtTheVeryEndPublishesNothing() throws IOException {
    Path fits = folder.resolve("fits.rollout");
    TestRecordings.write(fits, TestRecordings.COLUMNS, 6, 5);
    Path file = folder.resolve("x.rollout");
    try (FileChannel channel =
            FileChannel.open(
                RolloutFile.partOf(file), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        RolloutWriter writer =
            RolloutWriter.to(
                file,
                RolloutFile.through(file, new SmallDisk(channel, Files.size(fits) / 2)),
                TestRecordings.manifest(TestRecordings.COLUMNS, 5),
                TestRecordings.COLUMNS)) {
      TestRecordings.tick(writer, TestRecordings.COLUMNS, 0);
      assertThrows(Problem.class, () -> writer.finish(Summary.of(List.of(), Map.of(), 0)));
    }
    assertFalse(Files.exists(file));
  }

  @Test
  void anErrorWhileWritingIsNotLost() throws IOException {
    Path file = folder.resolve("x.rollout");
    try (FileChannel channel =
            FileChannel.open(
                RolloutFile.partOf(file), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        RolloutWriter writer =
            RolloutWriter.to(
                file,
                RolloutFile.through(file, new LittleMemory(new SmallDisk(channel, 1 << 30))),
                TestRecordings.manifest(TestRecordings.COLUMNS, 5),
                TestRecordings.COLUMNS)) {
      assertThrows(
          Problem.class,
          () -> {
            for (int tick = 0; tick < 50; tick++) {
              TestRecordings.tick(writer, TestRecordings.COLUMNS, tick);
            }
            writer.finish(Summary.of(List.of(), Map.of(), 0));
          });
    }
    assertFalse(Files.exists(file));
  }

  /// Has too little memory for one of its writes.
  private static final class LittleMemory implements ZipTarget {
    private final ZipTarget file;
    private int writes;

    LittleMemory(ZipTarget file) {
      this.file = file;
    }

    @Override
    public void write(long position, ByteBuffer... buffers) throws IOException {
      if (++writes == 5) {
        throw new OutOfMemoryError("planted");
      }
      file.write(position, buffers);
    }
  }

  @Test
  void aFolderThatIsNotThereIsAProblemAtOnce() {
    Path file = folder.resolve("missing").resolve("x.rollout");
    Manifest manifest = TestRecordings.manifest(TestRecordings.COLUMNS, 5);
    assertThrows(
        Problem.class, () -> RolloutWriter.create(file, manifest, TestRecordings.COLUMNS).close());
  }

  @Test
  void twoRecordingsCannotHaveOneName() {
    Path file = folder.resolve("x.rollout");
    Manifest manifest = TestRecordings.manifest(TestRecordings.COLUMNS, 5);
    try (RolloutWriter writer = RolloutWriter.create(file, manifest, TestRecordings.COLUMNS)) {
      TestRecordings.tick(writer, TestRecordings.COLUMNS, 0);
      assertThrows(
          Problem.class,
          () -> RolloutWriter.create(file, manifest, TestRecordings.COLUMNS).close());
    }
  }

  /// A file with room for so many bytes.
  private static final class SmallDisk implements ZipTarget {
    private final FileChannel file;
    private long room;

    SmallDisk(FileChannel file, long room) {
      this.file = file;
      this.room = room;
    }

    @Override
    public void write(long position, ByteBuffer... buffers) throws IOException {
      long at = position;
      for (ByteBuffer buffer : buffers) {
        int count = (int) Math.min(room, buffer.remaining());
        boolean fits = count == buffer.remaining();
        room -= count;
        at += file.write(buffer.limit(buffer.position() + count), at);
        if (!fits) {
          throw new IOException("No space left on device");
        }
      }
    }
  }
}
