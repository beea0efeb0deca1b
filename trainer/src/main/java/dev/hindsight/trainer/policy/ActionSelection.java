package dev.hindsight.trainer.policy;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Npy;
import dev.hindsight.trainer.rollout.NpyArray;
import java.nio.file.Path;

/// How an action is chosen from a policy's output.
public sealed interface ActionSelection {
  /// The name in manifests and on the command line.
  String id();

  /// Whether it needs a policy's output.
  Needs needs();

  /// The action with the largest logit, of several equal ones the lowest index; for continuous
  /// actions the mean.
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

  /// Drawn uniformly from all actions, independent of the policy.
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

  /// Read from a file: joint actions as `[tick, agent]`, or numbers as `[tick, agent, k]`.
  ///
  /// @param name the file's name, for messages
  /// @param actions of an integer type or a float type; must have enough ticks and agents
  record Script(String name, NpyArray actions) implements ActionSelection {
    /// Checks the shape.
    ///
    /// @throws Problem if it is not a table of actions
    public Script {
      int axes = actions.shape().length;
      boolean table =
          switch (actions.dtype()) {
            case I1, U1, I2, I4, I8 -> axes == 2;
            case F4, F8 -> axes == 2 || axes == 3;
            case F2, BOOL -> false;
          };
      if (!table) {
        throw new Problem(
            wording("ActionSelection.it_holds_no_table_of_joint"),
            name,
            wording("ActionSelection.save_int32_of_shape_tick_agent"));
      }
    }

    /// Whether it holds joint actions.
    boolean whole() {
      return actions.dtype() != Dtype.F4 && actions.dtype() != Dtype.F8;
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

  /// Parses a user's input: `argmax`, `sample`, `random`, or the name of a `.npy` file.
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
              wording("ActionSelection.there_is_no_such_selection_of"),
              text,
              wording("ActionSelection.give_argmax_sample_random_or_a"));
        }
        yield new Script(text, Npy.read(Path.of(text)));
      }
    };
  }
}
