package dev.hindsight.trainer.policy;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Npy;
import dev.hindsight.trainer.rollout.NpyArray;
import java.nio.file.Path;

/// How an action is made out of what a policy thinks.
public sealed interface ActionSelection {
  /// The name in manifests and on the command line.
  String id();

  /// Whether a policy must be there to say what it thinks.
  Needs needs();

  /// The action with the largest logit, the lowest index among equals; for continuous actions the
  /// mean.
  record Argmax() implements ActionSelection {
    @Override
    public String id() {
      return "argmax";
    }

    @Override
    public Needs needs() {
      return Needs.A_POLICY;
    }
  }

  /// Drawn from the policy's distribution.
  record Sample() implements ActionSelection {
    @Override
    public String id() {
      return "sample";
    }

    @Override
    public Needs needs() {
      return Needs.A_POLICY;
    }
  }

  /// Drawn evenly from all there are, whatever the policy thinks.
  record Random() implements ActionSelection {
    @Override
    public String id() {
      return "random";
    }

    @Override
    public Needs needs() {
      return Needs.NOTHING;
    }
  }

  /// Read from a list, as `[tick, agent]`.
  ///
  /// @param name the file's name, for messages
  /// @param actions joint actions of an integer type; ticks and agents there must be enough of
  record Script(String name, NpyArray actions) implements ActionSelection {
    /// Checks the shape.
    ///
    /// @throws Problem if it is no table of whole numbers
    public Script {
      boolean whole =
          switch (actions.dtype()) {
            case I1, U1, I2, I4, I8 -> true;
            case F2, F4, F8, BOOL -> false;
          };
      if (!whole || actions.shape().length != 2) {
        throw new Problem(
            "it holds no table of joint actions", name, "save int32 of shape [tick, agent]");
      }
    }

    @Override
    public String id() {
      return "file";
    }

    @Override
    public Needs needs() {
      return Needs.NOTHING;
    }
  }

  /// What a selection needs.
  enum Needs {
    /// A policy that fills logits.
    A_POLICY,
    /// No policy at all.
    NOTHING
  }

  /// Reads what a user typed: `argmax`, `sample`, `random`, or the name of a `.npy` file.
  ///
  /// @throws Problem if it is none of these
  static ActionSelection parse(String text) {
    return switch (text) {
      case "argmax" -> new Argmax();
      case "sample" -> new Sample();
      case "random" -> new Random();
      default -> {
        if (!text.endsWith(".npy")) {
          throw new Problem(
              "there is no such way to choose actions",
              text,
              "give argmax, sample, random or a .npy file");
        }
        yield new Script(text, Npy.read(Path.of(text)));
      }
    };
  }
}
