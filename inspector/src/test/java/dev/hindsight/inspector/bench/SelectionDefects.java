package dev.hindsight.inspector.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.inspector.bench.PlantingContext.Place;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Defects in the selection of actions, and in stored attention.
final class SelectionDefects {
  private static final String CAUSE =
      "select|drawn|draw|generator|seed|argmax|sample|random|largest";

  private SelectionDefects() {}

  static List<Defect> all() {
    return List.of(
        Defect.of(
            "argmax said to be sampled",
            "room near",
            s -> acted(s, s.take().by(s.take().policy(), "argmax"), "sample", s.take().seed())),
        Defect.of(
            "samples said to be argmax",
            "room near sky skytransformer",
            s -> declared(s, "argmax", s.take().seed())),
        Defect.of(
            "random actions said to be sampled",
            "roomlot",
            s -> declared(s, "sample", s.take().seed())),
        Defect.of(
            "samples said to be random",
            "room near sky",
            s -> declared(s, "random", s.take().seed())),
        Defect.of(
            "actions drawn with another seed",
            "near",
            s -> declared(s, s.take().actions(), s.take().seed() + 1)),
        Defect.of(
            "random actions drawn with another seed",
            "crash",
            s -> declared(s, "random", s.take().seed() + 7)),
        Defect.of("edge weights that do not add up", "sky sky", s -> edges(s, true)),
        Defect.of("edge weights of other neighbours", "sky sky", s -> edges(s, false)),
        Defect.of(
            "attention that does not add up",
            "inspected inspected",
            s -> {
              String layer = "attention/layer0";
              int t = 4 + s.random().nextInt(s.ticks() - 5);
              int a = s.random().nextInt(s.agents());
              int width = s.file().column(layer).rowLength() / s.agents();
              s.put(layer, t, a * width, s.at(layer, t, a * width) + 0.3);
              return Optional.of(
                  ExpectedFinding.at(s.written(), t, a, "sum|add up|attention|weight"));
            }),
        Defect.of(
            "attention that looks ahead",
            "inspected inspected",
            s -> {
              String layer = "attention/layer0";
              int t = 1 + s.random().nextInt(s.ticks() - 3);
              int a = s.random().nextInt(s.agents());
              int width = s.file().column(layer).rowLength() / s.agents();
              s.put(layer, t, a * width + t + 1, 0.4);
              s.put(layer, t, a * width, Math.max(0, s.at(layer, t, a * width) - 0.4));
              return Optional.of(
                  ExpectedFinding.at(s.written(), t, a, "ahead|future|later|attention|sum"));
            }),
        Defect.of("a slot wrongly marked as garbage", "inspected inspected", s -> garbage(s, 1)),
        Defect.of("a slot of limbo not marked as garbage", "inspected", s -> garbage(s, 0)),
        Defect.of(
            "a wrong cache position",
            "inspected inspected",
            s -> {
              int t = 2 + s.random().nextInt(s.ticks() - 3);
              for (int i = 0; i < s.file().column("cache_position").rowLength(); i++) {
                s.add("cache_position", t, i, -1);
              }
              return Optional.of(
                  ExpectedFinding.between(
                      s.written(), t, t + 1, ExpectedFinding.ANY, "position|slot"));
            }));
  }

