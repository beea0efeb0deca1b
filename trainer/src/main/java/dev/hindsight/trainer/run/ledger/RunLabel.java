package dev.hindsight.trainer.run.ledger;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The user's words about a run, in `label.json` of its folder: they change nothing that is
/// trained, and a resumed run keeps them.
///
/// @param name for people and for commands; empty if none. Several runs may have the same
/// @param tags words to filter by, in the order they were added
/// @param note free text; empty if none
public record RunLabel(String name, List<String> tags, String note) {
  /// The label of a run without one.
  public static final RunLabel NONE = new RunLabel("", List.of(), "");

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int LONGEST_NAME = 60;
  private static final int LONGEST_TAG = 30;

  /// The most letters of a note.
  public static final int LONGEST_NOTE = 4000;

  /// Characters that separate a name from a version, a weight or a folder where a command reads it.
  private static final String SEPARATORS = "@,=/\\:\"";

  /// Checks the texts, strips blanks around them and drops repeated tags.
  ///
  /// @throws Problem if a text cannot be used
  public RunLabel {
    name = name.strip();
    tags = tags.stream().map(String::strip).distinct().toList();
    note = note.strip();
    if (name.length() > LONGEST_NAME || name.chars().anyMatch(RunLabel::separates)) {
      throw new Problem(
          wording("RunLabel.the_name_cannot_be_used"),
          name,
          wording("RunLabel.give_a_name_without", LONGEST_NAME, SEPARATORS));
    }
    for (String tag : tags) {
      if (!tag.matches("[\\p{L}\\p{N}][\\p{L}\\p{N}._+-]{0," + (LONGEST_TAG - 1) + "}")) {
        throw new Problem(
            wording("RunLabel.the_tag_cannot_be_used"),
            tag,
            wording("RunLabel.give_one_word", LONGEST_TAG));
      }
    }
    if (note.length() > LONGEST_NOTE) {
      throw new Problem(
          wording("RunLabel.the_note_is_too_long"),
          note.substring(0, 40) + "...",
          wording("RunLabel.shorten_it_to", LONGEST_NOTE));
    }
  }

  private static boolean separates(int character) {
    return Character.isISOControl(character) || SEPARATORS.indexOf(character) >= 0;
  }

  /// With another name.
  public RunLabel named(String other) {
    return new RunLabel(other, tags, note);
  }

  /// With one more tag.
  public RunLabel tagged(String tag) {
    return tagged(Stream.concat(tags.stream(), List.of(tag).stream()).toList());
  }

  /// With other tags.
  public RunLabel tagged(List<String> others) {
    return new RunLabel(name, others, note);
  }

  /// Without a tag, whatever its case.
  public RunLabel without(String tag) {
    String gone = tag.strip().toLowerCase(Locale.ROOT);
    return tagged(tags.stream().filter(one -> !one.toLowerCase(Locale.ROOT).equals(gone)).toList());
  }

  /// With another note.
  public RunLabel noted(String other) {
    return new RunLabel(name, tags, other);
  }

  /// The label of a run; none if it has none, or its file is damaged or gone. Reads a file: for a
  /// background thread.
  public static RunLabel of(RunFolder folder) {
    try {
      return new SharedFile(folder.label()).read().flatMap(RunLabel::read).orElse(NONE);
    } catch (IOException _) {
      return NONE;
    }
  }

  /// A file that a hand has damaged says nothing; the next edit sets it aside.
  private static Optional<RunLabel> read(byte[] bytes) {
    try {
      return Optional.ofNullable(JSON.readValue(bytes, Stored.class)).map(Stored::label);
    } catch (IOException | Problem _) {
      return Optional.empty();
    }
  }

  /// The file, in which a hand may have left something out.
  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Stored(
      @Nullable String name, @Nullable List<@Nullable String> tags, @Nullable String note) {
    RunLabel label() {
      Stream<@Nullable String> given = tags == null ? Stream.empty() : tags.stream();
      return new RunLabel(
          name == null ? "" : name,
          given.flatMap(Stream::ofNullable).toList(),
          note == null ? "" : note);
    }
  }

  /// Changes the label of a run, also while it trains. Edits of several threads and processes come
  /// one after the other, each on what the one before has left. Blocks: for a background thread.
  ///
  /// @param edit changes what it means to change and keeps the rest
  /// @return the new label
  /// @throws Problem if a text cannot be used, or the file cannot be written
  public static RunLabel edit(RunFolder folder, UnaryOperator<RunLabel> edit) {
    AtomicReference<RunLabel> edited = new AtomicReference<>(NONE);
    try {
      new SharedFile(folder.label())
          .edit(
              RunLabel::read,
              label -> {
                edited.set(edit.apply(label.orElse(NONE)));
                return bytes(edited.get());
              });
    } catch (IOException | UncheckedIOException e) {
      throw new Problem(
          wording("RunLabel.the_label_cannot_be_saved"),
          folder.path().toString(),
          wording("RunLabel.check_the_folder"),
          e);
    }
    return edited.get();
  }

  private static byte[] bytes(RunLabel label) {
    try {
      return JSON.writeValueAsBytes(label);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
