package dev.hindsight.trainer.gpu;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.nio.file.Path;
import java.util.Optional;

/// An installed PyTorch.
///
/// @param libraries the folder of its libraries
/// @param version its own version string: `2.7.1+cu128`
/// @param cuda the CUDA it was built for: `12.8`; empty if it computes on processors only
/// @param source how it was found: `python3`
public record InstalledTorch(Path libraries, String version, Optional<String> cuda, String source) {
  /// One line for people.
  @Override
  public String toString() {
    return wording(
        "InstalledTorch.pytorch_in",
        version,
        cuda.map(number -> wording("InstalledTorch.for_cuda", number))
            .orElse(wording("InstalledTorch.without_cuda")),
        libraries,
        source);
  }
}
