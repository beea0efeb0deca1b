package dev.hindsight.trainer.gpu;

import dev.hindsight.trainer.InstalledProgram;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Asks Python which PyTorch it would import.
///
/// An active Python environment (`VIRTUAL_ENV`, `CONDA_PREFIX`) comes first, as in a shell, then
/// `python3` on the PATH; only absolute folders count, and Python runs isolated (`-I`) in an empty
/// folder, so that it imports nothing from the current folder or from `PYTHONPATH`. Importing takes
/// some seconds; blocks.
final class PythonTorch {
  /// Precedes the answer, to tell it from an installation's own output at startup.
  private static final String MARK = "hindsight asks for torch: ";

  /// Isolated Python (`-I`) leaves out the folder of packages that `pip install --user` fills, but
  /// not in an environment; it is the user's own, so it comes back, last.
  private static final String PROGRAM =
      "import os, site, sys; mine = site.getusersitepackages();"
          + " sys.prefix == sys.base_prefix and os.path.isabs(mine) and site.addsitedir(mine);"
          + " import torch; print('\\n"
          + MARK
          + "' + '|'.join([torch.__version__, torch.version.cuda or '',"
          + " os.path.dirname(torch.__file__)]))";

  private static final int PATIENCE_SECONDS = 60;
  private static final int FIELDS = 3;

  private PythonTorch() {}

  /// Python's answer.
  ///
  /// @param torch what it imported, if it did
  /// @param line a report for the user
  record Answer(Optional<InstalledTorch> torch, String line) {
    private static Answer none(String line) {
      return new Answer(Optional.empty(), line);
    }
  }

  /// @param environment variables of the process
  static Answer ask(Map<String, String> environment) {
    Optional<Path> python = python(environment);
    if (python.isEmpty()) {
      return Answer.none("there is no python3 on the PATH");
    }
    try (TemporaryFolder folder = new TemporaryFolder("python")) {
      return ask(python.get(), folder.path());
    } catch (IOException e) {
      return Answer.none(String.valueOf(e.getMessage()));
    } catch (Problem problem) {
      return Answer.none(problem.getMessage());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Answer.none("asking " + python.get() + " was interrupted");
    }
  }

  private static Answer ask(Path python, Path folder) throws IOException, InterruptedException {
    // Into files, so that Python never waits for a reader.
    Path out = folder.resolve("out");
    Path errors = folder.resolve("errors");
    Process process =
        new ProcessBuilder(python.toString(), "-I", "-c", PROGRAM)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(errors.toFile())
            .start();
    process.getOutputStream().close();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      return Answer.none(python + " did not answer within a minute");
    }
    if (process.exitValue() != 0) {
      return Answer.none(python + failed(process.exitValue(), lines(errors)));
    }
    return lines(out).stream()
        .filter(line -> line.startsWith(MARK))
        .findFirst()
        .flatMap(line -> torch(line.substring(MARK.length()), python.toString()))
        .map(torch -> new Answer(Optional.of(torch), ""))
        .orElseGet(() -> Answer.none(python + " does not say where its torch is"));
  }

  /// The last line names the error.
  private static String failed(int code, List<String> errors) {
    String last = errors.isEmpty() ? "it ends with " + code : errors.getLast();
    return last.startsWith("ModuleNotFoundError: No module named 'torch'")
        ? " has no module torch"
        : " cannot import torch: " + last;
  }

  private static Optional<InstalledTorch> torch(String answer, String where) {
    String[] fields = answer.split("\\|", FIELDS);
    if (fields.length < FIELDS) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new InstalledTorch(
              Path.of(fields[2], "lib"),
              fields[0],
              Optional.of(fields[1]).filter(cuda -> !cuda.isBlank()),
              where));
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }

  private static List<String> lines(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .toList();
  }

  private static Optional<Path> python(Map<String, String> environment) {
    boolean windows = System.getProperty("os.name").startsWith("Windows");
    List<Path> candidates = new ArrayList<>();
    for (String variable : List.of("VIRTUAL_ENV", "CONDA_PREFIX")) {
      Optional.ofNullable(environment.get(variable))
          .map(Path::of)
          .ifPresent(folder -> candidates.add(folder.resolve(program(variable, windows))));
    }
    return InstalledProgram.first(candidates)
        .or(() ->
            InstalledProgram.on(
                environment.getOrDefault("PATH", ""), windows ? "python.exe" : "python3"));
  }

  /// On Windows, conda puts Python directly into its folder, a virtual environment into a
  /// subfolder.
  private static String program(String variable, boolean windows) {
    if (!windows) {
      return "bin/python3";
    }
    return variable.equals("CONDA_PREFIX") ? "python.exe" : "Scripts/python.exe";
  }
}
