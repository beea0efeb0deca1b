import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/// The quick loop: compiles what changed and what depends on it with plain javac, then runs tests
/// or the program.
///
/// It checks neither format nor style and keeps its classes in `target/quick`, apart from those of
/// Maven, so that `./mvnw verify` still compiles, with all checks, whatever was tried out here. A
/// class whose outside stays the same (its members, not their bodies) is compiled alone; where the
/// outside changes, so is every class that mentions it or one of its subtypes, in this module and
/// above.
void main(String[] args) throws Exception {
  System.exit(
      quick(Path.of(System.getProperty("quick.root", "")).toAbsolutePath(), System.err, args));
}

static final List<String> MODULES = List.of("trainer", "render", "inspector", "app");

Path root;
PrintStream said;

/// What `main` does, for a checkout anywhere.
///
/// @param said where everything is said that is not the program's or the tests' own
/// @return the exit code
int quick(Path checkout, PrintStream out, String... args) throws Exception {
  root = checkout;
  said = out;
  try {
    if (!Files.exists(root.resolve("mvnw")))
      throw new Refused("run it from the root of the checkout");
    List<String> rest = List.of(args).subList(Math.min(1, args.length), args.length);
    switch (args.length == 0 ? "" : args[0]) {
      case "compile" -> compile(everything());
      case "test" -> {
        return test(rest);
      }
      case "run" -> {
        return run(rest);
      }
      default ->
          throw new Refused(
              """
              one of
              ./quick test CLASS...   compile what changed, run these test classes (simple or full names, * for any letters)
              ./quick run ARGS...     compile what changed, run the program
              ./quick compile         compile what changed, the tests too\
              """);
    }
    return 0;
  } catch (Refused refused) {
    said.println("quick: " + refused.getMessage());
    return 1;
  }
}

static final class Refused extends RuntimeException {
  Refused(String message) {
    super(message);
  }
}

/// The main or the test code of a module.
record Unit(Path root, String module, String kind) {
  /// The folders sources lie in: the benches are part of the product.
  List<Path> sources() {
    Path own = root.resolve(module, "src", kind, "java");
    return main() ? List.of(own, root.resolve(module, "src", "bench", "java")) : List.of(own);
  }

  /// A source by its path in one of them.
  Path source(String name) {
    return sources().stream()
        .map(folder -> folder.resolve(name))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow(() -> new Refused(module + " " + kind + ": there is no " + name));
  }

  Path resources() {
    return root.resolve(module, "src", kind, "resources");
  }

  Path classes() {
    return root.resolve(module, "target", "quick", kind);
  }

  /// What was compiled: one source a line, with its time and size.
  Path state() {
    return root.resolve(module, "target", "quick", kind + ".state");
  }

  /// What changed in the units below and has not been answered here: names of classes, `=NAME` for
  /// constants.
  Path pending() {
    return root.resolve(module, "target", "quick", kind + ".pending");
  }

  int rank() {
    return MODULES.indexOf(module);
  }

  boolean main() {
    return kind.equals("main");
  }

  boolean sees(Unit other) {
    return !equals(other)
            && other.rank() <= rank()
            && (other.main() || !main() && other.rank() < rank())
        || !main() && other.main() && other.rank() == rank();
  }
}

/// In the order in which they can be compiled.
List<Unit> everything() {
  List<Unit> units = new ArrayList<>();
  for (String module : MODULES)
    for (String kind : List.of("main", "test")) units.add(new Unit(root, module, kind));
  return units;
}

// ---- Compile

void compile(List<Unit> units) throws IOException {
  for (Unit unit : units) compile(unit);
}

