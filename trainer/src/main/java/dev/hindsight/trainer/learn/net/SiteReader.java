package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import java.util.List;
import java.util.Locale;

/// Reads the maps of a site.
sealed interface SiteReader permits AtariReader, ResidualReader {
  /// Prefix of the names of its parameters.
  String NAME = "policy.excavation.maps";

  /// Prefix of the names of the layers behind the convolutions.
  String DENSE = NAME + ".dense";

  /// The ways to read maps.
  enum Kind {
    /// Three convolutions, [AtariReader].
    ATARI(AtariReader.FIRST),
    /// Residual blocks, [ResidualReader].
    RESNET_DELAYED(ResidualReader.FIRST);

    private final String first;

    Kind(String first) {
      this.first = first;
    }

    /// Its name in settings.
    String id() {
      return name().toLowerCase(Locale.ROOT);
    }

    /// Name of the first of its weights.
    String first() {
      return first;
    }
  }

  /// Planes that it reads: the maps alone, or those derived from them too.
  int planes();

  /// Numbers that it makes of them.
  int width();

  /// Its parameters.
  List<Parameter> parameters();

  /// @param x `[N, planes, n, n]`
  /// @return `[N, width]`
  NDArray read(NDArray x, NamedWeights namedWeights);
}
