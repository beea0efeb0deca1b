package dev.hindsight.trainer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A `main` of the tests in a process of its own: for what is to be killed, or what can be done
/// once in the life of one.
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
