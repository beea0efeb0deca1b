package dev.hindsight.trainer.learn;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.learn.lstm.LstmNetwork;
import dev.hindsight.trainer.learn.net.DriveEncoder;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.parity.MemoryKind;
import dev.hindsight.trainer.parity.Nonlinearity;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.PolicyType;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.policy.TensorMismatches;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Drivers with an LSTM as memory: encoders for the vehicle, its partners and the road, a joint
/// embedding, one LSTM layer, actor and value heads.
public final class DriveLstmType implements PolicyType {
  /// Possible numbers of ego features: 7 to 17, conditioning weights included.
  private static final List<Integer> EGO_SIZES = List.of(7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);

  /// Number of joint actions of classic and jerk dynamics; means and deviations of two continuous
  /// ones.
  private static final List<Integer> HEAD_SIZES = List.of(91, 12, 4);

  @Override
  public String id() {
    return "drive-lstm";
  }

  @Override
  public boolean remembers() {
    return true;
  }

  @Override
  public TensorMismatches mismatches(Checkpoint checkpoint) {
    Optional<Tensor> raw = checkpoint.tensor(Checkpoint.RAW);
    if (raw.isEmpty()) {
      return DriveLstmSpec.of(checkpoint).mismatches(checkpoint);
    }
    int count = raw.get().values().length;
    boolean fits =
        EGO_SIZES.stream()
            .anyMatch(ego ->
                HEAD_SIZES.stream()
                    .anyMatch(heads -> DriveLstmSpec.raw(ego, heads).count() == count));
    long reference = DriveLstmSpec.raw(7, 91).count();
    return fits
        ? new TensorMismatches(List.of(), List.of(), List.of())
        : new TensorMismatches(
            List.of(),
            List.of(),
            List.of(wording("DriveLstmType.raw_is_numbers_not_for_instance", count, reference)));
  }

  @Override
  public Policy open(Checkpoint checkpoint, EnvironmentShape shape) {
    TensorMismatches tensorMismatches = mismatches(checkpoint);
    if (tensorMismatches.count() > 0) {
      throw new Problem(
          wording("DriveLstmType.it_is_no", id(), tensorMismatches.summary()),
          checkpoint.name(),
          wording("DriveLstmType.open_another"));
    }
    DriveObservationParts rows = DriveObservationParts.of(shape, checkpoint.name());
    int width = new PolicyOutput(shape).width;
    Optional<Tensor> raw = checkpoint.tensor(Checkpoint.RAW);
    DriveLstmSpec wanted =
        raw.isPresent() ? DriveLstmSpec.raw(rows.ego(), width) : DriveLstmSpec.of(checkpoint);
    checkEnvironment(checkpoint, wanted, rows, width, shape);
    Map<String, Tensor> tensors = raw.map(wanted::cut).orElse(checkpoint.tensors());
    return new DriveLstmPolicy(wanted, tensors, rows, shape);
  }

  @Override
  public Optional<TrainingAndActingForms> forms(
      Checkpoint checkpoint, EnvironmentShape shape, Nonlinearity nonlinearity) {
    // Opened only to refuse a checkpoint that does not fit.
    open(checkpoint, shape).close();
    DriveLstmSpec spec = DriveLstmSpec.of(checkpoint);
    boolean learns =
        checkpoint.tensor(Checkpoint.RAW).isEmpty()
            && shape.actions() instanceof ActionSpace.Discrete
            && DriveEncoder.fits(shape.observation());
    if (!learns) {
      return Optional.empty();
    }
    GradientStopEncoder encoder =
        new GradientStopEncoder(DriveEncoder.of(shape.observation(), spec.input(), spec.hidden()));
    return Optional.of(
        new NetworkForms(
            new LstmNetwork(encoder, spec.heads()),
            encoder,
            checkpoint.tensors(),
            agents -> open(checkpoint, shape.sideBySide(List.of(agents))),
            shape,
            MemoryKind.STATE,
            Integer.MAX_VALUE,
            nonlinearity));
  }

  private static void checkEnvironment(
      Checkpoint checkpoint,
      DriveLstmSpec spec,
      DriveObservationParts rows,
      int width,
      EnvironmentShape shape) {
    String needs = "";
    Optional<Tensor> raw = checkpoint.tensor(Checkpoint.RAW);
    if (raw.isPresent() && raw.get().values().length != spec.count()) {
      needs =
          wording(
              "DriveLstmType.weights_are_not_the_it_needs",
              raw.get().values().length,
              spec.count());
    } else if (spec.ego() != rows.ego() || spec.heads() != width) {
      needs = wording("DriveLstmType.it_is_for_ego_features_and", spec.ego(), spec.heads());
    }
    if (!needs.isEmpty()) {
      throw new Problem(
          wording("DriveLstmType.the_ego_features_and_outputs_here", needs, rows.ego(), width),
          checkpoint.name(),
          wording("DriveLstmType.choose_the_preset_dynamics_model"));
    }
    CheckpointOrigin.of(checkpoint)
        .ifPresent(checkpointOrigin ->
            checkFeatures(checkpoint, checkpointOrigin.observation(), shape.observation()));
  }

  /// Sizes may match by chance (a jerk feature for a conditioning weight); names do not.
  private static void checkFeatures(
      Checkpoint checkpoint, ObservationLayout trained, ObservationLayout shown) {
    for (String segment : List.of(DriveLayout.EGO, DriveLayout.PARTNERS, DriveLayout.ROADS)) {
      List<String> then = names(trained, segment);
      List<String> now = names(shown, segment);
      if (!then.equals(now)) {
        throw new Problem(
            wording("DriveLstmType.it_was_trained_with_and_this", segment, then, now),
            checkpoint.name(),
            wording("DriveLstmType.choose_the_preset_dynamics_model"));
      }
    }
  }

  private static List<String> names(ObservationLayout layout, String segment) {
    return layout.segments().stream()
        .filter(s -> s.name().equals(segment))
        .findFirst()
        .map(ObservationLayout.Segment::names)
        .orElse(List.of());
  }
}
