package dev.hindsight.trainer.policy;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A value on the [Unpickler]'s stack: only plain values.
///
/// These are never compared, hashed or printed in full: a few bytes of pickle can share one tuple
/// so often that walking it would never end.
sealed interface PickleValue {
  /// A string.
  record Text(String text) implements PickleValue {}

  /// An integer.
  record Whole(int value) implements PickleValue {}

  /// The constant False.
  record False() implements PickleValue {}

  /// A tuple.
  record Tuple(List<PickleValue> items) implements PickleValue {}

  /// A dict with text keys, in the order of insertion.
  record Dict(Map<String, PickleValue> entries) implements PickleValue {
    /// Creates an empty dict.
    Dict() {
      this(new LinkedHashMap<>());
    }
  }

  /// Something that Python could call.
  record Callable(PickleGlobal global) implements PickleValue {}

  /// A flat array of numbers in the archive.
  record Stored(TensorView.Storage storage) implements PickleValue {}

  /// A tensor.
  record StoredTensor(TensorView view) implements PickleValue {}

  /// Its kind, for messages.
  default String kind() {
    return switch (this) {
      case Text _ -> "a string";
      case Whole _ -> wording("PickleValue.an_integer");
      case False _ -> "False";
      case Tuple _ -> "a tuple";
      case Dict _ -> "a dict";
      case Callable _ -> "a class";
      case Stored _ -> "a storage";
      case StoredTensor _ -> "a tensor";
    };
  }
}
