package dev.hindsight.trainer.gpu;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// Asks Python for the PyTorch it would import.
///
/// The Python of an environment that is switched on (`VIRTUAL_ENV`, `CONDA_PREFIX`) comes first, as
/// in a shell, then `python3` on the PATH. Importing takes some seconds; blocks.
final class PythonTorch {
  private static final String PROGRAM =
      "import torch, os; print(os.path.dirname(torch.__file__)); print(torch.__version__);"
          + " print(torch.version.cuda or '')";

  private static final int PATIENCE_SECONDS = 60;
  private static final int LINES = 3;

  private PythonTorch() {}

  /// What Python said.
  ///
  /// @param torch what it imported, if it did
  /// @param line what there is to tell
  record Answer(Optional<InstalledTorch> torch, String line) {}

  /// @param environment variables of the process
  static Answer ask(Map<String, String> environment) {
    Optional<Path> python = python(environment);
    if (python.isEmpty()) {
      return new Answer(Optional.empty(), "there is no python3 on the PATH");
    }
    String where = python.get().toString();
    try {
      Process process =
          new ProcessBuilder(where, "-c", PROGRAM)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      process.getOutputStream().close();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return new Answer(Optional.empty(), where + " did not answer within a minute");
      }
      List<String> said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .toList();
      if (process.exitValue() != 0 || said.size() < LINES - 1) {
        return new Answer(Optional.empty(), where + " has no module torch");
      }
      return answer(said, where);
    } catch (IOException e) {
      return new Answer(Optional.empty(), where + " cannot be run: " + e.getMessage());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new Answer(Optional.empty(), "asking " + where + " was interrupted");
    }
  }

  private static Answer answer(List<String> said, String where) {
    Path libraries = Path.of(said.getFirst(), "lib");
    Optional<String> cuda =
        said.size() < LINES || said.get(2).isBlank() ? Optional.empty() : Optional.of(said.get(2));
    InstalledTorch torch = new InstalledTorch(libraries, said.get(1), cuda, where);
    return new Answer(Optional.of(torch), "");
  }

  private static Optional<Path> python(Map<String, String> environment) {
    boolean windows = System.getProperty("os.name").startsWith("Windows");
    List<Path> candidates = new ArrayList<>();
    for (String variable : List.of("VIRTUAL_ENV", "CONDA_PREFIX")) {
      Optional.ofNullable(environment.get(variable))
          .map(Path::of)
          .ifPresent(folder ->
              candidates.add(folder.resolve(windows ? "Scripts/python.exe" : "bin/python3")));
    }
    Pattern.compile(Pattern.quote(File.pathSeparator))
        .splitAsStream(environment.getOrDefault("PATH", ""))
        .filter(folder -> !folder.isBlank())
        .forEach(folder -> candidates.add(Path.of(folder, windows ? "python.exe" : "python3")));
    return candidates.stream().filter(Files::isExecutable).findFirst();
  }
}
