import java.io.File;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Prepares jars for a quick start: beside our style sheets come their compiled forms, which JavaFX
/// prefers and loads without parsing.
///
/// A checkout does it too: `java QuickJars.java FOLDER JAVAFX`.
final class QuickJars {
  /// Where only our own jars have style sheets; those of libraries stay as they are.
  private static final String STYLES = "dev/hindsight/assets/css/";

  private final List<Path> javafx;

  /// @param javafx the jars of JavaFX
  QuickJars(List<Path> javafx) {
    this.javafx = List.copyOf(javafx);
  }

  /// @param arguments a folder of jars, and one of those of JavaFX
  public static void main(String[] arguments) throws IOException {
    new QuickJars(Trees.files(Path.of(arguments[1]))).prepare(Path.of(arguments[0]));
  }

  /// Writes those jars of a folder anew that have style sheets of ours; their dates stay.
  void prepare(Path folder) throws IOException {
    for (Path jar : Trees.files(folder)) {
      if (jar.toString().endsWith(".jar")) {
        prepareJar(jar);
      }
    }
  }

  private void prepareJar(Path jar) throws IOException {
    Map<String, byte[]> added = new LinkedHashMap<>();
    try (ZipFile from = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(from.entries())) {
        String name = entry.getName();
        if (name.startsWith(STYLES) && name.endsWith(".css")) {
          added.put(name.replace(".css", ".bss"), compiled(bytes(from, entry)));
        }
      }
    }
    if (!added.isEmpty()) {
      rewrite(jar, added);
    }
  }

  private static void rewrite(Path jar, Map<String, byte[]> added) throws IOException {
    Path anew = jar.resolveSibling(jar.getFileName() + ".anew");
    try (ZipFile from = new ZipFile(jar.toFile());
        ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(anew))) {
      for (ZipEntry entry : Collections.list(from.entries())) {
        if (!added.containsKey(entry.getName())) {
          store(to, entry.getName(), bytes(from, entry));
        }
      }
      for (Map.Entry<String, byte[]> one : added.entrySet()) {
        store(to, one.getKey(), one.getValue());
      }
    }
    Files.setLastModifiedTime(anew, Files.getLastModifiedTime(jar));
    Files.move(anew, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  /// Adds a member, not compressed: the installers compress all classes of a jar together, which
  /// takes a fifth less to download than compressing each by itself.
  static void store(ZipOutputStream jar, String name, byte[] content) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(content);
    ZipEntry entry = new ZipEntry(name);
    entry.setTime(0);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(content.length);
    entry.setCrc(crc.getValue());
    jar.putNextEntry(entry);
    jar.write(content);
    jar.closeEntry();
  }

  /// The content of a member.
  static byte[] bytes(ZipFile jar, ZipEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  private byte[] compiled(byte[] sheet) throws IOException {
    Path text = Files.createTempFile("sheet", ".css");
    Path binary = Files.createTempFile("sheet", ".bss");
    List<URL> jars = new ArrayList<>();
    for (Path jar : javafx) {
      jars.add(jar.toUri().toURL());
    }
    try (URLClassLoader loader = new URLClassLoader(jars.toArray(URL[]::new))) {
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