void compile(Unit unit) throws IOException {
  Map<String, String> now = sources(unit);
  boolean fresh = !Files.exists(unit.state());
  Map<String, String> past = fresh ? Map.of() : readState(unit);
  Set<String> pending =
      new TreeSet<>(Files.exists(unit.pending()) ? Files.readAllLines(unit.pending()) : List.of());
  Set<String> stale = new TreeSet<>(now.keySet());
  stale.removeIf(source -> now.get(source).equals(past.get(source)));
  Set<String> gone = new TreeSet<>(past.keySet());
  gone.removeAll(now.keySet());
  if (stale.isEmpty() && gone.isEmpty() && pending.isEmpty()) return;

  long begun = System.nanoTime();
  Map<String, List<Path>> old = fresh ? Map.of() : bySource(unit);
  Set<String> changed = new TreeSet<>(pending);
  for (String source : gone)
    for (Path file : old.getOrDefault(source, List.of())) changed.add(nameOf(unit, file));
  if (!changed.isEmpty() && !fresh) stale.addAll(dependents(unit, changed, now.keySet()));
  Path work =
      Files.createTempDirectory(Files.createDirectories(unit.classes().getParent()), unit.kind());
  Path made = Files.createDirectories(work.resolve("made"));
  Path aside = Files.createDirectories(work.resolve("aside"));
  // Who is cut off here starts from nothing next time.
  Files.deleteIfExists(unit.state());
  boolean done = false;
  try {
    if (fresh) empty(unit.classes());
    Map<String, Map<String, List<String>>> before = new HashMap<>();
    for (boolean more = true; more; ) {
      if (stale.size() > now.size() / 2) stale.addAll(now.keySet());
      // Nothing may be compiled against what is about to go: a nested class that was removed, for
      // one.
      for (String source : union(stale, gone)) {
        if (before.containsKey(source)) continue;
        Map<String, List<String>> known = new HashMap<>();
        for (Path file : old.getOrDefault(source, List.of())) {
          known.put(nameOf(unit, file), outside(Files.readAllBytes(file)));
          move(unit.classes(), file, aside);
        }
        before.put(source, known);
      }
      empty(made);
      if (!stale.isEmpty()) javac(unit, stale, made);
      more = false;
      if (!fresh) {
        for (String source : stale) changed.addAll(difference(before.get(source), made, source));
        more = stale.addAll(dependents(unit, changed, now.keySet()));
      }
    }
    install(made, unit.classes());
    done = true;
  } finally {
    if (!done && !fresh) {
      install(aside, unit.classes());
      writeState(unit, past);
    }
    empty(work);
    Files.deleteIfExists(work);
  }
  for (Unit above : everything()) {
    if (!above.sees(unit) || !Files.exists(above.state())) continue;
    if (fresh) {
      Files.delete(above.state());
    } else if (!changed.isEmpty()) {
      Set<String> owed =
          new TreeSet<>(
              Files.exists(above.pending()) ? Files.readAllLines(above.pending()) : List.of());
      owed.addAll(changed);
      Files.write(above.pending(), owed);
    }
  }
  Files.deleteIfExists(unit.pending());
  writeState(unit, now);
  if (!stale.isEmpty()) {
    said.printf(
        "quick: %s %s: %d of %d files, %.1f s%n",
        unit.module(), unit.kind(), stale.size(), now.size(), (System.nanoTime() - begun) / 1e9);
  }
}

static Set<String> union(Set<String> one, Set<String> other) {
  Set<String> both = new TreeSet<>(one);
  both.addAll(other);
  return both;
}

/// Sources, relative to their folder and with `/`, with time and size.
static Map<String, String> sources(Unit unit) throws IOException {
  Map<String, String> found = new TreeMap<>();
  for (Path folder : unit.sources()) {
    for (Path file : files(folder, ".java")) {
      FileTime time = Files.getLastModifiedTime(file);
      found.put(relative(folder, file), time.toMillis() + " " + Files.size(file));
    }
  }
  return found;
}

static Map<String, String> readState(Unit unit) throws IOException {
  Map<String, String> found = new TreeMap<>();
  for (String line : Files.readAllLines(unit.state())) {
    int tab = line.indexOf('\t');
    found.put(line.substring(tab + 1), line.substring(0, tab));
  }
  return found;
}

