import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// The licence texts of everything inside: those the jars bring themselves, by jar, and the common
/// ones for what brings none. Those of Java and JavaFX are in the runtime's folder `legal`.
final class Licences {
  private static final Pattern TEXT =
      Pattern.compile(
          "(?i)(META-INF/|META-INF/licenses?/)?[^/]*(licen[cs]e|notice|copying|copyright)[^/]*");
  private static final Pattern PROGRAM = Pattern.compile(".*\\.(class|java|html|png|css)");

  private Licences() {}

  /// @return the folder they are in
  static Path gather(Product product) throws IOException {
    Path folder = product.target("licences");
    Trees.delete(folder);
    Files.createDirectories(folder);
    for (Path text : Trees.files(product.folder().resolve("licences"))) {
      Files.copy(text, folder.resolve(text.getFileName()));
    }
    for (Path jar : Trees.files(product.target("jars"))) {
      if (!jar.getFileName().toString().startsWith("hindsight-")) {
        gather(jar, folder.resolve(jar.getFileName().toString().replace(".jar", "")));
      }
    }
    return folder;
  }

  private static void gather(Path jar, Path folder) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      Enumeration<? extends ZipEntry> entries = zip.entries();
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        String name = entry.getName();
        if (!entry.isDirectory()
            && TEXT.matcher(name).matches()
            && !PROGRAM.matcher(name).matches()) {
          Files.createDirectories(folder);
          Path text = folder.resolve(name.substring(name.lastIndexOf('/') + 1));
          try (InputStream in = zip.getInputStream(entry)) {
            Files.write(text, in.readAllBytes());
          }
        }
      }
    }
  }
}
