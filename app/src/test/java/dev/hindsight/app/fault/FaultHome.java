package dev.hindsight.app.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Folders for all that the program keeps, for processes that a bench starts and for commands that
/// it runs itself, until it is closed.
final class FaultHome implements AutoCloseable {
  /// Options of Java by which every process starts quickly and without a display.
  static final List<String> STARTS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:-UsePerfData",
          "-Xmx1g",
          "-Dfile.encoding=UTF-8",
          "-Dglass.platform=Headless",
          "-Dprism.order=sw",
          "-Djava.awt.headless=true",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  private static final List<String> KINDS = List.of("data", "config", "cache");

  private final Path folder;
  private final Map<String, String> before = new HashMap<>();

  FaultHome(Path folder) {
    this.folder = folder;
  }

  /// Makes the folders; commands of this process use them, too.
  static FaultHome in(Path folder) throws IOException {
    FaultHome home = new FaultHome(Files.createDirectories(folder));
    Files.createDirectories(home.temporary());
    for (String kind : KINDS) {
      home.before.put(kind, System.getProperty("hindsight." + kind, ""));
      System.setProperty("hindsight." + kind, folder.resolve(kind).toString());
    }
    return home;
  }

  /// The folder of everything.
  Path path() {
    return folder;
  }

  /// The folder for temporary files.
  private Path temporary() {
    return folder.resolve("tmp");
  }

  /// The command line of a process, up to the name of the class to run.
  ///
  /// @param more options for Java
  List<String> java(List<String> more) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(STARTS);
    line.add("-Djava.io.tmpdir=" + temporary());
    line.add("-Duser.home=" + folder);
    for (String kind : KINDS) {
      line.add("-Dhindsight." + kind + "=" + folder.resolve(kind));
    }
    line.addAll(more);
    line.addAll(ProgramJars.options());
    return line;
  }

  @Override
  public void close() {
    before.forEach((kind, value) -> {
      if (value.isEmpty()) {
        System.clearProperty("hindsight." + kind);
      } else {
        System.setProperty("hindsight." + kind, value);
      }
    });
  }
}
