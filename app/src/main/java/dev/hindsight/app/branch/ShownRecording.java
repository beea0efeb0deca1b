package dev.hindsight.app.branch;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Path;
import java.util.Optional;

/// Identifies the recording that a tab shows: a job that opens its file again must not continue
/// another recording that has taken its place.
///
/// @param file the file it is in
/// @param created when it was recorded
/// @param environment id
/// @param seed of the recording
/// @param agents their number
/// @param ticks those shown so far
/// @param state value of the hash chain after the last of them; 0 without a chain
record ShownRecording(
    Path file, String created, String environment, long seed, int agents, int ticks, long state) {
  /// Identifies a recording by its first ticks, as far as there are as many.
  private static ShownRecording of(Path file, Rollout rollout, int ticks) {
    Manifest manifest = rollout.manifest();
    int known = Math.min(ticks, rollout.ticks());
    long state =
        known == 0
            ? 0
            : rollout.channel("state_hash").map(chain -> chain.integer(known - 1, 0)).orElse(0L);
    return new ShownRecording(
        file,
        manifest.createdUtc(),
        manifest.environment().id(),
        manifest.seed(),
        manifest.agents(),
        known,
        state);
  }

  /// Identifies the recording that a tab shows now.
  static ShownRecording of(Rollout rollout) {
    return of(rollout.file(), rollout, rollout.ticks());
  }

  /// Opens its file; for a background thread.
  ///
  /// @throws Problem if another recording is there now
  Rollout open() {
    return checked(Rollouts.open(file));
  }

  /// As [#open], also if the recording was cut off.
  Rollout openLoosely() {
    return checked(Rollouts.openLoosely(file));
  }

  /// As [#open]; empty if another recording is there now.
  Optional<Rollout> find() {
    Rollout now = Rollouts.open(file);
    if (is(now)) {
      return Optional.of(now);
    }
    now.close();
    return Optional.empty();
  }

  private boolean is(Rollout now) {
    return of(file, now, ticks).equals(this);
  }

  private Rollout checked(Rollout now) {
    if (!is(now)) {
      now.close();
      throw new Problem(
          wording("ShownRecording.another_recording_is_there_now"),
          file.toString(),
          wording("ShownRecording.open_the_file_again"));
    }
    return now;
  }
}
