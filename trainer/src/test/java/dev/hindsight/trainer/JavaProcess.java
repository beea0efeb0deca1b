package dev.hindsight.trainer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Runs a `main` of the tests in a separate process, for processes that are killed or code that can
/// run only once per process.
public final class JavaProcess {
  private JavaProcess() {}

  /// The same Java with the same classes, not started yet.
  ///
  /// @param options for Java
  /// @param main whose `main` runs
  public static ProcessBuilder of(List<String> options, Class<?> main, String... arguments) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(options);
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    line.addAll(List.of(arguments));
    return new ProcessBuilder(line);
  }
}
