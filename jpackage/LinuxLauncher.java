import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;

/// The command line of an image on Linux: a script with the settings of the launcher that jpackage
/// makes, in whose place it is put.
final class LinuxLauncher {
  private static final String SETTINGS = "hindsight.cfg";
  private static final String CLASS_PATH = "app.classpath=";
  private static final String MAIN = "app.mainclass=";
  private static final String OPTION = "java-options=";
  private static final String FUNCTION = "name_files_in_utf8() {";

  private final AppImage image;

  LinuxLauncher(AppImage image) {
    this.image = image;
  }

  void write() throws IOException {
    String script =
        Files.readString(image.product().folder().resolve("linux/launcher.sh"))
            .replace("@name_files_in_utf8@", function())
            .replace(
                "@options@",
                settings(OPTION).stream()
                    .map(option -> '"' + option + '"')
                    .collect(Collectors.joining(" \\\n  ")))
            .replace("@classpath@", String.join(":", settings(CLASS_PATH)))
            .replace("@main@", settings(MAIN).getFirst());
    Path launcher = image.launcher();
    Files.deleteIfExists(launcher);
    Files.writeString(launcher, script);
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /// The values of a setting of jpackage's launcher, as the script says them.
  private List<String> settings(String name) throws IOException {
    return Files.readAllLines(image.app().resolve(SETTINGS)).stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()).replace("$APPDIR", "$app"))
        .toList();
  }

  /// The function of the checkout's launcher that opens paths beyond ASCII in every locale.
  private String function() throws IOException {
    String all = Files.readString(image.product().project(".mvn/find-jdk.sh"));
    int begin = all.indexOf(FUNCTION);
    return all.substring(begin, all.indexOf("\n}", begin) + 2);
  }
}
