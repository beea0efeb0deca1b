package dev.hindsight.inspector.attention;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.attention.AttentionTrace;

/// How the heads of a layer are combined into one picture.
public sealed interface HeadBlend {
  /// A description for users.
  String words();

  /// One head.
  ///
  /// @param head from 0
  record One(int head) implements HeadBlend {
    @Override
    public String words() {
      return wording("HeadBlend.head", head + 1);
    }
  }

  /// The mean of all heads.
  record Mean() implements HeadBlend {
    @Override
    public String words() {
      return wording("HeadBlend.mean_of_heads");
    }
  }

  /// The largest weight of all heads, cell by cell.
  record Largest() implements HeadBlend {
    @Override
    public String words() {
      return wording("HeadBlend.maximum_of_heads");
    }
  }

  /// Attention rollout through all layers, whichever layer is chosen.
  record ThroughLayers() implements HeadBlend {
    @Override
    public String words() {
      return wording("HeadBlend.rollout_over_layers");
    }
  }

  /// All weights of a layer, row after row as in [AttentionTrace#plane]; read-only.
  default float[] plane(AttentionTrace trace, int layer) {
    if (this instanceof One one) {
      return trace.plane(layer, Math.min(one.head(), trace.heads() - 1));
    }
    if (this instanceof ThroughLayers) {
      return AttentionRollout.plane(trace);
    }
    float[] blended = trace.plane(layer, 0).clone();
    for (int head = 1; head < trace.heads(); head++) {
      float[] plane = trace.plane(layer, head);
      for (int i = 0; i < blended.length; i++) {
        blended[i] =
            switch (this) {
              case Mean _ -> blended[i] + plane[i];
              case Largest _ -> Math.max(blended[i], plane[i]);
              case One _, ThroughLayers _ -> blended[i];
            };
      }
    }
    if (this instanceof Mean) {
      for (int i = 0; i < blended.length; i++) {
        blended[i] /= trace.heads();
      }
    }
    return blended;
  }
}