static void writeState(Unit unit, Map<String, String> sources) throws IOException {
  List<String> lines = new ArrayList<>();
  sources.forEach((source, stamp) -> lines.add(stamp + "\t" + source));
  Files.write(unit.state(), lines);
}

void javac(Unit unit, Collection<String> sources, Path out) throws IOException {
  List<String> args =
      new ArrayList<>(
          List.of("--release", "25", "-parameters", "-proc:none", "-encoding", "UTF-8", "-g"));
  args.add("-Xlint:all,-requires-automatic,-processing,-classfile,-path,-options");
  args.addAll(
      List.of("-Xmaxerrs", "40", "-Xmaxwarns", "40", "-d", out.toString(), "-cp", classPath(unit)));
  for (String source : sources) args.add(unit.source(source).toString());
  var compiler = ToolProvider.getSystemJavaCompiler();
  if (compiler == null) throw new Refused("this Java has no compiler: run it on a JDK 25");
  if (compiler.run(null, said, said, args.toArray(String[]::new)) != 0) {
    throw new Refused(unit.module() + " " + unit.kind() + " did not compile");
  }
}

// ---- What depends on what

/// Names of classes whose outside differs, and `=NAME` of constants, which javac copies into those
/// who read them.
static Set<String> difference(Map<String, List<String>> before, Path made, String source)
    throws IOException {
  Map<String, List<String>> after = new HashMap<>();
  Path folder = made.resolve(source).getParent();
  if (Files.isDirectory(folder)) {
    try (Stream<Path> children = Files.list(folder)) {
      for (Path file : children.filter(each -> each.toString().endsWith(".class")).toList()) {
        ClassModel model = ClassFile.of().parse(file);
        if (sourceOf(model).equals(source))
          after.put(model.thisClass().asInternalName(), outside(Files.readAllBytes(file)));
      }
    }
  }
  Set<String> changed = new TreeSet<>();
  for (String name : union(new HashSet<>(before.keySet()), after.keySet())) {
    List<String> was = before.getOrDefault(name, List.of());
    List<String> is = after.getOrDefault(name, List.of());
    if (was.equals(is)) continue;
    changed.add(name);
    Set<String> odd = new HashSet<>(was);
    odd.removeAll(is);
    is.stream().filter(line -> !was.contains(line)).forEach(odd::add);
    for (String line : odd)
      if (line.startsWith("=")) changed.add(line.substring(0, line.indexOf(' ')));
  }
  return changed;
}

