package dev.hindsight.trainer.learn.net;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.policy.Checkpoint;
import java.util.List;

/// A kind of encoder that networks can have, by the name that the setting `encoder` takes. To add
/// one, add it to [#ALL].
public interface EncoderKind {
  /// All kinds. Without a choice, the first that fits the observation is taken.
  List<EncoderKind> ALL =
      List.of(
          new SetEncoderKind(),
          new ConvolutionalEncoderKind(),
          new ExcavationEncoderKind(SiteReader.Kind.ATARI),
          new ExcavationEncoderKind(SiteReader.Kind.RESNET_DELAYED),
          new LinearEncoderKind());

  /// Its name in settings.
  String id();

  /// Whether it can read such observations.
  boolean fits(ObservationLayout layout);

  /// A new encoder of the given sizes.
  ///
  /// @param layout that it fits
  Encoder of(ObservationLayout layout, Sizes sizes);

  /// Whether weights are of this kind.
  boolean wrote(Checkpoint weights);

  /// An encoder with the parameters of these weights, whatever the observation; used only for its
  /// parameters and width.
  Encoder shaped(Checkpoint weights);

  /// The encoder with these weights for an observation; its parameters differ from those of
  /// [#shaped] if the weights are for other observations.
  ///
  /// @param layout that it fits
  Encoder of(Checkpoint weights, ObservationLayout layout);

  /// The kind that wrote these weights; linear if none of the others did.
  static EncoderKind of(Checkpoint weights) {
    return ALL.stream().filter(kind -> kind.wrote(weights)).findFirst().orElse(ALL.getLast());
  }

  /// A size along an axis of a tensor; 1 if there is no such tensor or axis.
  static int size(Checkpoint weights, String name, int axis) {
    return weights
        .tensor(name)
        .filter(tensor -> tensor.shape().length > axis)
        .map(tensor -> Math.max(1, tensor.shape()[axis]))
        .orElse(1);
  }

  /// The sizes that settings give.
  ///
  /// @param inner width of the layers over parts of an observation
  /// @param width d
  /// @param channels of convolutions
  /// @param size of encoders that have several
  /// @param ending whether an encoder that ends in parts side by side joins them
  record Sizes(int inner, int width, List<Integer> channels, NetworkSize size, Ending ending) {
    /// The end of an encoder.
    public enum Ending {
      /// A layer of width d.
      JOINED,
      /// Its parts side by side: the layers after it read any width.
      OPEN
    }

    /// Copies the list.
    public Sizes {
      channels = List.copyOf(channels);
    }
  }
}
