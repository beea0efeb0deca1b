package dev.hindsight.trainer.policy;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.util.Optional;

/// The few Python names that a state dict needs. None is ever called: each stands for something
/// that the [Unpickler] builds itself.
enum PickleGlobal {
  ORDERED_DICT("collections", "OrderedDict"),
  REBUILD_TENSOR("torch._utils", "_rebuild_tensor_v2"),
  FLOAT_STORAGE("torch", "FloatStorage"),
  HALF_STORAGE("torch", "HalfStorage"),
  BFLOAT16_STORAGE("torch", "BFloat16Storage"),
  DOUBLE_STORAGE("torch", "DoubleStorage");

  private final String module;
  private final String name;

  PickleGlobal(String module, String name) {
    this.module = module;
    this.name = name;
  }

  /// The global that a pickle names.
  ///
  /// @throws Problem naming it, if it is none of these
  static PickleGlobal of(String module, String name, String where) {
    for (PickleGlobal global : values()) {
      if (global.module.equals(module) && global.name.equals(name)) {
        return global;
      }
    }
    if (module.equals("torch") && name.endsWith("Storage")) {
      throw new Problem(
          wording("PickleGlobal.its_numbers_are_stored_as_and", name),
          where,
          wording("PickleGlobal.save_the_model_with_float32_weights"));
    }
    throw new Problem(
        wording("PickleGlobal.the_pickle_calls_it_was_refused", spoken(module), name),
        where,
        PickleReader.REMEDY);
  }

  /// Rejects, by name, a pickle that refers to anything else; runs nothing and builds nothing.
  ///
  /// Runs before the [Unpickler], so that the message for a pickle in a newer protocol says what it
  /// calls, and not only which operation comes first.
  static void check(byte[] pickle, String where) {
    PickleReader reader = new PickleReader(pickle, where);
    String before = "";
    String last = "";
    PickleOpcode opcode;
    do {
      opcode = reader.next();
      switch (opcode) {
        case GLOBAL, INST -> of(reader.text(), reader.secondText(), where);
        case STACK_GLOBAL -> of(before, last, where);
        case UNICODE, STRING, BINSTRING, SHORT_BINSTRING -> {
          before = last;
          last = reader.text();
        }
        case BINUNICODE, SHORT_BINUNICODE, BINUNICODE8 -> {
          before = last;
          last = reader.text();
        }
        default -> {}
      }
    } while (opcode != PickleOpcode.STOP);
  }

  /// The element type, if this names a storage.
  Optional<StorageType> storageType() {
    return switch (this) {
      case FLOAT_STORAGE -> Optional.of(StorageType.FLOAT);
      case HALF_STORAGE -> Optional.of(StorageType.HALF);
      case BFLOAT16_STORAGE -> Optional.of(StorageType.BFLOAT16);
      case DOUBLE_STORAGE -> Optional.of(StorageType.DOUBLE);
      case ORDERED_DICT, REBUILD_TENSOR -> Optional.empty();
    };
  }

  /// Its name in Python code: `torch.FloatStorage`.
  String spoken() {
    return module + "." + name;
  }

  /// Python pickles `os.system` under the name of the module that implements it.
  private static String spoken(String module) {
    return module.equals("posix") || module.equals("nt") ? "os" : module;
  }
}
