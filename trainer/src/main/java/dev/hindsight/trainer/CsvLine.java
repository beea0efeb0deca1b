package dev.hindsight.trainer;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A line of a CSV file as in RFC 4180, but with a bare line feed.
public final class CsvLine {
  private CsvLine() {}

  /// The line with its end.
  public static String of(List<String> cells) {
    return cells.stream().map(CsvLine::quoted).collect(Collectors.joining(",", "", "\n"));
  }

  /// A number with all its digits; NaN as an empty cell.
  public static String number(double value) {
    return Double.isNaN(value) ? "" : Double.toString(value);
  }

  /// A cell in quotes, if it needs them.
  public static String quoted(String cell) {
    return cell.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
        ? "\"" + cell.replace("\"", "\"\"") + "\""
        : cell;
  }

  /// The cells of all lines of a file that [#of] wrote.
  public static List<List<String>> parse(String text) {
    List<List<String>> lines = new ArrayList<>();
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quoted && c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"') {
        cell.append(c);
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (c == ',' || c == '\n')) {
        cells.add(cell.toString());
        cell.setLength(0);
        if (c == '\n') {
          lines.add(cells);
          cells = new ArrayList<>();
        }
      } else {
        cell.append(c);
      }
    }
    return lines;
  }
}
