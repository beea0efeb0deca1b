package dev.hindsight.trainer.env.gym;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Runs Python scripts that use the recorder. Skips the test where no Python has numpy.
///
/// @param folder in which they run
record RecorderScripts(Path folder) {
  /// A Python, with the recorder in the folder.
  Path python() throws IOException, InterruptedException {
    Optional<Path> python = ClientPython.with("numpy");
    assumeTrue(python.isPresent(), "skipped: no Python with numpy (HINDSIGHT_PYTHON) is here");
    Files.writeString(folder.resolve(GymScript.recorderFile()), GymScript.recorder());
    return python.get();
  }

  /// What a script prints, with its errors and its exit code.
  ///
  /// @param name of its file
  String run(String name, String script, String... arguments)
      throws IOException, InterruptedException {
    Path python = python();
    Files.writeString(folder.resolve(name), script);
    return ClientPython.run(
        python, folder, Stream.concat(Stream.of(name), Stream.of(arguments)).toList());
  }
}
