package dev.hindsight.trainer.fleet;

/// What [FleetSimulation] assumes of a learner, its workers and the network between them.
///
/// A worker with E environments collects a batch in `collectFixed + E collectEach` seconds on
/// average. An update learns from the batches of all workers, in `environments learnEach` seconds.
///
/// @param workers their number, at least 1
/// @param environments of all workers together, at least one each
/// @param roundsAhead how many updates workers collect ahead; 0 takes turns
/// @param collectFixed seconds of a batch, however few environments a worker has
/// @param collectEach seconds that each environment adds
/// @param spread standard deviation of the seconds of a batch, divided by their mean
/// @param learnEach seconds that an update learns for each environment
/// @param stepsEach agent steps of an environment in an update
/// @param bytesEach bytes of a batch for each environment
/// @param weightBytes bytes of the weights that a worker gets with an order
/// @param bandwidth bytes per second to the learner, and as many away from it; infinite in one
///   process
/// @param latency seconds that a message is under way besides
/// @param cores that learner and workers share; 0 if each has its own
/// @param memory bytes that the learner may use, or all together if they share cores
public record FleetModel(
    int workers,
    int environments,
    int roundsAhead,
    double collectFixed,
    double collectEach,
    double spread,
    double learnEach,
    double stepsEach,
    double bytesEach,
    double weightBytes,
    double bandwidth,
    double latency,
    int cores,
    double memory) {
  /// Checks the numbers.
  public FleetModel {
    if (workers < 1 || environments < workers || roundsAhead < 0 || cores < 0) {
      throw new IllegalArgumentException(
          workers + " workers, " + environments + " environments, " + cores + " cores");
    }
    if (!(collectFixed >= 0 && collectEach >= 0 && spread >= 0 && learnEach >= 0)
        || !(bandwidth > 0 && latency >= 0 && bytesEach >= 0 && weightBytes >= 0 && memory > 0)) {
      throw new IllegalArgumentException("a number is negative, or not a number");
    }
  }

  /// Number of environments of a worker: the first ones have one more if they do not divide evenly.
  int environments(int worker) {
    return environments / workers + (worker < environments % workers ? 1 : 0);
  }

  /// Seconds that an update learns.
  double learn() {
    return environments * learnEach;
  }

  /// The same for another fleet.
  ///
  /// @param count number of workers
  /// @param all number of environments of all workers together
  public FleetModel with(int count, int all) {
    return new FleetModel(
        count,
        all,
        roundsAhead,
        collectFixed,
        collectEach,
        spread,
        learnEach,
        stepsEach,
        bytesEach,
        weightBytes,
        bandwidth,
        latency,
        cores,
        memory);
  }
}
