package dev.hindsight.app.fault;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// The program as jars, and an archive of the classes that it loads: Java shares classes of jars
/// only, and a process that begins with them needs a third of the processor time. Made once for all
/// benches of a process.
final class ProgramJars {
  private static final Object LOCK = new Object();
  private static List<String> options = List.of();

  private ProgramJars() {}

  /// The options by which Java finds the classes.
  static List<String> options() throws IOException {
    synchronized (LOCK) {
      if (options.isEmpty()) {
        Path folder = Files.createDirectories(Path.of("target", "faults").toAbsolutePath());
        options = made(Files.createTempDirectory(folder, "jars"));
      }
      return options;
    }
  }

  private static List<String> made(Path folder) throws IOException {
    List<String> path = new ArrayList<>();
    for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      // Surefire ends the list with an empty name, which Java takes for the current folder: that
      // holds the jars that are made here.
      if (each.isEmpty()) {
        continue;
      }
      Path place = Path.of(each);
      if (Files.isDirectory(place)) {
        Path jar = folder.resolve(path.size() + ".jar");
        pack(place, jar);
        path.add(jar.toString());
      } else if (Files.exists(place)) {
        path.add(place.toAbsolutePath().toString());
      }
    }
    String classes = String.join(File.pathSeparator, path);
    Path archive = folder.resolve("classes.jsa");
    Path sample = folder.resolve("x.rollout");
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(FaultHome.STARTS);
    line.addAll(List.of("-XX:ArchiveClassesAtExit=" + archive, "-Xlog:cds=off", "-cp", classes));
    line.addAll(List.of("dev.hindsight.app.cli.Main", "record", "--env", "darkroom"));
    line.addAll(List.of("--actions", "random", "--ticks", "20", "--out", sample.toString()));
    Process process =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("made.txt").toFile())
            .start();
    try {
      if (!process.waitFor(300, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IllegalStateException(Files.readString(folder.resolve("made.txt")));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      process.destroyForcibly();
    }
    return List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off", "-cp", classes);
  }

  private static void pack(Path folder, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.setLevel(1);
      for (Path file : FaultFiles.list(folder)) {
        String name = folder.relativize(file).toString().replace(File.separatorChar, '/');
        zip.putNextEntry(new ZipEntry(name));
        Files.copy(file, zip);
        zip.closeEntry();
      }
    }
  }
}
