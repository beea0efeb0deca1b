import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Gives the classes of old jars the stack maps that Java wants since version 6. Java's start cache
/// takes no classes without them, and checking them takes long: a command that only parses its line
/// took half a second for picocli, whose classes are for Java 5.
///
/// The code stays as it is. Jars without such classes stay untouched.
final class OldClasses {
  /// The first version of class files with stack maps.
  private static final int WITH_MAPS = 50;

  private static final ClassFileVersion JAVA_8 = ClassFileVersion.of(ClassFile.JAVA_8_VERSION, 0);

  private final ClassFile classes;

  /// @param jar of which the classes are
  OldClasses(ZipFile jar) {
    ClassHierarchyResolver inTheJar =
        ClassHierarchyResolver.ofResourceParsing(name -> {
          try {
            ZipEntry entry = jar.getEntry(path(name));
            return entry == null ? null : jar.getInputStream(entry);
          } catch (IOException e) {
            throw new IllegalStateException(jar.getName() + " cannot be read", e);
          }
        });
    classes =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                inTheJar.orElse(ClassHierarchyResolver.defaultResolver())),
            ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
            // Otherwise code that does not change is copied without a look at it.
            ClassFile.ConstantPoolSharingOption.NEW_POOL);
  }

  /// `Lpicocli/CommandLine;` is in `picocli/CommandLine.class`.
  private static String path(ClassDesc name) {
    String descriptor = name.descriptorString();
    return descriptor.substring(1, descriptor.length() - 1) + ".class";
  }

  /// Renews what is old in the jars of a folder.
  ///
  /// @param arguments the folder
  public static void main(String[] arguments) throws IOException {
    for (Path jar : Trees.files(Path.of(arguments[0]))) {
      if (jar.toString().endsWith(".jar") && hasOld(jar)) {
        Path renewed = jar.resolveSibling(jar.getFileName() + ".renewed");
        try (ZipFile from = new ZipFile(jar.toFile());
            ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(renewed))) {
          OldClasses old = new OldClasses(from);
          for (ZipEntry entry : Collections.list(from.entries())) {
            to.putNextEntry(new ZipEntry(entry.getName()));
            to.write(old.renewed(entry.getName(), bytes(from, entry)));
            to.closeEntry();
          }
        }
        Files.setLastModifiedTime(renewed, Files.getLastModifiedTime(jar));
        Files.move(renewed, jar, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static boolean hasOld(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        if (isOld(entry.getName(), bytes(zip, entry))) {
          return true;
        }
      }
      return false;
    }
  }

  private static byte[] bytes(ZipFile jar, ZipEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  /// The two bytes after the signature and the minor version are the major one.
  private static boolean isOld(String name, byte[] bytes) {
    return name.endsWith(".class")
        && bytes.length > 7
        && ((bytes[6] & 0xff) << 8 | bytes[7] & 0xff) < WITH_MAPS;
  }

  /// A member of the jar, if it is an old class with its stack maps.
  byte[] renewed(String name, byte[] bytes) {
    if (!isOld(name, bytes)) {
      return bytes;
    }
    ClassModel old = classes.parse(bytes);
    return classes.build(
        old.thisClass().asSymbol(),
        built -> {
          for (ClassElement element : old) {
            built.with(element instanceof ClassFileVersion ? JAVA_8 : element);
          }
        });
  }
}
