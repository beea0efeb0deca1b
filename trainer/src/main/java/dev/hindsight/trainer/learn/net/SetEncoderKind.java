package dev.hindsight.trainer.learn.net;

import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.policy.Checkpoint;

/// [DriveEncoder], for what drivers observe.
final class SetEncoderKind implements EncoderKind {
  private static final String EGO = "policy.ego_encoder.0.weight";
  private static final String SHARED = "policy.shared_embedding.1.weight";

  /// Kinds of road segment, one-hot.
  private static final int ROAD_KINDS = 7;

  @Override
  public String id() {
    return "sets";
  }

  @Override
  public boolean fits(ObservationLayout layout) {
    return DriveEncoder.fits(layout);
  }

  @Override
  public Encoder of(ObservationLayout layout, Sizes sizes) {
    return DriveEncoder.of(layout, sizes.inner(), sizes.width());
  }

  @Override
  public boolean wrote(Checkpoint weights) {
    return weights.tensor(SHARED).isPresent();
  }

  @Override
  public Encoder shaped(Checkpoint weights) {
    int inner = EncoderKind.size(weights, EGO, 0);
    int partner = DriveLayout.PARTNER_FEATURES.size();
    int road = DriveLayout.ROAD_FEATURES.size();
    return new DriveEncoder(
        0,
        EncoderKind.size(weights, EGO, 1),
        new SetEncoder("policy.partner_encoder", 1, partner, 0, inner),
        0,
        new SetEncoder("policy.road_encoder", 1, road, ROAD_KINDS, inner),
        0,
        EncoderKind.size(weights, SHARED, 0));
  }

  @Override
  public Encoder of(Checkpoint weights, ObservationLayout layout) {
    return DriveEncoder.of(
        layout, EncoderKind.size(weights, EGO, 0), EncoderKind.size(weights, SHARED, 0));
  }
}
