package dev.hindsight.app.fault;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Command lines under which a process sees another disk or no network (Linux, `unshare`). A test
/// is skipped, saying so, where that is not allowed.
final class Namespaces {
  private Namespaces() {}

  /// A process that sees an empty disk at a folder.
  ///
  /// @param folder existing
  static List<String> disk(Path folder, int kilobytes) throws Exception {
    return mounted("mount -t tmpfs -o size=" + kilobytes + "k faults " + quoted(folder));
  }

  /// A process that cannot write to a folder, as on a disk mounted for reading.
  static List<String> readOnly(Path folder) throws Exception {
    String name = quoted(folder);
    return mounted("mount --bind " + name + " " + name + " && mount -o remount,ro,bind " + name);
  }

  /// A process that has no network, not even this machine's own addresses.
  static List<String> noNetwork() throws Exception {
    List<String> line = List.of("unshare", "--map-root-user", "--net");
    require(line);
    return line;
  }

  private static List<String> mounted(String commands) throws Exception {
    List<String> line = new ArrayList<>(List.of("unshare", "--map-root-user", "--mount"));
    line.addAll(List.of("sh", "-c", commands + " && exec \"$@\"", "sh"));
    require(line);
    return line;
  }

  private static String quoted(Path folder) {
    return "'" + folder + "'";
  }

  private static void require(List<String> line) throws InterruptedException {
    List<String> tried = new ArrayList<>(line);
    tried.add("true");
    boolean works;
    try {
      works = new ProcessBuilder(tried).start().waitFor() == 0;
    } catch (IOException _) {
      works = false;
    }
    assumeTrue(works, "skipped: this machine does not allow " + line);
  }

  /// A file as another process sees it, in its own mounts.
  static Path seen(long pid, Path file) {
    return Path.of("/proc", "" + pid, "root" + file.toAbsolutePath());
  }
}
