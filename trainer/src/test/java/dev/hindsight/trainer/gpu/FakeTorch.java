package dev.hindsight.trainer.gpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Empty files where an installed PyTorch has its libraries.
public final class FakeTorch {
  static final List<String> LIBRARIES =
      List.of("c10", "torch", "torch_cpu", "c10_cuda", "torch_cuda");

  private FakeTorch() {}

  /// A Python environment.
  ///
  /// @param cuda empty for one without
  /// @return the package in it
  public static Path pip(Path environment, String version, String cuda) throws IOException {
    Path torch = environment.resolve("lib/python3.12/site-packages/torch");
    libraries(torch.resolve("lib"));
    version(torch, version, cuda);
    return torch;
  }

  /// Says which PyTorch a package holds, as after an upgrade in place.
  ///
  /// @param cuda empty for one without
  public static void version(Path torch, String version, String cuda) throws IOException {
    Files.writeString(
        torch.resolve("version.py"),
        """
        __all__ = ['__version__', 'debug', 'cuda', 'git_version', 'hip']
        __version__ = '%s'
        debug = False
        cuda: Optional[str] = %s
        hip: Optional[str] = None
        """
            .formatted(version, cuda.isEmpty() ? "None" : "'" + cuda + "'"));
  }

  static void libraries(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (String name : LIBRARIES) {
      Files.createFile(folder.resolve(System.mapLibraryName(name)));
    }
  }
}