/// What other classes can know of a class; empty where nobody can name it. Constants stand apart,
/// as `=NAME value`.
static List<String> outside(byte[] bytes) {
  ClassModel model = ClassFile.of().parse(bytes);
  if (model.findAttribute(Attributes.enclosingMethod()).isPresent()) return List.of();
  List<String> lines = new ArrayList<>();
  StringBuilder head = new StringBuilder();
  head.append(model.flags().flagsMask())
      .append(' ')
      .append(model.superclass().map(ClassEntry::asInternalName).orElse(""));
  model.interfaces().forEach(each -> head.append(' ').append(each.asInternalName()));
  model
      .findAttribute(Attributes.signature())
      .ifPresent(each -> head.append(" signature ").append(each.signature().stringValue()));
  model
      .findAttribute(Attributes.permittedSubclasses())
      .ifPresent(all ->
          all.permittedSubclasses()
              .forEach(each -> head.append(" permits ").append(each.asInternalName())));
  model
      .findAttribute(Attributes.record())
      .ifPresent(all ->
          all.components()
              .forEach(each ->
                  head.append(" component ")
                      .append(each.name().stringValue())
                      .append(each.descriptor().stringValue())));
  model
      .findAttribute(Attributes.innerClasses())
      .ifPresent(all ->
          all.classes().stream()
              .filter(each ->
                  each.innerClass().asInternalName().equals(model.thisClass().asInternalName()))
              .forEach(each -> head.append(" nested ").append(each.flagsMask())));
  lines.add(head.toString());
  for (var field : model.fields()) {
    if ((field.flags().flagsMask() & (ClassFile.ACC_PRIVATE | ClassFile.ACC_SYNTHETIC)) != 0)
      continue;
    String line =
        field.flags().flagsMask()
            + " "
            + field.fieldName().stringValue()
            + " "
            + field.fieldType().stringValue();
    lines.add(
        line
            + field
                .findAttribute(Attributes.signature())
                .map(each -> " " + each.signature().stringValue())
                .orElse(""));
    field
        .findAttribute(Attributes.constantValue())
        .ifPresent(value ->
            lines.add(
                "=" + field.fieldName().stringValue() + " " + value.constant().constantValue()));
  }
  for (var method : model.methods()) {
    if ((method.flags().flagsMask() & (ClassFile.ACC_PRIVATE | ClassFile.ACC_SYNTHETIC)) != 0)
      continue;
    StringBuilder line = new StringBuilder();
    line.append(method.flags().flagsMask())
        .append(' ')
        .append(method.methodName().stringValue())
        .append(method.methodType().stringValue());
    method
        .findAttribute(Attributes.signature())
        .ifPresent(each -> line.append(' ').append(each.signature().stringValue()));
    method
        .findAttribute(Attributes.exceptions())
        .ifPresent(all ->
            all.exceptions()
                .forEach(each -> line.append(" throws ").append(each.asInternalName())));
    method
        .findAttribute(Attributes.annotationDefault())
        .ifPresent(each -> line.append(" default ").append(each.defaultValue()));
    lines.add(line.toString());
  }
  lines.sort(null);
  return lines;
}

/// Sources of classes that mention a changed class or one of its subtypes, or a changed constant by
/// its name. Subtypes are added to `changed`.
static Set<String> dependents(Unit unit, Set<String> changed, Set<String> existing)
    throws IOException {
  Set<String> found = new TreeSet<>();
  if (changed.isEmpty() || !Files.isDirectory(unit.classes())) return found;
  record Known(String name, String source, Set<String> above, Set<String> words) {}
  List<Known> all = new ArrayList<>();
  for (Path file : files(unit.classes(), ".class")) {
    ClassModel model = ClassFile.of().parse(file);
    Set<String> above = new HashSet<>();
    model.superclass().ifPresent(each -> above.add(each.asInternalName()));
    model.interfaces().forEach(each -> above.add(each.asInternalName()));
    Set<String> words = new HashSet<>();
    for (var entry : model.constantPool())
      if (entry instanceof Utf8Entry utf8 && utf8.stringValue().contains("/"))
        words.addAll(List.of(utf8.stringValue().split("[^\\w/$-]+L?|^L")));
    all.add(new Known(model.thisClass().asInternalName(), sourceOf(model), above, words));
  }
  for (boolean grew = true; grew; ) {
    grew = false;
    for (Known each : all)
      if (each.above().stream().anyMatch(changed::contains)) grew |= changed.add(each.name());
  }
  for (Known each : all)
    if (each.words().stream()
        .anyMatch(word ->
            changed.contains(word) || word.startsWith("L") && changed.contains(word.substring(1))))
      found.add(each.source());
  Set<String> constants =
      changed.stream()
          .filter(each -> each.startsWith("="))
          .map(each -> Pattern.quote(each.substring(1)))
          .collect(Collectors.toSet());
  if (!constants.isEmpty()) {
    Pattern named = Pattern.compile("\\b(" + String.join("|", constants) + ")\\b");
    for (String source : existing)
      if (named.matcher(Files.readString(unit.source(source))).find()) found.add(source);
  }
  found.retainAll(existing);
  return found;
}

