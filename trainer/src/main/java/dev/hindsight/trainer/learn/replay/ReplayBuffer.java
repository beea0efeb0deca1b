package dev.hindsight.trainer.learn.replay;

import dev.hindsight.trainer.policy.Tensor;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Stores whole and unfinished episodes, and draws steps from them. One owner thread.
///
/// When it holds more steps than its capacity, it removes the episode that ended first, as a whole.
/// Unfinished episodes stay, so it may exceed its capacity until one ends. A *start* is a step that
/// begins n complete ones; a batch consists of starts, or of the sequences that begin with them. A
/// sequence lies within one episode and ends early where the episode does.
public interface ReplayBuffer extends EpisodeSink {
  /// Number of complete steps.
  long size();

  /// Number of complete steps since the run began, those that were removed included.
  long added();

  /// Number of episodes, unfinished ones included.
  int episodes();

  /// Number of starts.
  int starts();

  /// Bytes that its episodes and its own tables take.
  long bytes();

  /// The generation of the oldest episode; everything earlier has been removed.
  ///
  /// @param now generation of the present environments
  long oldestGeneration(long now);

  /// Fills a batch at random, with the weight of each row; [#starts] must not be 0.
  void sample(SplittableRandom random, ReplayBatch into);

  /// Whether it reads errors: if not, [#learned] need not be called.
  default boolean readsErrors() {
    return true;
  }

  /// Tells the errors of the batch that was drawn last, before another one is drawn.
  ///
  /// @param errors `[N]`, how far the critics were off at each row, a step or a sequence
  /// @throws dev.hindsight.trainer.Problem if one of them is not finite; no priority has changed
  ///   then
  void learned(ReplayBatch batch, float[] errors);

  /// Figures for the metrics of an update, by name as in docs/metrics.md.
  Map<String, Double> figures();

  /// What a checkpoint has to store so that [#restore] draws the same; the steps themselves are
  /// simulated again.
  ///
  /// @param name prefix of the arrays' names
  List<Tensor> kept(String name);

  /// Restores what [#kept] stored, once the same steps are there again.
  ///
  /// @throws dev.hindsight.trainer.Problem if the arrays do not fit the steps
  void restore(String name, Map<String, Tensor> tensors);
}
