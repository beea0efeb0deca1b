package dev.hindsight.trainer.run.ledger;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.UpdateReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/// The complete metrics of every update of a run, one line of JSON each. One owner thread writes;
/// any thread or process may read.
public final class MetricsLog implements AutoCloseable {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  /// Most lines that are in memory at once.
  private static final int TOGETHER = 1000;

  private final Path file;
  private final FileChannel channel;

  private MetricsLog(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /// Opens or creates the log of a run. Lines of updates that are not in the checkpoint are cut
  /// off, because those updates will run again.
  ///
  /// @param updates number of updates in the checkpoint
  public static MetricsLog open(Path file, long updates) {
    try {
      String text =
          Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
      String kept = kept(text, updates);
      if (!kept.equals(text)) {
        // Beside the log and then in its place: whoever kills this process loses no update.
        AtomicFile.write(file, kept.getBytes(StandardCharsets.UTF_8));
      }
      return new MetricsLog(
          file,
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.APPEND));
    } catch (IOException e) {
      throw problem(file, e);
    }
  }

  /// The whole lines of a log up to an update, as they are.
  private static String kept(String text, long updates) {
    StringBuilder kept = new StringBuilder();
    for (int from = 0, end; (end = text.indexOf('\n', from)) >= 0; from = end + 1) {
      String line = text.substring(from, end);
      if (report(line).filter(report -> report.update() <= updates).isPresent()) {
        kept.append(line).append('\n');
      }
    }
    return kept.toString();
  }

  /// Adds an update.
  ///
  /// @throws Problem if it cannot be written
  public void append(UpdateReport report) {
    appendAll(List.of(report));
  }

  /// Adds updates and waits for the disk once, not after each.
  ///
  /// @throws Problem if they cannot be written
  public void appendAll(List<UpdateReport> reports) {
    try {
      for (int from = 0; from < reports.size(); from += TOGETHER) {
        write(reports.subList(from, Math.min(reports.size(), from + TOGETHER)));
      }
      channel.force(false);
    } catch (IOException e) {
      throw problem(file, e);
    }
  }

  private void write(List<UpdateReport> reports) throws IOException {
    StringBuilder lines = new StringBuilder();
    reports.forEach(report -> lines.append(line(report)).append('\n'));
    ByteBuffer bytes = ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /// Reads all updates, oldest first; skips an incomplete line at the end.
  ///
  /// @throws Problem if the file cannot be read; a missing file counts as empty
  public static List<UpdateReport> read(Path file) {
    return text(file).lines().flatMap(line -> report(line).stream()).toList();
  }

  /// How many lines are no update. The last one is none of them if it has no end: that is what a
  /// process leaves that was killed, or has written so far.
  ///
  /// @throws Problem if the file cannot be read; a missing file counts as empty
  public static long unreadable(Path file) {
    String text = text(file);
    return text.substring(0, text.lastIndexOf('\n') + 1)
        .lines()
        .filter(line -> report(line).isEmpty())
        .count();
  }

  /// What is wrong if a run's folder lacks measurements of updates that the ledger knows of: files
  /// were deleted, moved or cut off.
  ///
  /// @return empty if nothing is
  public static Optional<Problem> lacking(RunRecord run) {
    RunFolder folder = RunFolder.of(run);
    long finished = run.progress().map(RunProgress::updates).orElse(0L);
    if (finished == 0) {
      return Optional.empty();
    }
    if (!Files.isDirectory(folder.path())) {
      return Optional.of(folder.gone());
    }
    List<UpdateReport> reports = read(folder.metrics());
    long last = reports.isEmpty() ? 0 : reports.getLast().update();
    return last >= finished
        ? Optional.empty()
        : Optional.of(
            new Problem(
                last == 0
                    ? wording("MetricsLog.no_update_is_left", finished)
                    : wording("MetricsLog.later_updates_are_missing", last, finished),
                folder.metrics().toString(),
                wording("MetricsLog.restore_the_file")));
  }

  private static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (NoSuchFileException _) {
      return "";
    } catch (IOException e) {
      throw problem(file, e);
    }
  }

  /// An update as a line of JSON.
  public static String line(UpdateReport report) {
    try {
      return JSON.writeValueAsString(report);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an update that is not JSON: " + report, e);
    }
  }

  private static Optional<UpdateReport> report(String line) {
    try {
      return Optional.ofNullable(JSON.readValue(line, UpdateReport.class));
    } catch (JsonProcessingException _) {
      return Optional.empty();
    }
  }

  private static Problem problem(Path file, IOException e) {
    return new Problem(
        wording("MetricsLog.the_metrics_of_updates_cannot_be"),
        file.toString(),
        wording("MetricsLog.free_disk_space_and_check_permissions"),
        e);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw problem(file, e);
    }
  }
}
