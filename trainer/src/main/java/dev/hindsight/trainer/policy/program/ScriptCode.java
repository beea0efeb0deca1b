package dev.hindsight.trainer.policy.program;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The code of a TorchScript file, as text. Refuses everything that is not known to be a function
/// of its arguments: files, processes, networks, custom classes and operators, random numbers,
/// loops without an end. Executes nothing.
///
/// The check is by words, not by meaning: every name that is called must be on the list
/// `operators.txt`, be defined in the code itself, or be one of the language's own.
public final class ScriptCode {
  private static final Set<String> OPERATORS = operators();

  private static final Set<String> LANGUAGE =
      Set.of(
          "annotate",
          "uninitialized",
          "unchecked_cast",
          "isinstance",
          "getattr",
          "hasattr",
          "int",
          "float",
          "bool",
          "str",
          "range",
          "Module",
          "NamedTuple",
          "def",
          "return",
          "if",
          "in",
          "and",
          "or",
          "not",
          "elif",
          "for",
          "is",
          "device",
          "else",
          "str_tensor");

  /// Names that no method of a policy may have: operators that reach outside or into memory.
  private static final Pattern DENIED =
      Pattern.compile(
          "(.*(save|load|file|rpc|remote|storage|from_blob|pickle|python|socket|open|rand|bernoulli|"
              + "multinomial|poisson|normal_|uniform_|exponential|backward|print|fork|wait|"
              + "as_strided|resize|set_data|eval|exec|import|classes|warn).*)|set_|_print|system|"
              + "manual_seed|seed|normal|clear_cache");

  private static final Pattern STRING =
      Pattern.compile("\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'");

  private static final Pattern CALL =
      Pattern.compile("([A-Za-z_][A-Za-z0-9_.]*|\\)\\s*\\.\\s*\\w+|\\]\\s*\\.\\s*\\w+)\\s*\\(");
  private static final Pattern DEFINED = Pattern.compile("(?m)^\\s*(?:def|class)\\s+(\\w+)\\s*\\(");
  private static final Pattern ALIAS = Pattern.compile("(?m)^\\s*(\\w+) = (__torch__[\\w.]+)\\s*$");
  private static final Pattern REFERENCE =
      Pattern.compile("(?<![\\w.])(torch|ops|__torch__)((?:\\.\\w+)+)");
  private static final Pattern BARE = Pattern.compile("(?<![\\w.])(torch|ops)(?![\\w.])|#");
  private static final Pattern SPACED =
      Pattern.compile("[A-Za-z_)\\]]\\w*\\s+\\.|(?<!\\w)[A-Za-z_]\\w*\\.\\s");
  private static final Pattern ATTRIBUTE = Pattern.compile("\\.(\\w+)");
  private static final Pattern NAMED_ATTRIBUTE =
      Pattern.compile("[gh]etattr\\((?!\\w+, \"\\w+\")|[gh]etattr\\(\\w+, \"(\\w+)\"");
  private static final Pattern NUMBER = Pattern.compile("(?<![\\w.])(\\d{9,})(?![\\w.])");
  private static final Pattern FORBIDDEN =
      Pattern.compile("\\b(import|while|exec|eval|lambda|with|raise|yield|async|await|global)\\b");

  /// Twice the longest of a policy anyone uses; the checks take time proportional to it.
  private static final int LONGEST = 4 << 20;

  private ScriptCode() {}

  /// Refuses code that could do more than compute.
  ///
  /// @param files text by path in the archive
  /// @throws Problem naming the first thing that is refused
  public static void check(Map<String, String> files, String where) {
    long length = files.values().stream().mapToLong(String::length).sum();
    if (length > LONGEST) {
      throw refused(wording("ScriptCode.its_code_is_too_long", length), where);
    }
    Set<String> defined = new HashSet<>();
    List<String> texts = new ArrayList<>();
    for (String text : files.values()) {
      attributes(text, where);
      String bare = STRING.matcher(text).replaceAll("\"\"");
      texts.add(bare);
      for (Matcher m = DEFINED.matcher(bare); m.find(); ) {
        defined.add(m.group(1));
      }
    }
    for (String name : defined) {
      if (denied(name)) {
        throw refused(wording("ScriptCode.it_names_a_function", name), where);
      }
    }
    texts.forEach(text -> checkText(text, defined, where));
  }

