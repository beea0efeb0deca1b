package dev.hindsight.trainer.policy.program;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The names of what the method `forward` of a TorchScript class returns: keys of a dictionary,
/// fields of a named tuple, variables of a tuple, one for each tensor.
public final class ScriptOutputs {
  private static final int DEEPEST = 8;
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z]\\w*");
  private static final Pattern FIELD = Pattern.compile("(?m)^  (\\w+) : (.+)$");

  /// PyTorch writes `key` with a letter as it is; a key with a quote or a backslash is no name.
  private static final Pattern KEY = Pattern.compile("[\"']([^\"'\\\\]*)[\"']");

  private final Map<String, String> code;
  private final String body;
  private final List<String> names = new ArrayList<>();
  private boolean known = true;

  private ScriptOutputs(Map<String, String> code, String body) {
    this.code = code;
    this.body = body;
  }

  /// The names in the order in which the engine gives the tensors, but for those of a dictionary,
  /// which it gives in any order; `0`, `1`, ... where there is no name. Empty if only a run can
  /// say.
  ///
  /// @param code all files, by their path in the archive
  /// @param text of the file that holds the class
  /// @param name of the class, without its module
  public static List<String> names(
      Map<String, String> code, String text, String name, String where) {
    String body = ScriptCode.body(text, name, where);
    int at = body.lastIndexOf("return ");
    if (at < 0) {
      return List.of();
    }
    int end = body.indexOf("\n", at);
    String returned = body.substring(at + 7, end < 0 ? body.length() : end).strip();
    ScriptOutputs outputs = new ScriptOutputs(code, body.substring(0, at));
    outputs.add(type(body, returned), returned, "", 0);
    return outputs.known ? outputs.names : List.of();
  }

  /// The declared type, or, where there is none, as much of it as what is returned shows.
  private static String type(String body, String returned) {
    int close = ScriptCode.closing(body, body.indexOf('('));
    Matcher arrow = Pattern.compile("\\s*->\\s*(.+):\\s*").matcher(body);
    if (close >= 0 && arrow.region(close + 1, body.indexOf('\n', close)).matches()) {
      return arrow.group(1).strip();
    }
    return inside(returned, "(")
        .map(parts -> "Tuple[" + "Tensor, ".repeat(parts.size()) + "]")
        .orElse("Tensor");
  }

  /// @param value the expression, empty if it is unknown
  /// @param called the name of the field, empty if it is none
  private void add(String type, String value, String called, int depth) {
    if (depth > DEEPEST) {
      known = false;
      return;
    }
    String assigned = assigned(value);
    if (type.startsWith("Optional[")) {
      add(type.substring(9, type.length() - 1), value, called, depth + 1);
    } else if (type.equals("Tensor")) {
      boolean named = called.isEmpty() && VARIABLE.matcher(value).matches();
      String own = named ? value : called;
      names.add(own.isEmpty() ? Integer.toString(names.size()) : own);
    } else if (type.startsWith("Tuple[")) {
      List<String> types = ScriptCode.parts(type.substring(6, type.length() - 1));
      addAll(types, inside(assigned, "(").orElse(List.of()), List.of(), depth);
    } else if (type.startsWith("__torch__.")) {
      addFields(type, assigned, depth);
    } else if (type.equals("Dict[str, Tensor]")) {
      Set<String> keys = keys(value, assigned);
      known &= !keys.isEmpty();
      names.addAll(keys);
    } else {
      known = false;
    }
  }

  private void addAll(List<String> types, List<String> values, List<String> called, int depth) {
    for (int i = 0; i < types.size(); i++) {
      add(
          types.get(i),
          values.size() == types.size() ? values.get(i) : "",
          called.isEmpty() ? "" : called.get(i),
          depth + 1);
    }
  }

  private void addFields(String type, String value, int depth) {
    int dot = type.lastIndexOf('.');
    String file = code.getOrDefault("code/" + type.substring(0, dot).replace('.', '/') + ".py", "");
    Matcher head =
        Pattern.compile(
                "(?m)^class " + Pattern.quote(type.substring(dot + 1)) + "\\(NamedTuple\\):")
            .matcher(file);
    if (!head.find()) {
      known = false;
      return;
    }
    int at = head.end();
    int end = file.indexOf("\nclass ", at);
    List<String> fields = new ArrayList<>();
    List<String> types = new ArrayList<>();
    for (Matcher m = FIELD.matcher(file.substring(at, end < 0 ? file.length() : end)); m.find(); ) {
      fields.add(m.group(1));
      types.add(m.group(2).strip());
    }
    addAll(types, inside(value, type + "(").orElse(List.of()), fields, depth);
  }

  /// What a variable was last set to; the expression itself if it is none.
  private String assigned(String value) {
    if (!value.matches("\\w+")) {
      return value;
    }
    String last = value;
    Matcher set = Pattern.compile("(?m)^\\s*" + value + " = (.+)$").matcher(body);
    while (set.find()) {
      last = set.group(1).strip();
    }
    return last;
  }

  /// The parts between the bracket at the end of a head and the one that closes it, if nothing
  /// follows.
  private static Optional<List<String>> inside(String value, String head) {
    int open = head.length() - 1;
    return value.startsWith(head) && ScriptCode.closing(value, open) == value.length() - 1
        ? Optional.of(ScriptCode.parts(value.substring(open + 1, value.length() - 1)))
        : Optional.empty();
  }

  private Set<String> keys(String variable, String value) {
    Set<String> keys = new LinkedHashSet<>();
    for (String entry : inside(value, "{").orElse(List.of())) {
      key(entry).ifPresent(keys::add);
    }
    Matcher set =
        Pattern.compile("torch\\._set_item\\(" + Pattern.quote(variable) + ", (.+)").matcher(body);
    while (set.find()) {
      key(set.group(1)).ifPresent(keys::add);
    }
    return keys;
  }

  private static Optional<String> key(String entry) {
    Matcher key = KEY.matcher(entry);
    return key.lookingAt() ? Optional.of(key.group(1)) : Optional.empty();
  }
}
