package dev.hindsight.trainer.env.gym;

import dev.hindsight.trainer.InstalledProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A Python with the packages that a test needs: the one that the variable `HINDSIGHT_PYTHON` or
/// the system property `hindsight.python` names, else the first on the search path.
public final class ClientPython {
  private ClientPython() {}

  /// The Python, if it can import all of them.
  public static Optional<Path> with(String... modules) throws IOException, InterruptedException {
    Optional<Path> named =
        Stream.of(System.getProperty("hindsight.python"), System.getenv("HINDSIGHT_PYTHON"))
            .filter(name -> name != null && !name.isBlank())
            .map(Path::of)
            .findFirst();
    Optional<Path> python =
        named.isPresent()
            ? InstalledProgram.first(List.of(named.get()))
            : InstalledProgram.onPath("python3");
    if (python.isEmpty()) {
      return python;
    }
    Process process =
        new ProcessBuilder(
                python.get().toString(), "-I", "-c", "import " + String.join(", ", modules))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    boolean done = process.waitFor(3, TimeUnit.MINUTES);
    if (!done) {
      process.destroyForcibly();
    }
    return done && process.exitValue() == 0 ? python : Optional.empty();
  }

  /// What a script prints, with its errors.
  static String run(Path python, Path folder, List<String> words)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(Stream.concat(Stream.of(python.toString()), words.stream()).toList())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    return printed + "exit " + code;
  }
}
