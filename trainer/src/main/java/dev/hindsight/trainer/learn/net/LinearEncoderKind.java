package dev.hindsight.trainer.learn.net;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.policy.Checkpoint;

/// [LinearEncoder], for every observation.
final class LinearEncoderKind implements EncoderKind {
  private static final String WEIGHT = "policy.encoder.weight";

  @Override
  public String id() {
    return "linear";
  }

  @Override
  public boolean fits(ObservationLayout layout) {
    return true;
  }

  @Override
  public Encoder of(ObservationLayout layout, Sizes sizes) {
    return new LinearEncoder(layout.size(), sizes.width());
  }

  @Override
  public boolean wrote(Checkpoint weights) {
    return weights.tensor(WEIGHT).isPresent();
  }

  @Override
  public Encoder shaped(Checkpoint weights) {
    return new LinearEncoder(
        EncoderKind.size(weights, WEIGHT, 1), EncoderKind.size(weights, WEIGHT, 0));
  }

  @Override
  public Encoder of(Checkpoint weights, ObservationLayout layout) {
    return new LinearEncoder(layout.size(), EncoderKind.size(weights, WEIGHT, 0));
  }
}
