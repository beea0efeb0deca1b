package dev.hindsight.trainer.policy.program;

import java.util.List;

/// Changes TorchScript code so that every LSTM first compares the shapes of what it is given with
/// those of its weights.
///
/// A traced `nn.LSTM` does not compare them, and neither does oneDNN, with which PyTorch 2.7.1
/// computes on processors: with a state of another shape, oneDNN reads and writes past the end of
/// memory, which ends the process. A form may be wrong until it has been tried.
public final class ScriptGuard {
  private static final String CALL = "torch.lstm(";
  private static final int ARGUMENTS = 9;

  private ScriptGuard() {}

  /// The code with guarded calls. An array whose shape fits stays as it is; for any other, PyTorch
  /// itself reports an error. Calls on packed sequences stay as they are, because oneDNN does not
  /// compute them.
  public static String guarded(String code) {
    StringBuilder text = new StringBuilder();
    int from = 0;
    for (int at = code.indexOf(CALL); at >= 0; at = code.indexOf(CALL, from)) {
      int open = at + CALL.length() - 1;
      int close = ScriptCode.closing(code, open);
      if (close < 0) {
        break;
      }
      text.append(code, from, open + 1);
      text.append(arguments(code.substring(open + 1, close)));
      from = close;
    }
    return text.append(code.substring(from)).toString();
  }

  private static String arguments(String list) {
    List<String> parts = ScriptCode.parts(list);
    if (parts.size() != ARGUMENTS || !parts.get(4).matches("\\d{1,6}")) {
      return list;
    }
    String input = parts.get(0);
    String states = parts.get(1);
    String weights = parts.get(2);
    int layers = Integer.parseInt(parts.get(4)) * (parts.get(7).equals("True") ? 2 : 1);
    String agents = "torch.size(" + input + ", " + (parts.get(8).equals("True") ? 0 : 1) + ")";
    String hidden = "torch.size((" + weights + ")[1], 1)";
    String cells = "torch.floordiv(torch.size((" + weights + ")[1], 0), 4)";
    String checked =
        fitted(
            input,
            "torch.size(" + input + ", 0)",
            "torch.size(" + input + ", 1)",
            "torch.size((" + weights + ")[0], 1)");
    String memory =
        "["
            + fitted("(" + states + ")[0]", Integer.toString(layers), agents, hidden)
            + ", "
            + fitted("(" + states + ")[1]", Integer.toString(layers), agents, cells)
            + "]";
    return checked + ", " + memory + ", " + String.join(", ", parts.subList(2, ARGUMENTS));
  }

  /// The array, if each of its sizes is the one given. `reshape` refuses another count of numbers,
  /// and `expand` refuses sizes in another order; only together do they refuse every other shape.
  private static String fitted(String array, String... sizes) {
    String shape = "[" + String.join(", ", sizes) + "]";
    return "torch.contiguous(torch.expand_as(torch.reshape(%s, %s), torch.expand(%s, %s)))"
        .formatted(array, shape, array, shape);
  }
}
