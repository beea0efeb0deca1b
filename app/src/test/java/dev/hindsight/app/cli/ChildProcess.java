package dev.hindsight.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A command line in its own process: for what can be done only once per process, or ends it. Such
/// processes are short, so Java spends half the processor time if it compiles only quickly.
final class ChildProcess {
  private ChildProcess() {}

  /// Starts it in a folder that is also its temporary folder and holds all its data; its stderr
  /// goes to `err.txt` there.
  static Process start(Path folder, List<String> arguments) throws IOException {
    return start(folder, List.of(), List.of(), arguments);
  }

  /// As [#start(Path, List)], through another program and with options for Java.
  ///
  /// @param prefix a command line that runs the rest
  static Process start(
      Path folder, List<String> prefix, List<String> options, List<String> arguments)
      throws IOException {
    List<String> line = new ArrayList<>(prefix);
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.add("-XX:+UseSerialGC");
    line.add("-XX:TieredStopAtLevel=1");
    line.add("--enable-native-access=ALL-UNNAMED");
    line.add("--sun-misc-unsafe-memory-access=allow");
    line.add("-Dhindsight.data=" + folder.resolve("data"));
    line.add("-Djava.io.tmpdir=" + folder);
    line.addAll(options);
    line.add("-cp");
    line.add(System.getProperty("java.class.path"));
    line.add(Main.class.getName());
    line.addAll(arguments);
    return new ProcessBuilder(line)
        .directory(folder.toFile())
        .redirectError(folder.resolve("err.txt").toFile())
        .start();
  }
}
