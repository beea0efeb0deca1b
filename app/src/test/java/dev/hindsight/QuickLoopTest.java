package dev.hindsight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Runs `./quick` in a small checkout with the same structure: it compiles what is necessary, no
/// more, and says what failed.
@Timeout(120)
class QuickLoopTest {
  private static final Path ROOT =
      Path.of(System.getProperty("hindsight.root", "..")).toAbsolutePath().normalize();
  private static final Path SHELL = Path.of("/bin/sh");

  private static Class<?> loop;

  private static Path template;
  private static Path checkout;

  @TempDir private Path own;

  private record Ran(int code, String said) {}

  private static Class<?> compiled(Path program) throws Exception {
    String source = ROOT.resolve(".mvn/quick/Quick.java").toString();
    String[] options = {"-d", program.toString(), source};
    int code = ToolProvider.getSystemJavaCompiler().run(null, null, null, options);
    assertEquals(0, code);
    try (URLClassLoader loader = new URLClassLoader(new URL[] {program.toUri().toURL()})) {
      for (Path file : classes(program)) {
        loader.loadClass(file.getFileName().toString().replace(".class", ""));
      }
      return loader.loadClass("Quick");
    }
  }

  /// Loads all of them before their folder is deleted.
  private static List<Path> classes(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  /// Compiled once; every test gets a copy.
  @BeforeAll
  static void makeACheckout(@TempDir Path program, @TempDir Path folder) throws Exception {
    loop = compiled(program);
    template = folder;
    checkout = folder;
    assumeTrue(Files.isExecutable(SHELL), "skipped: there is no shell here to stand for Maven");
    write("pom.xml", "<project/>");
    for (String module : List.of("trainer", "render", "inspector", "app")) {
      write(module + "/pom.xml", "<project/>");
    }
    write(
        "mvnw",
        "#!/bin/sh\nfor m in trainer render inspector app; do mkdir -p $m/target/quick; printf '%s' '"
            + junit()
            + "' > $m/target/quick/classpath; done\n");
    assertTrue(checkout.resolve("mvnw").toFile().setExecutable(true));
    write(".mvn/quick/RunTests.java", Files.readString(ROOT.resolve(".mvn/quick/RunTests.java")));
    write(
        "trainer/src/main/java/a/Base.java",
        "package a; public class Base { public int one() { return 1; } }");
    write(
        "trainer/src/main/java/a/Sub.java",
        "package a; public class Sub extends Base { public static final int SIZE = 3; }");
    write("trainer/src/main/java/a/Other.java", "package a; class Other { int two = 2; }");
    write("trainer/src/main/java/a/Apart.java", "package a; class Apart { int three = 3; }");
    write("trainer/src/main/java/a/More.java", "package a; class More { int four = 4; }");
    write(
        "app/src/main/java/b/User.java",
        """
        package b;
        public class User {
          int number = new a.Sub().one();
          public static int size() { return a.Sub.SIZE; }
        }
        """);
    write("app/src/main/java/b/Bystander.java", "package b; class Bystander {}");
    write("app/src/main/java/b/Passer.java", "package b; class Passer {}");
    write(
        "app/src/test/java/b/UserTest.java",
        """
        package b;
        class UserTest {
          @org.junit.jupiter.api.Test
          void numbers() {
            org.junit.jupiter.api.Assertions.assertEquals("1 3", new User().number + " " + User.size());
          }
        }
        """);
    Ran ran = quick("compile");
    assertEquals(0, ran.code(), ran::said);
  }

  @BeforeEach
  void copyIt() throws IOException {
    checkout = own;
    try (Stream<Path> files = Files.walk(template)) {
      for (Path file : files.toList()) {
        Path copy = own.resolve(template.relativize(file).toString());
        if (!copy.equals(own)) {
          Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }

  @Test
  void benchesAreCompiledWithTheProductAndSeeItsPackages() throws Exception {
    write(
        "trainer/src/bench/java/a/OtherBench.java",
        "package a; class OtherBench { int twice = 2 * new Other().two; }");
    Ran begun = quick("compile");
    assertTrue(begun.said().contains("trainer main: 1 of"), begun::said);
    write("trainer/src/main/java/a/Other.java", "package a; class Other { long two = 2; }");
    Ran broken = quick("compile");
    assertEquals(1, broken.code(), broken::said);
    assertTrue(broken.said().contains("OtherBench.java"), broken::said);
  }

  @Test
  void nothingIsCompiledTwice() throws Exception {
    assertEquals(List.of(), compiled(quick("compile")));
  }

  @Test
  void aBodyIsCompiledAloneAndTheTestSeesIt() throws Exception {
    write(
        "trainer/src/main/java/a/Base.java",
        "package a; public class Base { public int one() { return 11; } }");

    Ran ran = quick("test", "b.User*");

    assertEquals(List.of("trainer main: 1 of 5"), compiled(ran));
    assertEquals(1, ran.code());
    assertTrue(ran.said().contains("expected: <1 3> but was: <11 3>"), ran::said);
  }

  @Test
  void whoCallsASubtypeIsCompiledWhenTheBaseChanges() throws Exception {
    write(
        "trainer/src/main/java/a/Base.java",
        "package a; public class Base { public long one() { return 1; } }");

    Ran ran = quick("compile");

    assertEquals(List.of("trainer main: 2 of 5"), compiled(ran));
    assertEquals(1, ran.code());
    assertTrue(ran.said().contains("User.java:3"), ran::said);
    assertTrue(ran.said().contains("app main did not compile"), ran::said);
    write(
        "trainer/src/main/java/a/Base.java",
        "package a; public class Base { public short one() { return 1; } }");
    ran = quick("compile");
    assertEquals(List.of("trainer main: 2 of 5", "app main: 1 of 3"), compiled(ran));
    assertEquals(0, ran.code(), ran::said);
  }

  @Test
  void aConstantReachesThoseItWasCopiedInto() throws Exception {
    write(
        "trainer/src/main/java/a/Sub.java",
        "package a; public class Sub extends Base { public static final int SIZE = 4; }");

    Ran ran = quick("compile");

    assertEquals(0, ran.code(), ran::said);
    assertEquals(List.of("trainer main: 1 of 5", "app main: 1 of 3"), compiled(ran));
  }

  @Test
  void aMistakeIsShownUntilItIsMended() throws Exception {
    write("trainer/src/main/java/a/Other.java", "package a; class Other { int two = \"2\"; }");
    for (int i = 0; i < 2; i++) {
      Ran ran = quick("compile");
      assertEquals(1, ran.code());
      assertTrue(ran.said().contains("Other.java:1: error: incompatible types"), ran::said);
    }
    write("trainer/src/main/java/a/Other.java", "package a; class Other { int two = 22; }");
    Ran ran = quick("compile");
    assertEquals(0, ran.code(), ran::said);
  }

  @Test
  void aRemovedClassIsMissed() throws Exception {
    Files.delete(checkout.resolve("trainer/src/main/java/a/Base.java"));

    Ran ran = quick("compile");

    assertEquals(1, ran.code());
    assertTrue(ran.said().contains("Sub.java:1: error: cannot find symbol"), ran::said);
    assertTrue(ran.said().contains("trainer main did not compile"), ran::said);
  }

  @Test
  void aNestedClassThatIsRemovedIsMissed() throws Exception {
    write("trainer/src/main/java/a/Other.java", "package a; class Other { static class In {} }");
    write("trainer/src/main/java/a/More.java", "package a; class More { Other.In in; }");
    assertEquals(0, quick("compile").code());
    write("trainer/src/main/java/a/Other.java", "package a; class Other {}");

    Ran ran = quick("compile");

    assertEquals(1, ran.code());
    assertTrue(ran.said().contains("More.java:1: error: cannot find symbol"), ran::said);
  }

  @Test
  void aTestThatIsNotThereIsSaid() throws Exception {
    Ran ran = quick("test", "NoSuchTest");

    assertEquals(1, ran.code());
    assertEquals("quick: there is no test class NoSuchTest", ran.said().strip());
    assertFalse(ran.said().contains("Exception"));
  }

  /// What a small test needs; every compiler run opens all of it.
  private static String junit() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(path -> path.matches(".*(junit-|opentest4j|apiguardian|jspecify)[^/]*"))
        .filter(path -> !path.contains("archunit") && !path.contains("testfx"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static void write(String file, String text) throws IOException {
    Path path = checkout.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  /// Runs in this process, where the compiler is warmed up.
  private static Ran quick(String... arguments) throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
      Constructor<?> made = loop.getDeclaredConstructor();
      made.setAccessible(true);
      Method quick = loop.getDeclaredMethod("quick", Path.class, PrintStream.class, String[].class);
      quick.setAccessible(true);
      int code = (Integer) quick.invoke(made.newInstance(), checkout, out, arguments);
      return new Ran(code, said.toString(StandardCharsets.UTF_8));
    }
  }

  private static List<String> compiled(Ran ran) {
    return Pattern.compile("quick: (\\w+ \\w+: \\d+ of \\d+) files")
        .matcher(ran.said())
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
