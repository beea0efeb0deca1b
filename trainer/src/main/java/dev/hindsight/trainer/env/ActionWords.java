package dev.hindsight.trainer.env;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The selected agent's action of a tick in words, for a recording of any environment.
public final class ActionWords {
  private ActionWords() {}

  /// What the manifest's words come to, else bare numbers; nothing where no agent is selected or no
  /// action recorded.
  public static Optional<String> of(Moment moment) {
    int agents = moment.rollout().manifest().agents();
    Optional<Channel> channel =
        moment
            .rollout()
            .channel("action")
            .filter(c -> moment.agent() >= 0 && moment.agent() < agents)
            .filter(c -> moment.tick() < moment.rollout().ticks())
            .filter(c -> c.rowLength() > 0 && c.rowLength() % agents == 0);
    return channel.map(c -> words(c, moment, c.rowLength() / agents));
  }

  private static String words(Channel channel, Moment moment, int length) {
    float[] numbers = new float[length];
    channel.read(moment.tick(), moment.agent() * length, numbers, length);
    Optional<ActionSpace> space = ActionManifest.read(moment.rollout().manifest());
    if (space.isEmpty()) {
      return "action " + bare(numbers);
    }
    return switch (space.get()) {
      case ActionSpace.Discrete discrete -> {
        int action = (int) numbers[0];
        boolean known = length == 1 && action >= 0 && action < discrete.count();
        yield known ? discrete.describe(action) : "action " + bare(numbers);
      }
      case ActionSpace.Continuous continuous ->
          continuous.names().size() == length
              ? continuous.describe(numbers)
              : "action " + bare(numbers);
    };
  }

  private static String bare(float[] numbers) {
    return IntStream.range(0, numbers.length)
        .mapToObj(i -> numbers[i])
        .map(x -> x == Math.rint(x) ? Long.toString((long) (float) x) : decimal(x))
        .collect(Collectors.joining(", "));
  }

  private static String decimal(float x) {
    return Float.isFinite(x) ? String.format(Locale.ROOT, "%.3f", x) : Float.toString(x);
  }
}
