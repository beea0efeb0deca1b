package dev.hindsight.trainer.run.ledger;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The whole state of a run in one file that is also a policy: weights, the optimiser's memory,
/// counters, and their origin.
///
/// Random numbers need no state: each is a function of the seed, the update and its purpose, in
/// environments too.
public final class RunCheckpoint {
  /// Metadata key that training adds to those of [dev.hindsight.trainer.policy.CheckpointOrigin].
  private static final String RUN = "run";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private RunCheckpoint() {}

  /// The value of [#RUN].
  private record TrainedRunJson(String id, JsonNode progress) {}

  /// Writes the file, completely or not at all.
  ///
  /// @param about metadata that does not change during the run: the origin of the weights
  public static void write(
      Path file,
      Algorithm algorithm,
      Map<String, JsonNode> about,
      RunId run,
      RunProgress progress) {
    List<Tensor> tensors = new ArrayList<>(algorithm.weights());
    tensors.addAll(algorithm.optimiser());
    write(file, tensors, about, run, progress);
  }

  /// Writes the weights alone: a policy from which no run can be resumed. Parameters as for
  /// [#write].
  public static void writePolicy(
      Path file,
      Algorithm algorithm,
      Map<String, JsonNode> about,
      RunId run,
      RunProgress progress) {
    write(file, algorithm.weights(), about, run, progress);
  }

  private static void write(
      Path file,
      List<Tensor> tensors,
      Map<String, JsonNode> about,
      RunId run,
      RunProgress progress) {
    Map<String, JsonNode> metadata = new LinkedHashMap<>(about);
    metadata.put(
        RUN, JSON.valueToTree(new TrainedRunJson(run.text(), LedgerJson.progress(progress))));
    Checkpoints.write(file, tensors, metadata);
  }

  /// The run and its last update, as `run` and `update`; empty for a file that training did not
  /// write.
  public static Map<String, JsonNode> version(Checkpoint checkpoint) {
    JsonNode run = checkpoint.metadata().get(RUN);
    return run == null || !run.path("id").isTextual()
        ? Map.of()
        : Map.of("run", run.path("id"), "update", run.path("progress").path("updates"));
  }

  /// The progress of the run when the file was written.
  ///
  /// @throws Problem for a file that training did not write, or that was changed since
  public static RunProgress progress(Checkpoint checkpoint) {
    try {
      return Optional.ofNullable(checkpoint.metadata().get(RUN))
          .map(run -> run.path("progress"))
          .filter(JsonNode::isObject)
          .map(LedgerJson::progress)
          .orElseThrow(() ->
              new Problem(
                  wording("RunCheckpoint.it_does_not_say_how_far"),
                  checkpoint.name(),
                  wording("RunCheckpoint.take_latest_safetensors_of_a_run")));
    } catch (IllegalArgumentException e) {
      throw new Problem(
          wording("RunCheckpoint.it_does_not_say_how_far"),
          checkpoint.name(),
          wording("RunCheckpoint.take_latest_safetensors_of_a_run"),
          e);
    }
  }

  /// Copies a checkpoint over another one.
  ///
  /// @throws Problem if it cannot be written; the other one is then as it was
  public static void copy(Path from, Path to) {
    try {
      AtomicFile.copy(from, to);
    } catch (IOException e) {
      throw new Problem(
          wording("RunCheckpoint.the_checkpoint_cannot_be_saved"),
          to.toString(),
          wording("RunCheckpoint.free_disk_space_then_resume_the"),
          e);
    }
  }
}
