package dev.hindsight.app.process;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// This program again, in a process of its own: with the same classes and the same options of Java.
public final class OwnProgram {
  /// Set by an installed program's launcher; such a program has no `java`.
  private static final String LAUNCHER = "jpackage.app-path";

  /// Options that Java reads from the environment, whoever starts it.
  private static final String OPTIONS = "JAVA_TOOL_OPTIONS";

  private static final String MAIN = "dev.hindsight.app.cli.Main";

  private OwnProgram() {}

  /// The command line that runs some arguments.
  public static List<String> line(List<String> arguments) {
    List<String> line = new ArrayList<>();
    Optional<String> launcher = Optional.ofNullable(System.getProperty(LAUNCHER));
    if (launcher.isPresent()) {
      line.add(launcher.get());
    } else {
      line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      line.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
      line.add("-cp");
      line.add(System.getProperty("java.class.path"));
      line.add(MAIN);
    }
    line.addAll(arguments);
    return line;
  }

  /// A process that is ready to run some arguments.
  ///
  /// @param options of Java, besides its own
  public static ProcessBuilder prepared(List<String> options, List<String> arguments) {
    ProcessBuilder builder = new ProcessBuilder(line(arguments));
    unmarked(builder.environment());
    if (!options.isEmpty()) {
      builder
          .environment()
          .merge(OPTIONS, String.join(" ", options), (own, more) -> own + " " + more);
    }
    return builder;
  }

  /// Starts it silently.
  public static Process start(List<String> arguments) throws IOException {
    return prepared(List.of(), arguments)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /// Removes the mark that an installed program's launcher sets for the process it has prepared; a
  /// child process that finds it regards itself as prepared, and every argument as one for Java.
  public static void unmarked(Map<String, String> environment) {
    environment.remove("_JPACKAGE_LAUNCHER");
  }
}
