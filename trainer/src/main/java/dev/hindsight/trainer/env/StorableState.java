package dev.hindsight.trainer.env;

import dev.hindsight.trainer.SplitMix64;
import java.util.function.Consumer;

/// The full state of an environment, to be written to disk and read again: what a
/// [Environment.Snapshot] holds, in bytes.
public interface StorableState {
  /// What a state depends on besides itself, in words: the configuration, the scenario. Only
  /// environments with the same words take over each other's states. Two environments of the same
  /// settings have the same words, in every run of the program.
  String origin();

  /// Names every field of the full state and of the last action's results. A reading stream
  /// replaces them, after which the environment shows itself anew.
  void transfer(StateStream stream);

  /// A state whose origin is known.
  ///
  /// @param fields names every field of the state and of the last action's results
  /// @param show makes the environment show itself anew, after its fields have been replaced
  static StorableState of(String origin, Consumer<StateStream> fields, Runnable show) {
    return new StorableState() {
      @Override
      public String origin() {
        return origin;
      }

      @Override
      public void transfer(StateStream stream) {
        fields.accept(stream);
        if (stream.reads()) {
          show.run();
        }
      }
    };
  }

  /// Writes the state of one environment.
  ///
  /// @param hash [Environment#stateHash()]
  static byte[] bytes(StorableState state, long hash) {
    return StateBytes.write(stream -> {
      stream.number(state.originHash());
      stream.number(hash);
      state.transfer(stream);
    });
  }

  /// Makes an environment take over a state.
  ///
  /// @param where the bytes are from, for messages
  /// @return false if the state is of an environment of other settings; then nothing has changed
  /// @throws dev.hindsight.trainer.Problem if the bytes are damaged; the environment must then be
  ///   reset
  static boolean restore(Environment environment, byte[] bytes, String where) {
    StorableState state = environment.storable().orElseThrow();
    return StateBytes.read(
        bytes,
        where,
        stream -> {
          if (stream.number(0L) != state.originHash()) {
            return false;
          }
          long hash = stream.number(0L);
          state.transfer(stream);
          check(environment, hash, stream);
          return true;
        });
  }

  /// Checks a state that was read.
  ///
  /// @param hash the stored one
  static void check(Environment environment, long hash, StateStream stream) {
    if (stream.reads() && environment.stateHash() != hash) {
      throw stream.damaged();
    }
  }

  /// A digest of [#origin()].
  default long originHash() {
    long hash = 0;
    for (char letter : origin().toCharArray()) {
      hash = SplitMix64.mix(hash ^ letter);
    }
    return hash;
  }
}
