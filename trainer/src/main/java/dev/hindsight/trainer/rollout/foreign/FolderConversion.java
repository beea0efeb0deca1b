package dev.hindsight.trainer.rollout.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.CacheCleanup;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.RolloutWriter;
import dev.hindsight.trainer.rollout.Summary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/// A folder as one recording, converted at the first request, and again when one of its files has
/// changed.
///
/// @param source the folder
/// @param cache folder of converted recordings
record FolderConversion(InspectionFolder source, Path cache) {
  /// Increased when the same folder gives another recording.
  private static final int VERSION = 2;

  /// The converted recording. Those of other folders are deleted a month after their last use.
  Path file() {
    Path file = cache.resolve(key() + ".rollout");
    if (!Files.isRegularFile(file)) {
      convert(file);
    }
    CacheCleanup.keepFiles(cache, file.getFileName().toString()::equals);
    return file;
  }

  private void convert(Path file) {
    ForeignColumns columns = ForeignColumns.of(source);
    try {
      Files.createDirectories(cache);
      List<Column> all = columns.all();
      try (AtomicFile fresh = AtomicFile.beside(file)) {
        try (RolloutWriter writer = RolloutWriter.create(fresh.path(), columns.manifest(), all)) {
          for (int tick = 0; tick < columns.ticks(); tick++) {
            columns.write(tick, writer);
            writer.endTick();
          }
          Summary _ = writer.finish(Summary.of(List.of(), Map.of(), 0));
        }
        long _ = fresh.publish();
      }
    } catch (IOException e) {
      throw new Problem(
          wording("FolderConversion.the_converted_recording_cannot_be"),
          cache.toString(),
          wording("FolderConversion.free_disk_space_there"),
          e);
    }
  }

  /// A key that identifies the folder and its present state.
  private String key() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update((byte) VERSION);
      for (Path each : source.files()) {
        String line =
            each.toRealPath()
                + " "
                + Files.size(each)
                + " "
                + Files.getLastModifiedTime(each).toMillis()
                + "\n";
        digest.update(line.getBytes(StandardCharsets.UTF_8));
      }
      return HexFormat.of().formatHex(digest.digest()).substring(0, 32);
    } catch (IOException e) {
      throw new Problem(
          wording("FolderConversion.it_cannot_be_read"),
          source.folder().toString(),
          wording("FolderConversion.check_its_permissions"),
          e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
