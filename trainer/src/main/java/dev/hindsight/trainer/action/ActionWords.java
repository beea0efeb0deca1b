package dev.hindsight.trainer.action;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Moment;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// The action of the selected agent at a tick in words, for recordings of any environment.
public final class ActionWords {
  private ActionWords() {}

  /// The action in the manifest's words, or as bare numbers; empty if no agent is selected or no
  /// action was recorded.
  public static Optional<String> of(Moment moment) {
    float[] numbers = moment.row("action");
    return numbers.length == 0 ? Optional.empty() : Optional.of(words(moment, numbers));
  }

  private static String words(Moment moment, float[] numbers) {
    Optional<ActionSpace> space = ActionManifest.read(moment.rollout().manifest());
    if (space.isEmpty()) {
      return wording("ActionWords.action", bare(moment, numbers));
    }
    return switch (space.get()) {
      case ActionSpace.Discrete discrete -> {
        long[] exact = moment.integers("action");
        boolean whole = numbers[0] == Math.rint(numbers[0]);
        long action = exact.length == 0 ? (long) numbers[0] : exact[0];
        boolean known = numbers.length == 1 && whole && action >= 0 && action < discrete.count();
        yield known
            ? discrete.describe((int) action)
            : wording("ActionWords.action", bare(moment, numbers));
      }
      case ActionSpace.Continuous continuous ->
          continuous.names().size() == numbers.length
              ? continuous.describe(numbers)
              : wording("ActionWords.action", bare(moment, numbers));
    };
  }

  private static String bare(Moment moment, float[] numbers) {
    long[] exact = moment.integers("action");
    if (exact.length > 0) {
      return LongStream.of(exact).mapToObj(Long::toString).collect(Collectors.joining(", "));
    }
    return IntStream.range(0, numbers.length)
        .mapToObj(i -> numbers[i])
        .map(x -> x == Math.rint(x) ? Long.toString((long) (float) x) : decimal(x))
        .collect(Collectors.joining(", "));
  }

  private static String decimal(float x) {
    return NumberWords.recorded(x, number -> NumberWords.decimals(number, 3));
  }
}
