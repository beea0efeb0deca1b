package dev.hindsight.trainer.gpu;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Looks for an installed PyTorch: in the folder the user chose, then at `PYTORCH_LIBRARY_PATH`,
/// then where Python imports it from. Blocks for seconds: never on the FX thread.
public final class TorchSearch {
  /// The variable that DJL, too, reads as the folder of another PyTorch.
  public static final String LIBRARY_PATH = "PYTORCH_LIBRARY_PATH";

  private TorchSearch() {}

  /// The result.
  ///
  /// @param found the first PyTorch found
  /// @param misses places searched before without success, a line each
  public record Result(Optional<InstalledTorch> found, List<String> misses) {
    /// Copies the list.
    public Result {
      misses = List.copyOf(misses);
    }
  }

  /// Runs the search.
  ///
  /// @param chosen the only folder to look in, if given
  public static Result look(Optional<Path> chosen) {
    return look(chosen, System.getenv());
  }

  /// The same with given environment variables.
  static Result look(Optional<Path> chosen, Map<String, String> environment) {
    List<String> misses = new ArrayList<>();
    if (chosen.isPresent()) {
      Optional<InstalledTorch> found = TorchFolder.read(chosen.get(), "chosen");
      if (found.isEmpty()) {
        misses.add(
            Files.isDirectory(chosen.get())
                ? wording("TorchSearch.holds_no_pytorch", chosen.get())
                : wording("TorchSearch.is_not_a_folder", chosen.get()));
      }
      return new Result(found, misses);
    }
    String path = environment.getOrDefault(LIBRARY_PATH, "");
    if (path.isBlank()) {
      misses.add(wording("TorchSearch.is_not_set", LIBRARY_PATH));
    } else {
      Optional<InstalledTorch> found = TorchFolder.read(Path.of(path), LIBRARY_PATH);
      if (found.isPresent()) {
        return new Result(found, misses);
      }
      misses.add(wording("TorchSearch.is_which_holds_no_pytorch", LIBRARY_PATH, path));
    }
    PythonTorch.Answer answer = PythonTorch.ask(environment);
    if (answer.torch().isEmpty()) {
      misses.add(answer.line());
    }
    return new Result(answer.torch(), misses);
  }
}
