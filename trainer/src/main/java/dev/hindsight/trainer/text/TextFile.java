package dev.hindsight.trainer.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/// The texts of one module, by key, read once from its `text.properties` (UTF-8).
///
/// A text may hold `{0}`, `{1}`, ...: the values put in their places are written as
/// `String.valueOf` writes them, so a number is written as the caller formatted it, but [in one
/// line][OneLine]: a value may be a name from a file. `{0 tick}` is a count and its noun: "1 tick",
/// "2 ticks"; `{0 run is/runs are}` names both forms. A text that goes to `String.format` holds
/// that method's own marks instead and gets its values there.
public final class TextFile {
  private static final String SEPARATOR = " = ";

  private final Map<String, String> texts = new HashMap<>();
  private final String source;

  private TextFile(String source) {
    this.source = source;
  }

  /// @param owner the class beside which `text.properties` lies
  /// @throws IllegalStateException when there is none: the program was built without it
  public static TextFile beside(Class<?> owner) {
    TextFile file = new TextFile(owner.getPackageName() + "/text.properties");
    try (InputStream in = owner.getResourceAsStream("text.properties")) {
      if (in == null) {
        throw new IllegalStateException("no " + file.source);
      }
      file.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return file;
  }

  /// As [Properties] reads it, where every text has a line of its own. Properties look at each of
  /// half a million letters, and the window waits for them while no code is compiled yet; so they
  /// get only the lines with a backslash.
  private void read(String lines) throws IOException {
    StringBuilder escaped = new StringBuilder();
    for (int from = 0; from < lines.length(); ) {
      int end = lines.indexOf('\n', from);
      end = end < 0 ? lines.length() : end;
      String line = lines.substring(from, end);
      from = end + 1;
      int equals = line.indexOf(SEPARATOR);
      if (line.indexOf('\\') >= 0) {
        escaped.append(line).append('\n');
      } else if (equals >= 0 && line.charAt(0) != '#') {
        texts.put(line.substring(0, equals), line.substring(equals + SEPARATOR.length()));
      }
    }
    Properties rest = new Properties();
    rest.load(new StringReader(escaped.toString()));
    rest.stringPropertyNames().forEach(key -> texts.put(key, rest.getProperty(key)));
  }

  /// @throws IllegalStateException when there is no such text
  public String text(String key, @Nullable Object... values) {
    String text = texts.get(key);
    if (text == null) {
      throw new IllegalStateException("no text " + key + " in " + source);
    }
    return values.length == 0 ? text : filled(text, values);
  }

  static String filled(String text, @Nullable Object... values) {
    StringBuilder filled = new StringBuilder(text.length() + 16 * values.length);
    int from = 0;
    for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', open + 1)) {
      int close = text.indexOf('}', open);
      int space = text.indexOf(' ', open);
      int end = space >= 0 && space < close ? space : close;
      int place = close < 0 ? -1 : place(text, open + 1, end);
      if (place >= 0 && place < values.length) {
        String value = OneLine.of(String.valueOf(values[place]));
        filled.append(text, from, open).append(value);
        if (end < close) {
          filled.append(' ').append(noun(text.substring(end + 1, close), value.equals("1")));
        }
        from = close + 1;
      }
    }
    return filled.append(text, from, text.length()).toString();
  }

  private static String noun(String forms, boolean one) {
    int slash = forms.indexOf('/');
    if (slash < 0) {
      return one ? forms : forms + 's';
    }
    return one ? forms.substring(0, slash) : forms.substring(slash + 1);
  }

  private static int place(String text, int from, int to) {
    int place = 0;
    for (int i = from; i < to; i++) {
      char digit = text.charAt(i);
      if (digit < '0' || digit > '9') {
        return -1;
      }
      place = 10 * place + digit - '0';
    }
    return to > from && to - from < 3 ? place : -1;
  }

  /// The same texts for a library that wants a resource bundle.
  public ResourceBundle bundle() {
    return new ResourceBundle() {
      @Override
      protected @Nullable Object handleGetObject(String key) {
        return texts.get(key);
      }

      @Override
      public Enumeration<String> getKeys() {
        return Collections.enumeration(texts.keySet());
      }
    };
  }
}
