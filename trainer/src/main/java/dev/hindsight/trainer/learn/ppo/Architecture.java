package dev.hindsight.trainer.learn.ppo;

import dev.hindsight.trainer.env.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.Setting.Choice;
import dev.hindsight.trainer.env.Setting.Whole;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.transformer.TransformerNetwork;
import dev.hindsight.trainer.learn.transformer.TransformerSpec;
import java.util.List;

/// Which network to train, from its knobs and from what the environment shows.
final class Architecture {
  static final List<Setting> SETTINGS =
      List.of(
          new Choice("policy", "transformer", List.of("transformer"), "kind of network"),
          new Whole("hidden_size", 32, 4, 4096, "numbers", "width of a tick's vector"),
          new Whole("num_layers", 2, 1, 64, "blocks", "transformer blocks one after the other"),
          new Whole("num_heads", 2, 1, 64, "heads", "attention heads in a block"),
          new Whole(
              "feed_forward", 64, 1, 16384, "numbers", "width in the second half of a block"));

  private Architecture() {}

  static Network of(SettingValues values, EnvironmentShape shape) {
    int width = values.whole("hidden_size");
    TransformerSpec spec =
        new TransformerSpec(
            width,
            values.whole("num_heads"),
            values.whole("num_layers"),
            values.whole("feed_forward"),
            shape.trials() * shape.trialTimeoutTicks());
    return new TransformerNetwork(
        new LinearEncoder(shape.observation().size(), width), spec, actions(shape));
  }

  private static int actions(EnvironmentShape shape) {
    return switch (shape.actions()) {
      case ActionSpace.Discrete space -> space.count();
      case ActionSpace.Continuous space -> 2 * space.names().size();
    };
  }
}
