package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.StepBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What must hold in trial mode whatever happens, gathered over one episode of the same actions in
/// every trial.
///
/// @param observations what was seen first in each trial
/// @param states digest of the state each trial began with
/// @param endings digest of the state each trial ended in, one tick before its end
/// @param lengths ticks each trial took
/// @param visible others each agent saw in the second tick of each trial, summed
/// @param lastFlags terminal, truncation and trial end of agent 0 at each trial's end, as 0 or 1
record TrialChecks(
    List<float[]> observations,
    List<Long> states,
    List<Long> endings,
    List<Integer> lengths,
    List<Integer> visible,
    List<List<Integer>> lastFlags) {

  /// Runs one episode of K trials.
  static TrialChecks of(DriveEnvironment environment) {
    TrialChecks checks =
        new TrialChecks(
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());
    environment.reset();
    for (int k = 0; k < environment.shape().trials(); k++) {
      checks.runTrial(environment);
    }
    return checks;
  }

  private void runTrial(DriveEnvironment environment) {
    StepBuffer buffer = environment.buffer();
    observations.add(buffer.observation.clone());
    states.add(environment.bodies().digest(0));
    Actions actions = new Actions(environment.shape());
    long before = 0;
    int ticks = 0;
    do {
      for (int a = 0; a < actions.joint.length; a++) {
        actions.joint[a] = ticks % 4 == 3 ? TestDrives.ACCELERATE : TestDrives.COAST;
      }
      before = environment.bodies().digest(0);
      environment.step(actions);
      ticks++;
      if (ticks == 1) {
        visible.add(partners(environment));
      }
    } while (buffer.trialEnded[0] == 0 && ticks < 1000);
    endings.add(before);
    lengths.add(ticks);
    lastFlags.add(
        List.of((int) buffer.terminal[0], (int) buffer.truncation[0], (int) buffer.trialEnded[0]));
  }

  private static int partners(DriveEnvironment environment) {
    float[] seen = environment.buffer().observation;
    int size = environment.shape().observation().size();
    var table = environment.shape().observation().segments().get(1);
    int rows = 0;
    for (int a = 0; a < environment.shape().agents(); a++) {
      for (int r = 0; r < table.shape().getFirst(); r++) {
        rows += seen[a * size + table.offset() + 7 * r + 3] > 0 ? 1 : 0;
      }
    }
    return rows;
  }

  /// Whether every trial begins as the first one did, to the bit, and goes on as it did.
  List<String> violations() {
    List<String> found = new ArrayList<>();
    for (int k = 1; k < observations.size(); k++) {
      if (!Arrays.equals(observations.getFirst(), observations.get(k))) {
        found.add("trial " + k + " shows another first observation");
      }
      if (!states.getFirst().equals(states.get(k))) {
        found.add("trial " + k + " begins in another state");
      }
      if (!endings.getFirst().equals(endings.get(k))) {
        found.add("trial " + k + " ends in another state");
      }
      if (!visible.getFirst().equals(visible.get(k))) {
        found.add("trial " + k + " hides agents from each other");
      }
    }
    return found;
  }
}
