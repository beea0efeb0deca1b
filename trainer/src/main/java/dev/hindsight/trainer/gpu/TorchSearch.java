package dev.hindsight.trainer.gpu;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    } else if (!Path.of(path).isAbsolute()) {
      misses.add(wording("TorchSearch.is_a_relative_path", LIBRARY_PATH, path));
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

  /// Finds a PyTorch in a folder without running any of its code: a Python environment, the package
  /// `torch` in one, an unpacked libtorch, or the folder of libraries in either.
  ///
  /// The Python package has its version in `torch/version.py`, libtorch in the file
  /// `build-version`.
  private static final class TorchFolder {
    private static final Pattern VERSION =
        Pattern.compile("__version__\\s*=\\s*['\"]([^'\"]+)['\"]");
    private static final Pattern CUDA =
        Pattern.compile("(?m)^cuda\\b[^=]*=\\s*['\"](\\d+\\.\\d+)['\"]");

    /// `cu128` in `2.7.1+cu128`: the last digit is the minor number.
    private static final Pattern FLAVOR = Pattern.compile("\\+cu(\\d+)(\\d)$");

    private TorchFolder() {}

    /// @param source how the folder was found
    static Optional<InstalledTorch> read(Path folder, String source) {
      for (Path root : roots(folder)) {
        Path libraries = root.resolve("lib");
        if (!Files.isRegularFile(libraries.resolve(System.mapLibraryName("torch")))) {
          continue;
        }
        Optional<InstalledTorch> found =
            text(root.resolve("version.py"))
                .flatMap(text -> ofPython(text, libraries, source))
                .or(() ->
                    text(root.resolve("build-version"))
                        .map(text -> ofVersion(text.strip(), libraries, source)));
        if (found.isPresent()) {
          return found;
        }
      }
      return Optional.empty();
    }

    /// Folders with a `lib` and a version, if this is one of the kinds above.
    private static List<Path> roots(Path folder) {
      List<Path> roots = new ArrayList<>(List.of(folder, folder.resolve("torch")));
      Optional.ofNullable(folder.toAbsolutePath().getParent()).ifPresent(roots::add);
      roots.add(folder.resolve("Lib/site-packages/torch"));
      try (DirectoryStream<Path> pythons =
          Files.newDirectoryStream(folder.resolve("lib"), "python3*")) {
        pythons.forEach(python -> roots.add(python.resolve("site-packages/torch")));
      } catch (IOException _) {
        // Not a Python environment.
        return roots;
      }
      return roots;
    }

    private static Optional<InstalledTorch> ofPython(String text, Path libraries, String source) {
      Matcher version = VERSION.matcher(text);
      if (!version.find()) {
        return Optional.empty();
      }
      Matcher cuda = CUDA.matcher(text);
      return Optional.of(
          cuda.find()
              ? new InstalledTorch(libraries, version.group(1), Optional.of(cuda.group(1)), source)
              : ofVersion(version.group(1), libraries, source));
    }

    /// What a version string alone reveals: `2.7.1+cu128`.
    static InstalledTorch ofVersion(String version, Path libraries, String source) {
      Matcher flavor = FLAVOR.matcher(version);
      Optional<String> cuda =
          flavor.find() ? Optional.of(flavor.group(1) + "." + flavor.group(2)) : Optional.empty();
      return new InstalledTorch(libraries, version, cuda, source);
    }

    private static Optional<String> text(Path file) {
      try {
        return Optional.of(Files.readString(file));
      } catch (IOException _) {
        return Optional.empty();
      }
    }
  }
}
