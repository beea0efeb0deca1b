package dev.hindsight.trainer.run.ledger;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.UpdateReport;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/// All scalars of a run as TensorBoard event files, one for each process that worked on the run.
/// One owner thread.
public final class ScalarEvents implements AutoCloseable {
  private final Path file;
  private final FileChannel channel;

  private ScalarEvents(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /// Starts a file. TensorBoard drops what older files say of later updates.
  ///
  /// @param updates completed so far
  public static ScalarEvents begin(Path folder, long updates) {
    try {
      Files.createDirectories(folder);
      FileChannel channel = null;
      Path file = folder;
      for (int number = 1; channel == null; number++) {
        // TensorBoard reads every file with this word in its name, in order of names.
        file = folder.resolve(String.format("events.out.tfevents.%010d.hindsight", number));
        channel = Files.exists(file) ? null : open(file);
      }
      ScalarEvents events = new ScalarEvents(file, channel);
      events.write(EventRecord.version(now()));
      events.write(EventRecord.sessionStart(now(), updates + 1));
      return events;
    } catch (IOException e) {
      throw problem(folder, e);
    }
  }

  private static FileChannel open(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  /// Adds the measurements of an update.
  public void add(UpdateReport report, RunProgress progress) {
    Map<String, Double> scalars = new LinkedHashMap<>(report.metrics());
    for (int k = 0; k < report.trialScores().size(); k++) {
      addScore(scalars, "trial_" + (k + 1) + "_score", report.trialScores().get(k));
    }
    addScore(scalars, "ada_delta", report.gain());
    scalars.put("agent_steps", (double) progress.agentSteps());
    scalars.put("environment_steps", (double) progress.environmentSteps());
    try {
      write(EventRecord.scalars(now(), report.update(), scalars));
    } catch (IOException e) {
      throw problem(file, e);
    }
  }

  /// Leaves out a score that no trial of the update has.
  private static void addScore(Map<String, Double> scalars, String name, double score) {
    if (!Double.isNaN(score)) {
      scalars.put(name, score);
    }
  }

  private void write(EventRecord record) throws IOException {
    var bytes = record.framed();
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private static double now() {
    return System.currentTimeMillis() / 1e3;
  }

  private static Problem problem(Path place, IOException e) {
    return new Problem(
        wording("ScalarEvents.events_for_tensorboard_cannot_be"),
        place.toString(),
        wording("ScalarEvents.free_disk_space_and_check_permissions"),
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
