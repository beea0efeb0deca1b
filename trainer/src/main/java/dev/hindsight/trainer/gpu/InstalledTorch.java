package dev.hindsight.trainer.gpu;

import java.nio.file.Path;
import java.util.Optional;

/// A PyTorch that somebody has installed.
///
/// @param libraries the folder its libraries are in
/// @param version as it calls itself: `2.7.1+cu128`
/// @param cuda the CUDA it was built for: `12.8`; nothing for one that computes on processors only
/// @param source how it was found: `python3`
public record InstalledTorch(Path libraries, String version, Optional<String> cuda, String source) {
  /// In one line, for a person.
  @Override
  public String toString() {
    return "PyTorch "
        + version
        + cuda.map(number -> " for CUDA " + number).orElse(" without CUDA")
        + " in "
        + libraries
        + " ("
        + source
        + ")";
  }
}