  private static void attributes(String text, String where) {
    for (Matcher m = NAMED_ATTRIBUTE.matcher(text); m.find(); ) {
      String name = m.group(1);
      if (name == null || denied(name)) {
        throw refused(wording("ScriptCode.it_names_a_function", m.group()), where);
      }
    }
  }

  private static boolean denied(String name) {
    return DENIED.matcher(name).matches() && !operator(name);
  }

  private static void checkText(String text, Set<String> defined, String where) {
    String bare = text.replace("\"\"", "");
    if (bare.indexOf('"') >= 0 || bare.indexOf('\'') >= 0 || bare.indexOf('\\') >= 0) {
      throw refused(wording("ScriptCode.it_has_a_text_that_does_not_end"), where);
    }
    Matcher word = FORBIDDEN.matcher(text);
    if (word.find()) {
      throw refused(wording("ScriptCode.it_uses", word.group(1)), where);
    }
    Matcher odd = BARE.matcher(text);
    Matcher spaced = SPACED.matcher(text);
    if (odd.find() || spaced.find()) {
      throw refused(wording("ScriptCode.it_is_not_as_torch_writes_it"), where);
    }
    String own = text.replaceAll("__torch__[\\w.]+", "");
    for (Matcher m = ATTRIBUTE.matcher(own); m.find(); ) {
      if (denied(m.group(1))) {
        throw refused(wording("ScriptCode.it_calls", m.group(1)), where);
      }
    }
    for (Matcher m = NUMBER.matcher(text); m.find(); ) {
      if (!m.group(1).equals("9223372036854775807") && !m.group(1).equals("9223372036854775808")) {
        throw refused(wording("ScriptCode.it_holds_the_number", m.group(1)), where);
      }
    }
    for (Matcher m = REFERENCE.matcher(text); m.find(); ) {
      reference(m.group(1), m.group(2).substring(1), where);
    }
    Set<String> known = new HashSet<>(defined);
    for (Matcher m = ALIAS.matcher(text); m.find(); ) {
      known.add(m.group(1));
    }
    for (Matcher m = CALL.matcher(text); m.find(); ) {
      call(m.group(1), known, where);
    }
  }

  /// @param root `torch`, `ops` or `__torch__`
  private static void reference(String root, String path, String where) {
    boolean fine =
        switch (root) {
          case "__torch__" -> !path.startsWith("torch.classes") && !path.startsWith("classes");
          case "torch" -> path.indexOf('.') < 0 && operator(path);
          default -> {
            int dot = path.indexOf('.');
            String space = dot < 0 ? path : path.substring(0, dot);
            yield (space.equals("prim") || space.equals("aten"))
                && dot > 0
                && operator(path.substring(dot + 1));
          }
        };
    if (!fine) {
      throw refused(wording("ScriptCode.it_calls", root + "." + path), where);
    }
  }

  private static void call(String name, Set<String> known, String where) {
    if (name.startsWith("torch.") || name.startsWith("ops.") || name.startsWith("__torch__.")) {
      return;
    }
    String last = name.substring(name.lastIndexOf('.') + 1).strip();
    if (!known.contains(last) && !LANGUAGE.contains(last) && !operator(last)) {
      throw refused(wording("ScriptCode.it_calls", last), where);
    }
  }

  private static boolean operator(String name) {
    return OPERATORS.contains(name)
        || (name.endsWith("_")
            && !name.endsWith("__")
            && OPERATORS.contains(name.substring(0, name.length() - 1)));
  }

