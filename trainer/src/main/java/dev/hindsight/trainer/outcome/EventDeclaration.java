package dev.hindsight.trainer.outcome;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.outcome.EventKind.StateColumn;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The declaration of events in a manifest: the list `events` of the column `event`, with name, bit
/// and words of each. Shared events need only their names. docs/rollout-files.md describes it.
public final class EventDeclaration {
  /// The column that declares.
  public static final String COLUMN = "event";

  /// The key of the list in its description.
  static final String KEY = "events";

  private EventDeclaration() {}

  /// The type of the column: bytes if the numbers of all events are below 8, else whole numbers.
  public static Dtype type(List<EventKind> kinds) {
    return kinds.stream().allMatch(kind -> kind.bit() < 1 << Byte.SIZE) ? Dtype.U1 : Dtype.I4;
  }

  /// Checks what an environment declares.
  ///
  /// @throws IllegalArgumentException if two have the same name or number, or one is no event of
  ///   the column
  public static void check(List<EventKind> kinds) {
    int bits = 0;
    for (EventKind kind : kinds) {
      boolean twice = (bits & kind.bit()) != 0;
      if (twice || kind.bit() == 0 || !kind.inEventColumn() || kind.equals(EventKind.REFUSED)) {
        throw new IllegalArgumentException(kind.name() + " cannot be declared beside " + kinds);
      }
      bits |= kind.bit();
    }
    if (kinds.stream().distinct().count() < kinds.size()) {
      throw new IllegalArgumentException("two events have one name: " + kinds);
    }
  }

  /// A copy of the column's description with the list.
  public static ChannelSpec in(ChannelSpec spec, List<EventKind> kinds) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    kinds.stream()
        .sorted(Comparator.comparingInt(EventKind::number))
        .forEach(kind -> list.add(json(kind)));
    return spec.with(KEY, list);
  }

  private static ObjectNode json(EventKind kind) {
    EventKind usual = usual(kind.name(), kind.number());
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", kind.name());
    json.put("bit", kind.number());
    put(json, "role", word(kind.role()), word(usual.role()));
    put(json, "shape", word(kind.shape()), word(usual.shape()));
    put(json, "colour", word(kind.colour()), word(usual.colour()));
    if (!kind.stateColumn().equals(usual.stateColumn())) {
      json.put("column", kind.stateColumn().name());
      json.put("value", kind.stateColumn().value());
    }
    EventWords words = kind.allWords();
    EventWords others = usual.allWords();
    put(json, "title", words.title(), others.title());
    put(json, "what", words.what(), others.what());
    put(json, "result", words.result(), others.result());
    put(json, "plural", words.plural(), others.plural());
    others = others(usual, words.title(), words.what(), words.result(), words.plural());
    put(json, "state", words.state(), others.state());
    put(json, "heading", words.heading(), others.heading());
    put(json, "outcome", words.outcome(), others.outcome());
    put(json, "mark", words.mark(), others.mark());
    put(json, "help", words.help(), others.help());
    return json;
  }

  private static void put(ObjectNode json, String key, String value, String usual) {
    if (!value.equals(usual)) {
      json.put(key, value);
    }
  }

  /// The words that follow from these if a declaration has no others.
  private static EventWords others(
      EventKind kind, String title, String what, String result, String plural) {
    return kind.isOwn() ? EventWords.of(title, what, result, plural) : kind.allWords();
  }

  /// What a declaration with nothing but a name and a number means.
  private static EventKind usual(String name, int number) {
    return number < EventKind.FIRST_OWN
        ? EventKind.SHARED.get(number)
        : EventKind.own(name, number, EventWords.named(name));
  }

  /// What a column's description declares, by number; empty if it declares nothing. Entries without
  /// a valid name or number are left out, and so are those that take the number of another.
  static Optional<List<EventKind>> read(ChannelSpec spec) {
    JsonNode list = spec.extra().get(KEY);
    if (list == null || !list.isArray()) {
      return Optional.empty();
    }
    List<EventKind> kinds = new ArrayList<>();
    for (JsonNode entry : list) {
      kind(entry)
          .filter(
              kind -> kinds.stream().noneMatch(one -> one.equals(kind) || one.bit() == kind.bit()))
          .ifPresent(kinds::add);
    }
    kinds.sort(Comparator.comparingInt(EventKind::number));
    return Optional.of(List.copyOf(kinds));
  }

  private static Optional<EventKind> kind(JsonNode json) {
    String name = json.path("name").asText();
    int number = json.path("bit").asInt(-1);
    boolean shared = EventKind.builtIn(name).filter(kind -> kind.number() == number).isPresent();
    boolean own =
        EventKind.isName(name)
            && EventKind.builtIn(name).isEmpty()
            && number >= EventKind.FIRST_OWN
            && number < EventKind.MOST;
    if (!(own || (shared && number < EventKind.FIRST_OWN))) {
      return Optional.empty();
    }
    EventKind usual = usual(name, number);
    String title = json.path("title").asText(usual.title());
    String what = json.path("what").asText(usual.words());
    String result = json.path("result").asText(usual.result());
    String plural = json.path("plural").asText(usual.plural());
    EventWords others = others(usual, title, what, result, plural);
    EventWords words =
        new EventWords(
            title,
            what,
            result,
            json.path("state").asText(others.state()),
            plural,
            json.path("heading").asText(others.heading()),
            json.path("outcome").asText(others.outcome()),
            json.path("mark").asText(others.mark()),
            json.path("help").asText(others.help()));
    EventKind kind =
        usual
            .saying(words)
            .as(one(EventRole.values(), json.path("role").asText(), usual.role()))
            .looking(
                one(EventShape.values(), json.path("shape").asText(), usual.shape()),
                one(EventColour.values(), json.path("colour").asText(), usual.colour()));
    boolean lasts = kind.lasts() && json.has("column");
    return Optional.of(
        lasts
            ? kind.lastingIn(
                new StateColumn(json.path("column").asText(), json.path("value").asInt(0)))
            : kind);
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /// The constant with a name in lower case, or another if there is none.
  private static <E extends Enum<E>> E one(E[] all, String name, E otherwise) {
    for (E value : all) {
      if (word(value).equals(name)) {
        return value;
      }
    }
    return otherwise;
  }
}
