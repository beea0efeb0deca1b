package dev.hindsight.inspector.patch;

import dev.hindsight.inspector.version.VersionComparison;
import dev.hindsight.inspector.version.VersionOutputs;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.record.ActivationPatch;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// How a patch changes the output at later ticks of the episode outside limbo, which see what it
/// stored. After the episode nothing of it is left.
///
/// @param ticks number of later ticks compared
/// @param others number of those with another preferred action
/// @param first the first of them
/// @param meanKl mean `KL(without || with)`, nats; NaN without later ticks
public record LaterEffect(int ticks, int others, Optional<Integer> first, double meanKl) {
  /// Both runs of a patch as two versions: first without it, then with it.
  public static VersionComparison compare(
      Rollout rollout, int agent, ActivationPatch.Effect effect) {
    return new VersionComparison(
        rollout, agent, List.of(version(effect, effect.without()), version(effect, effect.with())));
  }

  private static VersionOutputs version(ActivationPatch.Effect effect, Outputs outputs) {
    return new VersionOutputs("", "", effect.span(), outputs, Optional.empty(), effect.bound());
  }

  /// The effect after a tick.
  ///
  /// @param both as [#compare]
  /// @param tick that was patched
  public static LaterEffect of(VersionComparison both, int tick) {
    int[] later =
        IntStream.range(tick + 1, both.remembering(tick).to())
            .filter(each -> both.acted(each))
            .toArray();
    int[] others = IntStream.of(later).filter(each -> both.prefersAnother(0, 1, each)).toArray();
    return new LaterEffect(
        later.length,
        others.length,
        others.length == 0 ? Optional.empty() : Optional.of(others[0]),
        IntStream.of(later)
            .mapToDouble(each -> both.divergence(0, 1, each))
            .average()
            .orElse(Double.NaN));
  }
}