/// The class files of every source.
static Map<String, List<Path>> bySource(Unit unit) throws IOException {
  Map<String, List<Path>> found = new HashMap<>();
  for (Path file : files(unit.classes(), ".class"))
    found.computeIfAbsent(sourceOf(ClassFile.of().parse(file)), key -> new ArrayList<>()).add(file);
  return found;
}

static String sourceOf(ClassModel model) {
  String name = model.thisClass().asInternalName();
  String file =
      model
          .findAttribute(Attributes.sourceFile())
          .map(each -> each.sourceFile().stringValue())
          .orElse("");
  return name.substring(0, name.lastIndexOf('/') + 1) + file;
}

static String nameOf(Unit unit, Path file) {
  String path = relative(unit.classes(), file);
  return path.substring(0, path.length() - ".class".length());
}

// ---- Class paths and runs

String classPath(Unit unit) throws IOException {
  List<String> path = new ArrayList<>();
  path.add(unit.classes().toString());
  path.add(unit.resources().toString());
  for (Unit other : everything()) {
    if (!unit.sees(other)) continue;
    path.add(other.classes().toString());
    path.add(other.resources().toString());
  }
  path.add(root.resolve("assets", "src", "main", "resources").toString());
  path.add(libraries(unit.module()));
  return String.join(File.pathSeparator, path);
}

/// The libraries of a module, asked of Maven once and again when a pom changes.
String libraries(String module) throws IOException {
  Path file = root.resolve(module, "target", "quick", "classpath");
  StringBuilder poms = new StringBuilder(Files.readString(root.resolve("pom.xml")));
  for (String each : MODULES) poms.append(Files.readString(root.resolve(each, "pom.xml")));
  String of = Integer.toHexString(poms.toString().hashCode());
  Path stamp = root.resolve(module, "target", "quick", "classpath.of");
  if (!Files.exists(file) || !Files.exists(stamp) || !Files.readString(stamp).equals(of)) {
    said.println("quick: asking Maven for the libraries (once) ...");
    boolean windows = File.separatorChar == '\\';
    ProcessBuilder maven =
        new ProcessBuilder(
            root.resolve(windows ? "mvnw.cmd" : "mvnw").toString(),
            "--batch-mode",
            "-q",
            "-T1",
            "-Pclass-paths",
            "process-test-classes");
    maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Path log = Files.createDirectories(root.resolve("target")).resolve("class-paths.log");
    if (exit(maven.directory(root.toFile()).redirectErrorStream(true).redirectOutput(log.toFile()))
        != 0) {
      throw new Refused("Maven could not tell the libraries:\n" + Files.readString(log));
    }
    for (String each : MODULES)
      Files.writeString(root.resolve(each, "target", "quick", "classpath.of"), of);
  }
  return Files.readString(file).strip();
}

int test(List<String> wanted) throws IOException {
  if (wanted.isEmpty()) throw new Refused("which test classes?");
  Map<String, List<String>> byModule = new TreeMap<>();
  for (String name : wanted) {
    Pattern pattern = Pattern.compile("(.*\\.)?" + Pattern.quote(name).replace("*", "\\E[^.]*\\Q"));
    boolean found = false;
    for (String module : MODULES) {
      for (String source : sources(new Unit(root, module, "test")).keySet()) {
        String type = source.substring(0, source.length() - ".java".length()).replace('/', '.');
        if (!pattern.matcher(type).matches()) continue;
        byModule.computeIfAbsent(module, key -> new ArrayList<>()).add(type);
        found = true;
      }
    }
    if (!found) throw new Refused("there is no test class " + name);
  }
  int exit = 0;
  for (String module : MODULES) {
    if (!byModule.containsKey(module)) continue;
    Unit unit = new Unit(root, module, "test");
    compile(everything().stream().filter(each -> each.equals(unit) || unit.sees(each)).toList());
    List<String> command = java(runner() + File.pathSeparator + classPath(unit));
    command.add("-Dhindsight.root=" + root);
    command.add(
        "-Dhindsight.shared="
            + System.getProperty("hindsight.shared", root.resolveSibling("shared").toString()));
    command.add("RunTests");
    command.addAll(byModule.get(module));
    Process tests =
        new ProcessBuilder(command)
            .directory(root.resolve(module).toFile())
            .redirectErrorStream(true)
            .start();
    tests.getInputStream().transferTo(said);
    exit |= exit(tests);
  }
  return exit == 0 ? 0 : 1;
}

