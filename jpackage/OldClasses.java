import java.io.DataInputStream;
import java.io.IOException;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.constant.ClassDesc;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Gives classes from before Java 6 the stack maps of today's. Java's start cache takes no classes
/// without them, and checking them takes long: a command that only parses its line took 0.3 s more,
/// because picocli's classes are for Java 5. Their code stays as it is.
final class OldClasses {
  /// The first version of class files with stack maps.
  private static final int WITH_MAPS = 50;

  private static final ClassFileVersion JAVA_8 = ClassFileVersion.of(ClassFile.JAVA_8_VERSION, 0);

  private final ZipFile jar;
  private final ClassFile classes;

  OldClasses(ZipFile jar) {
    this.jar = jar;
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

  boolean isOld(ZipEntry entry) throws IOException {
    if (!entry.getName().endsWith(".class") || entry.getSize() < Long.BYTES) {
      return false;
    }
    try (DataInputStream in = new DataInputStream(jar.getInputStream(entry))) {
      // The signature and the minor version come before.
      in.skipNBytes(Integer.BYTES + Short.BYTES);
      return in.readUnsignedShort() < WITH_MAPS;
    }
  }

  /// An old class as one of Java 8.
  byte[] renewed(ZipEntry entry) throws IOException {
    ClassModel old = classes.parse(QuickJars.bytes(jar, entry));
    return classes.build(
        old.thisClass().asSymbol(),
        built -> {
          for (ClassElement element : old) {
            built.with(element instanceof ClassFileVersion ? JAVA_8 : element);
          }
        });
  }
}
