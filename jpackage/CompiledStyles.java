import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Adds the compiled form of each of our style sheets beside it. JavaFX prefers `.bss` to `.css`,
/// and loads it without parsing.
///
/// A checkout does it too: `java CompiledStyles.java FOLDER JAVAFX`.
final class CompiledStyles {
  /// Only our own jar has style sheets here; those of libraries stay as they are.
  private static final String STYLES = "dev/hindsight/assets/css/";

  private final List<Path> javafx;

  /// @param javafx the jars of JavaFX
  CompiledStyles(List<Path> javafx) {
    this.javafx = List.copyOf(javafx);
  }

  /// @param arguments a folder of jars, and one of those of JavaFX
  public static void main(String[] arguments) throws IOException {
    new CompiledStyles(Trees.files(Path.of(arguments[1]))).addTo(Path.of(arguments[0]));
  }

  /// Rewrites those jars of a folder that have style sheets of ours; their dates stay.
  void addTo(Path folder) throws IOException {
    List<URL> classes = new ArrayList<>();
    for (Path jar : javafx) {
      classes.add(jar.toUri().toURL());
    }
    try (URLClassLoader loader = new URLClassLoader(classes.toArray(URL[]::new))) {
      for (Path jar : Trees.files(folder)) {
        if (jar.toString().endsWith(".jar")) {
          Map<String, byte[]> compiled = compiled(jar, loader);
          if (!compiled.isEmpty()) {
            rewrite(jar, compiled);
          }
        }
      }
    }
  }

  /// The compiled style sheets of a jar, by name.
  private static Map<String, byte[]> compiled(Path jar, ClassLoader loader) throws IOException {
    Map<String, byte[]> compiled = new LinkedHashMap<>();
    try (ZipFile from = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(from.entries())) {
        String name = entry.getName();
        if (name.startsWith(STYLES) && name.endsWith(".css")) {
          compiled.put(name.replace(".css", ".bss"), compile(Jars.bytes(from, entry), loader));
        }
      }
    }
    return compiled;
  }

  private static void rewrite(Path jar, Map<String, byte[]> added) throws IOException {
    Path anew = jar.resolveSibling(jar.getFileName() + ".anew");
    try (ZipFile from = new ZipFile(jar.toFile());
        ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(anew))) {
      for (ZipEntry entry : Collections.list(from.entries())) {
        if (!added.containsKey(entry.getName())) {
          Jars.store(to, entry.getName(), Jars.bytes(from, entry));
        }
      }
      for (Map.Entry<String, byte[]> one : added.entrySet()) {
        Jars.store(to, one.getKey(), one.getValue());
      }
    }
    Files.setLastModifiedTime(anew, Files.getLastModifiedTime(jar));
    Files.move(anew, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] compile(byte[] sheet, ClassLoader loader) throws IOException {
    Path text = Files.createTempFile("sheet", ".css");
    Path binary = Files.createTempFile("sheet", ".bss");
    try {
      Files.write(text, sheet);
      Class.forName("javafx.css.Stylesheet", true, loader)
          .getMethod("convertToBinary", File.class, File.class)
          .invoke(null, text.toFile(), binary.toFile());
      return Files.readAllBytes(binary);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a style sheet cannot be compiled", e);
    } finally {
      Files.delete(text);
      Files.delete(binary);
    }
  }
}