int run(List<String> args) throws IOException {
  Unit app = new Unit(root, "app", "main");
  compile(everything().stream().filter(unit -> unit.equals(app) || app.sees(unit)).toList());
  Map<Boolean, List<String>> parts =
      Arrays.stream(classPath(app).split(Pattern.quote(File.pathSeparator)))
          .collect(
              Collectors.partitioningBy(
                  each -> Path.of(each).getFileName().toString().startsWith("javafx-")));
  List<String> command =
      new ArrayList<>(
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "@" + root.resolve("jpackage", "jvm.options")));
  command.addAll(
      List.of(
          "-Dhindsight.docs=" + root.resolve("docs"),
          "--module-path",
          String.join(File.pathSeparator, parts.get(true)),
          "--class-path",
          String.join(File.pathSeparator, parts.get(false)),
          "dev.hindsight.app.cli.Main"));
  command.addAll(args);
  return exit(new ProcessBuilder(command).inheritIO());
}

/// As the tests run under Maven: no display, one gigabyte.
static List<String> java(String classPath) {
  List<String> command =
      new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
  command.addAll(
      List.of(
          "-Xmx1g",
          "-XX:+UseSerialGC",
          "-Dglass.platform=Headless",
          "-Dprism.order=sw",
          "-Djava.awt.headless=true"));
  command.addAll(
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-cp",
          classPath));
  return command;
}

/// The folder with the compiled class that calls JUnit.
String runner() throws IOException {
  Path source = root.resolve(".mvn", "quick", "RunTests.java");
  Path out = root.resolve("target", "quick");
  Path made = out.resolve("RunTests.class");
  if (!Files.exists(made)
      || Files.getLastModifiedTime(made).compareTo(Files.getLastModifiedTime(source)) < 0) {
    Files.createDirectories(out);
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                said,
                said,
                "-d",
                out.toString(),
                "-cp",
                libraries("trainer"),
                source.toString());
    if (failed != 0) throw new Refused("RunTests did not compile");
  }
  return out.toString();
}

static int exit(ProcessBuilder builder) throws IOException {
  return exit(builder.start());
}

static int exit(Process process) {
  try {
    return process.waitFor();
  } catch (InterruptedException stopped) {
    Thread.currentThread().interrupt();
    process.destroy();
    throw new Refused("interrupted");
  }
}

// ---- Files

static List<Path> files(Path folder, String ending) throws IOException {
  if (!Files.isDirectory(folder)) return List.of();
  try (Stream<Path> all = Files.walk(folder)) {
    return all.filter(file -> file.toString().endsWith(ending)).toList();
  }
}

static String relative(Path folder, Path file) {
  return folder.relativize(file).toString().replace(File.separatorChar, '/');
}

static void install(Path from, Path to) throws IOException {
  for (Path file : files(from, ".class")) move(from, file, to);
}

static void move(Path from, Path file, Path to) throws IOException {
  Path target = to.resolve(from.relativize(file).toString());
  Files.createDirectories(target.getParent());
  Files.move(file, target, StandardCopyOption.REPLACE_EXISTING);
}

static void empty(Path folder) throws IOException {
  List<Path> all = new ArrayList<>(files(folder, ""));
  for (Path each : all.reversed()) if (!each.equals(folder)) Files.delete(each);
}
