package dev.hindsight.trainer.learn.transformer;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.QueryAblation;

/// The sizes of a transformer.
///
/// @param width d, numbers in the vector of a tick
/// @param heads H, each d / H wide
/// @param layers number of blocks
/// @param feedForward width of the hidden layer in a block's feed-forward part
/// @param horizon S, the most ticks of an episode: slots of the key/value cache
public record TransformerSpec(int width, int heads, int layers, int feedForward, int horizon) {
  /// Checks that the heads divide the width evenly.
  public TransformerSpec {
    if (width % heads != 0) {
      throw new IllegalArgumentException(heads + " heads cannot share " + width + " numbers");
    }
  }

  /// Checks that the heads of an ablation exist.
  ///
  /// @throws Problem naming the first head that does not
  void check(QueryAblation queryAblation) {
    for (Ablation.Head head : queryAblation.heads().keySet()) {
      if (head.layer() < 0 || head.layer() >= layers || head.head() < 0 || head.head() >= heads) {
        throw new Problem(
            wording("TransformerSpec.there_is_no", head.words()),
            wording("TransformerSpec.the_attention_of_the_policy"),
            wording("TransformerSpec.layers_go_from_1_to_heads", layers, heads));
      }
    }
  }

  /// Width of a head.
  public int headWidth() {
    return width / heads;
  }

  /// Factor of queries that keeps scores of order one: `1 / sqrt(d / H)`.
  float queryScale() {
    return (float) (1 / Math.sqrt(headWidth()));
  }
}