  private static Optional<ExpectedFinding> garbage(PlantingContext s, int to) throws IOException {
    int slots = s.file().column("cache_garbage").rowLength() / s.agents();
    for (int t = 3; t < s.ticks(); t++) {
      for (int a = 0; a < s.agents(); a++) {
        for (int slot = 0; slot < t - 1; slot++) {
          if (s.at("cache_garbage", t, a * slots + slot) == 1 - to
              && s.limbo(slot, a) == (to == 0)) {
            for (int later = t; later < s.ticks(); later++) {
              s.put("cache_garbage", later, a * slots + slot, to);
            }
            return Optional.of(ExpectedFinding.at(s.written(), t, a, "garbage|limbo|slot"));
          }
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<ExpectedFinding> edges(PlantingContext s, boolean sum)
      throws IOException {
    String column = "edges/layer0";
    int rows = s.table("neighbours").orElseThrow()[1] + 1;
    int width = s.file().column(column).rowLength() / s.agents();
    Optional<Place> at =
        s.somewhere((t, a) ->
            t > 1
                && !s.limbo(t, a)
                && Math.abs(s.at(column, t, a * width) - s.at(column, t, a * width + rows - 1))
                    > 0.1);
    if (at.isEmpty()) {
      return Optional.empty();
    }
    int from = at.get().agent() * width;
    double own = s.at(column, at.get().tick(), from + rows - 1);
    double other = s.at(column, at.get().tick(), from);
    s.put(column, at.get().tick(), from, sum ? other + 0.3 : own);
    s.put(column, at.get().tick(), from + rows - 1, sum ? own : other);
    return Optional.of(
        ExpectedFinding.at(
            s.written(), at.get().tick(), at.get().agent(), "edge|weight|sum|neighbour|add up"));
  }

  /// The recording declares another selection of actions.
  private static Optional<ExpectedFinding> declared(PlantingContext s, String how, long seed)
      throws IOException {
    return rewritten(s, how, seed, s.out());
  }

  /// The same, by recording again.
  private static Optional<ExpectedFinding> acted(
      PlantingContext s, RecordingSpec recordingSpec, String how, long seed) throws IOException {
    Path made = s.recorder().record(recordingSpec, s.name() + "-acted");
    PlantingContext other =
        new PlantingContext(
            recordingSpec, made, AlteredFile.read(made), s.random(), s.recorder(), s.name());
    return rewritten(other, how, seed, s.out());
  }

  private static Optional<ExpectedFinding> rewritten(
      PlantingContext s, String how, long seed, Path out) throws IOException {
    s.file()
        .json(
            "manifest.json",
            root -> {
              ((ObjectNode) root.path("policy")).put("actionSelection", how);
              root.put("seed", seed);
            });
    probabilities(s, how, seed);
    Path file = s.file().write(out);
    int first = firstOther(s, ActionSelection.parse(how), seed);
    return first < 0
        ? Optional.empty()
        : Optional.of(ExpectedFinding.at(file, first, ExpectedFinding.ANY, CAUSE));
  }

  /// The log-probabilities that such a selection would have stored.
  private static void probabilities(PlantingContext s, String how, long seed) {
    EnvironmentShape shape = s.shape();
    ActionSelector selector = new ActionSelector(ActionSelection.parse(how), shape, seed);
    PolicyOutput output = new PolicyOutput(shape);
    Actions actions = new Actions(shape);
    for (int t = 0; t < s.ticks(); t++) {
      said(s, t, output);
      for (int a = 0; a < s.agents(); a++) {
        actions.joint[a] = (int) s.at("action", t, a);
        s.put("log_prob", t, a, selector.logProbability(output, actions, a));
      }
    }
  }

  private static void said(PlantingContext s, int tick, PolicyOutput output) {
    for (int i = 0; i < output.logits.length && s.file().has("logits"); i++) {
      output.logits[i] = (float) s.at("logits", tick, i);
    }
  }

  /// The first tick of an action that differs from the declared selection; -1 if there is none.
  private static int firstOther(PlantingContext s, ActionSelection declared, long seed) {
    EnvironmentShape shape = s.shape();
    ActionSelector selector = new ActionSelector(declared, shape, seed);
    PolicyOutput output = new PolicyOutput(shape);
    Actions actions = new Actions(shape);
    for (int t = 0; t < s.ticks(); t++) {
      said(s, t, output);
      selector.choose(new StepBuffer(shape), output, t, actions, new float[s.agents()]);
      for (int a = 0; a < s.agents(); a++) {
        if (!s.limbo(t, a) && actions.joint[a] != (int) s.at("action", t, a)) {
          return t;
        }
      }
    }
    return -1;
  }
}