  /// The arrays that the method `forward` of a class takes.
  ///
  /// @param code of the file that holds the class
  /// @param name of the class, without its module
  /// @throws Problem if it takes something else than tensors and tuples of them
  public static List<ProgramSlot> inputs(String code, String name, String where) {
    String signature = signature(code, name, where);
    List<ProgramSlot> slots = new ArrayList<>();
    // The first one is the module, whatever the author calls it.
    for (String parameter : parts(signature).stream().skip(1).toList()) {
      int colon = parameter.indexOf(':');
      String argument = (colon < 0 ? parameter : parameter.substring(0, colon)).strip();
      String type = colon < 0 ? "Tensor" : parameter.substring(colon + 1).strip();
      type = type.replaceFirst("=.*$", "").strip();
      if (type.startsWith("Optional[")) {
        type = type.substring(9, type.length() - 1);
      }
      if (type.equals("Tensor")) {
        slots.add(new ProgramSlot(argument, NumberKind.FLOAT32, List.of()));
      } else if (type.startsWith("Tuple[") && !type.substring(6).contains("[")) {
        List<String> items = parts(type.substring(6, type.length() - 1));
        for (int i = 0; i < items.size(); i++) {
          slots.add(new ProgramSlot(argument + "." + i, NumberKind.FLOAT32, List.of()));
        }
      } else {
        throw new Problem(
            wording("ScriptCode.it_takes", argument, type),
            where,
            wording("ScriptCode.let_tensors_flow_in"));
      }
    }
    return slots;
  }

  private static String signature(String code, String name, String where) {
    String body = body(code, name, where);
    int open = body.indexOf('(');
    int close = open < 0 ? -1 : closing(body, open);
    if (close < 0) {
      throw refused(wording("ScriptCode.it_has_no_method_forward"), where);
    }
    return body.substring(open + 1, close).replaceAll("\\s+", " ");
  }

  /// The text of the method `forward` of a class, from its name on.
  static String body(String code, String name, String where) {
    Matcher begin =
        Pattern.compile("(?m)^class " + Pattern.quote(name) + "\\(Module\\):").matcher(code);
    if (begin.find()) {
      String rest = code.substring(begin.end());
      Matcher next = Pattern.compile("(?m)^(class|def) ").matcher(rest);
      String own = next.find() ? rest.substring(0, next.start()) : rest;
      int at = own.indexOf("  def forward(");
      if (at >= 0) {
        int end = own.indexOf("\n  def ", at);
        return own.substring(at + 6, end < 0 ? own.length() : end);
      }
    }
    throw refused(wording("ScriptCode.it_has_no_method_forward"), where);
  }

  static int closing(String text, int open) {
    int depth = 0;
    for (int i = open; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '(' || c == '[' || c == '{') {
        depth++;
      } else if ((c == ')' || c == ']' || c == '}') && --depth == 0) {
        return i;
      }
    }
    return -1;
  }

  static List<String> parts(String list) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i <= list.length(); i++) {
      char c = i == list.length() ? ',' : list.charAt(i);
      if (c == '(' || c == '[' || c == '{') {
        depth++;
      } else if (c == ')' || c == ']' || c == '}') {
        depth--;
      } else if (c == ',' && depth == 0) {
        Optional.of(list.substring(from, i).strip())
            .filter(part -> !part.isEmpty())
            .ifPresent(parts::add);
        from = i + 1;
      }
    }
    return parts;
  }

  private static Problem refused(String what, String where) {
    return new Problem(what, where, wording("ScriptCode.save_a_policy_that_only_computes"));
  }

  private static Set<String> operators() {
    try (InputStream in = ScriptCode.class.getResourceAsStream("operators.txt")) {
      if (in == null) {
        throw new IllegalStateException("no operators.txt");
      }
      Set<String> names = new HashSet<>();
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(line -> names.addAll(List.of(line.split("\\s+", -1))));
      return Set.copyOf(names);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
