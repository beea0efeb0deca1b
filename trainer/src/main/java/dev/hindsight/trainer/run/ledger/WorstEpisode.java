package dev.hindsight.trainer.run.ledger;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.JsonFault;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.WholeJson;
import dev.hindsight.trainer.run.EnvironmentHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The worst of the last episodes of a bucket, in a file of the run's folder: enough to simulate it
/// again.
///
/// @param bucket its number, from 0
/// @param episodeReturn undiscounted return of the episode
/// @param update the update in which it ended, from 1
/// @param history what its environment did, up to its last tick
public record WorstEpisode(
    int bucket, double episodeReturn, long update, EnvironmentHistory history) {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .build();

  /// Writes it as that of its bucket.
  ///
  /// @throws Problem if that fails
  public void write(RunFolder folder) {
    write(folder.worstEpisode(bucket));
  }

  /// Writes it.
  ///
  /// @param file in the run's folder
  /// @throws Problem if that fails
  public void write(Path file) {
    try {
      Files.createDirectories(file.getParent());
      AtomicFile.write(file, JSON.writeValueAsBytes(this));
    } catch (IOException e) {
      throw new Problem(
          wording("WorstEpisode.it_cannot_be_written"),
          file.toString(),
          wording("WorstEpisode.free_disk_space"),
          e);
    }
  }

  /// Reads that of a bucket; empty if the run has none.
  ///
  /// @throws Problem if the file is damaged
  public static Optional<WorstEpisode> read(RunFolder folder, int bucket) {
    return read(folder.worstEpisode(bucket));
  }

  /// Reads a file; empty if it does not exist.
  ///
  /// @throws Problem if it is damaged
  public static Optional<WorstEpisode> read(Path file) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      WorstEpisode read = WholeJson.read(JSON, Files.readString(file), WorstEpisode.class);
      if (!read.history.consistent()) {
        throw new Problem(
            wording("WorstEpisode.it_is_damaged", wording("WorstEpisode.its_numbers_do_not_fit")),
            file.toString(),
            wording("WorstEpisode.delete_it"));
      }
      return Optional.of(read);
    } catch (JsonProcessingException e) {
      throw new Problem(
          wording("WorstEpisode.it_is_damaged", JsonFault.words(e)),
          file.toString(),
          wording("WorstEpisode.delete_it"),
          e);
    } catch (IOException e) {
      throw new Problem(
          wording("WorstEpisode.it_cannot_be_read"),
          file.toString(),
          wording("WorstEpisode.check_permissions"),
          e);
    }
  }
}
