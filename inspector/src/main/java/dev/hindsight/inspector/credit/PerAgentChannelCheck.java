package dev.hindsight.inspector.credit;

import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.Optional;

/// Whether a recording has a column with one number for each agent.
final class PerAgentChannelCheck {
  private PerAgentChannelCheck() {}

  /// What to tell the user where it does not.
  static Optional<String> lacking(Manifest manifest, String channel) {
    return manifest.agents() > 0
            && manifest.channels().stream().anyMatch(c -> c.name().equals(channel) && isNumber(c))
        ? Optional.empty()
        : Optional.of("The recording holds no number for each agent in channel " + channel + ".");
  }

  private static boolean isNumber(ChannelSpec spec) {
    return spec.perAgent() && spec.shape().size() == 2;
  }
}
