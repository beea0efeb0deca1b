package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.HeldFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.zip.ZipArchive;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Opens, follows, reserves and verifies `.rollout` files; for folders of other programs too, see
/// [dev.hindsight.trainer.rollout.foreign.RecordingOpener].
public final class Rollouts {
  private Rollouts() {}

  /// Opens a recording without reading its numbers: the time does not depend on its size.
  ///
  /// A `.part`, or a file that was cut off, is opened up to its last complete chunk, and is not
  /// [Rollout#complete]. A damaged chunk inside the file is found when it is read, or by [#verify].
  ///
  /// @throws Problem if it is not a recording, or is inconsistent
  public static Rollout open(Path file) {
    Arena arena = Arena.ofShared();
    try {
      return of(file, map(file, arena), arena::close);
    } catch (Throwable e) {
      arena.close();
      throw e;
    }
  }

  /// Opens a recording that another process may still be writing; [FollowedRollout#refresh] reads
  /// what was added since.
  ///
  /// @param file the `.part`, or the name the recording will have
  /// @throws Problem as [#open]
  public static FollowedRollout follow(Path file) {
    return new FollowedRollout(file);
  }

  /// Whether a recording of this name is being written, or was left unfinished: a part of it
  /// exists.
  ///
  /// @param file the `.part`, or the name the recording will have
  public static boolean unfinished(Path file) {
    return Files.isRegularFile(RolloutFile.partOf(RolloutFile.wholeOf(file)));
  }

  /// Reserves a name for a future recording, so that no other process takes it meanwhile: creates
  /// an empty part, which the recording later fills and renames.
  ///
  /// @param file the name the recording will have
  /// @return false if such a recording exists, is being written, or was left unfinished
  /// @throws Problem if the place cannot be written
  public static boolean reserve(Path file) {
    if (Files.exists(file)) {
      return false;
    }
    try {
      Files.createFile(RolloutFile.partOf(file));
      return true;
    } catch (FileAlreadyExistsException _) {
      return false;
    } catch (IOException e) {
      throw new Problem(
          wording("Rollouts.the_recording_cannot_be_written", e.getMessage()),
          file.toString(),
          wording("Rollouts.choose_a_folder_you_may_write"),
          e);
    }
  }

  /// Releases a reserved name, if nothing was recorded under it.
  public static void release(Path file) throws IOException {
    Path part = RolloutFile.partOf(file);
    if (Files.exists(part) && Files.size(part) == 0) {
      Files.delete(part);
    }
  }

  /// As [#open], but the file stays mapped as long as any part of it is referenced, and closing
  /// does nothing, so that late readers still find its numbers.
  public static Rollout openLoosely(Path file) {
    return of(file, map(file, Arena.ofAuto()), () -> {});
  }

  /// Opens a recording and checks every byte of it against its checksums.
  ///
  /// @throws Problem naming the first member that differs from what was written
  public static void verify(Path file) {
    try (Arena arena = Arena.ofShared()) {
      verify(file, map(file, arena));
    }
  }

  /// Opens a recording whose bytes are in memory.
  ///
  /// @param unmapping what closing the recording does
  static Rollout of(Path file, MemorySegment bytes, Runnable unmapping) {
    return new RolloutOpening(file, new ZipArchive(bytes, file.toString())).open(unmapping);
  }

  static void verify(Path file, MemorySegment bytes) {
    ZipArchive archive = new ZipArchive(bytes, file.toString());
    Rollout rollout = new RolloutOpening(file, archive).open(() -> {});
    archive.members().forEach(archive::checked);
    // The header of a chunk is checked when the chunk is first read.
    for (Channel channel : rollout.channels()) {
      int step = rollout.manifest().chunkTicks();
      for (int tick = 0; tick < rollout.ticks() && channel.rowLength() > 0; tick += step) {
        double _ = channel.value(tick, 0);
      }
    }
  }

  private static MemorySegment map(Path file, Arena arena) {
    try {
      return HeldFile.read(
          file, channel -> channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena));
    } catch (IOException e) {
      throw Files.exists(file)
          ? new Problem(
              wording("Rollouts.it_cannot_be_read"),
              file.toString(),
              wording("Rollouts.check_the_file_and_its_permissions"),
              e)
          : new Problem(
              wording("Rollouts.there_is_no_such_file"),
              file.toString(),
              wording("Rollouts.check_the_name_and_the_folder"),
              e);
    }
  }
}
