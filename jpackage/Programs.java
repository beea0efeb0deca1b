import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/// Programs of the JDK and of the system.
final class Programs {
  private Programs() {}

  /// Runs a tool of the JDK.
  static void tool(String name, List<String> arguments) {
    int code =
        ToolProvider.findFirst(name)
            .orElseThrow(() -> new IllegalStateException("this JDK has no " + name))
            .run(System.out, System.err, arguments.toArray(String[]::new));
    if (code != 0) {
      throw new IllegalStateException(name + " failed: " + arguments);
    }
  }

  /// Runs a program in a folder; what it says goes to the build's output.
  static void run(Path folder, List<String> line) throws IOException, InterruptedException {
    int code = new ProcessBuilder(line).directory(folder.toFile()).inheritIO().start().waitFor();
    if (code != 0) {
      throw new IllegalStateException(line + " ended with " + code);
    }
  }

  /// Runs a program for what it prints; it must end well, within ten minutes.
  static String said(List<String> line, Map<String, String> environment)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes()).strip();
    if (!process.waitFor(10, TimeUnit.MINUTES) || process.exitValue() != 0) {
      throw new IllegalStateException(line + " says: " + said);
    }
    return said;
  }

  /// Whether a program is on the PATH.
  static boolean isThere(String program) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(path.split(java.io.File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
