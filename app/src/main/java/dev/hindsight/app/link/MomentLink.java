package dev.hindsight.app.link;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.dock.LayoutPreset;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.AgentNumber;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TickAddress;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// A link to a moment: `hindsight open FILE --at 2:14 --agent 3 --layout Inspect`.
///
/// @param file the recording
/// @param at the tick as people write it, [TickAddress]; empty for where the recording opens
/// @param agent the agent to select; empty for none
/// @param layout how panes are arranged; empty for the usual way
public record MomentLink(
    Path file, Optional<String> at, OptionalInt agent, Optional<LayoutPreset> layout) {
  private static final int LONGEST = 10_000;

  /// The layout of a name, as menus write it.
  ///
  /// @throws Problem if there is no such layout
  public static LayoutPreset layoutNamed(String name) {
    return LayoutPreset.named(name)
        .orElseThrow(() ->
            new Problem(
                wording("MomentLink.there_is_no_such_layout"),
                name,
                wording(
                    "MomentLink.choose_one_of",
                    Arrays.stream(LayoutPreset.values())
                        .map(LayoutPreset::title)
                        .collect(Collectors.joining(", ")))));
  }

  /// The tick of a recording that the link means.
  ///
  /// @throws Problem if the recording has no such tick or agent
  public OptionalInt tick(Rollout rollout) {
    agent.ifPresent(number -> AgentNumber.check(number, rollout.manifest(), file));
    return at.isPresent()
        ? OptionalInt.of(TickAddress.of(at.get(), rollout.trials(), rollout.ticks()))
        : OptionalInt.empty();
  }

  /// The command, on one line; a terminal runs it.
  public String text() {
    List<String> words = new ArrayList<>(List.of("hindsight", "open", quoted(file.toString())));
    at.ifPresent(tick -> words.addAll(List.of("--at", tick)));
    agent.ifPresent(number -> words.addAll(List.of("--agent", Integer.toString(number))));
    layout.ifPresent(preset -> words.addAll(List.of("--layout", preset.title())));
    return String.join(" ", words);
  }

  private static String quoted(String word) {
    boolean plain =
        word.chars().allMatch(c -> Character.isLetterOrDigit(c) || "/\\._-:+@~".indexOf(c) >= 0);
    return plain ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /// Reads a link from text that a user pasted.
  ///
  /// @throws Problem if it is none
  public static MomentLink parse(String text) {
    List<String> words = words(text);
    if (words.size() < 3
        || !Path.of(words.getFirst()).endsWith("hindsight")
        || !words.get(1).equals("open")) {
      throw noLink(text);
    }
    Optional<String> file = Optional.empty();
    Optional<String> at = Optional.empty();
    OptionalInt agent = OptionalInt.empty();
    Optional<LayoutPreset> layout = Optional.empty();
    for (int i = 2; i < words.size(); i++) {
      String word = words.get(i);
      if (!word.startsWith("--")) {
        if (file.isPresent()) {
          throw noLink(text);
        }
        file = Optional.of(word);
        continue;
      }
      int equals = word.indexOf('=');
      if (equals < 0 && ++i == words.size()) {
        throw noLink(text);
      }
      String value = equals < 0 ? words.get(i) : word.substring(equals + 1);
      switch (equals < 0 ? word : word.substring(0, equals)) {
        case "--at" -> at = Optional.of(value);
        case "--agent" -> agent = OptionalInt.of(number(value, text));
        case "--layout" -> layout = Optional.of(layoutNamed(value));
        default -> throw noLink(text);
      }
    }
    try {
      return new MomentLink(Path.of(file.orElseThrow(() -> noLink(text))), at, agent, layout);
    } catch (InvalidPathException _) {
      throw noLink(text);
    }
  }

  private static int number(String word, String text) {
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException _) {
      throw noLink(text);
    }
  }

  /// Words as a shell splits them: quotes keep spaces, a backslash keeps a quote outside of them.
  private static List<String> words(String text) {
    if (text.length() > LONGEST || text.strip().indexOf('\n') >= 0 || text.indexOf('\0') >= 0) {
      throw noLink(text);
    }
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inside = false;
    char quote = 0;
    String line = text.strip();
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
        inside = true;
      } else if (c == '\\' && i + 1 < line.length() && "'\" \\".indexOf(line.charAt(i + 1)) >= 0) {
        word.append(line.charAt(++i));
        inside = true;
      } else if (Character.isWhitespace(c)) {
        if (inside) {
          words.add(word.toString());
        }
        word.setLength(0);
        inside = false;
      } else {
        word.append(c);
        inside = true;
      }
    }
    if (quote != 0) {
      throw noLink(text);
    }
    if (inside) {
      words.add(word.toString());
    }
    return words;
  }

  private static Problem noLink(String text) {
    String line = text.strip().lines().findFirst().orElse("");
    return new Problem(
        wording("MomentLink.this_is_no_link"),
        line.length() > 60 ? line.substring(0, 60) + "..." : line,
        wording("MomentLink.copy_one_with"));
  }
}
