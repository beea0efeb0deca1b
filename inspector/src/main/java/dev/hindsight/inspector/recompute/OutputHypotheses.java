package dev.hindsight.inspector.recompute;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.parity.MemoryKind;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Precision;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.AgentNames;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Mistakes in the outputs of a correct network: those of another tick or agent, scaled, shifted,
/// rounded.
///
/// Where nothing differs, each hypothesis predicts the correct outputs; so a mistake may begin and
/// end anywhere.
final class OutputHypotheses {
  /// The number of ticks needed to believe in two fitted numbers.
  private static final int ENOUGH = 4;

  private static final MathContext DIGITS = new MathContext(6);

  /// Float32 itself rounds before a lower precision does.
  private static final double SLACK = 1.01;

  private OutputHypotheses() {}

  static List<Hypothesis.Family> all() {
    return List.of(new Elsewhere(), new Scaled(1), new Scaled(2), new Rounded(), new NotNumbers());
  }

  /// Which outputs differ.
  private enum OutputPart {
    LOGITS(wording("OutputHypotheses.the_logits")),
    VALUES(wording("OutputHypotheses.the_values")),
    BOTH(wording("OutputHypotheses.logits_and_values"));

    private final String words;

    OutputPart(String words) {
      this.words = words;
    }

    static OutputPart of(List<Discrepancy> found) {
      boolean logits = found.stream().anyMatch(each -> !each.apart().ofLogits().isEmpty());
      boolean values = found.stream().anyMatch(each -> !each.apart().ofValues().isEmpty());
      return logits && values ? BOTH : logits ? LOGITS : VALUES;
    }
  }

  /// The ticks of the recording at which an agent's outputs differ.
  private static Map<Integer, BitSet> ticks(List<Discrepancy> found) {
    Map<Integer, BitSet> ticks = new HashMap<>();
    found.forEach(each -> ticks.computeIfAbsent(each.agent(), _ -> new BitSet()).or(each.ticks()));
    return ticks;
  }

  /// Replaces the outputs that differ by a function of all outputs.
  ///
  /// @param makes the function
  private record Replaced(
      String words, OutputPart part, Map<Integer, BitSet> ticks, OutputFunction makes)
      implements Hypothesis {
    @Override
    public Outputs predict(DiscrepancyCase about, int agent, Span span, int nudge) {
      BitSet here = ticks.getOrDefault(agent, new BitSet());
      return MergedOutputs.merged(
          about.right(agent, span, nudge),
          makes.of(about, agent, span, nudge),
          t -> part != OutputPart.VALUES && here.get(span.from() + t),
          t -> part != OutputPart.LOGITS && here.get(span.from() + t));
    }
  }

  /// Computes outputs from outputs.
  @FunctionalInterface
  private interface OutputFunction {
    Outputs of(DiscrepancyCase about, int agent, Span span, int nudge);
  }

  /// Outputs of the previous or next tick, or of another agent.
  private record Elsewhere() implements Hypothesis.Family {
    @Override
    public String name() {
      return wording("OutputHypotheses.outputs_of_another_tick_or_agent");
    }

    @Override
    public int level() {
      return 1;
    }

    @Override
    public List<Hypothesis> of(DiscrepancyCase about, List<Discrepancy> found) {
      OutputPart outputPart = OutputPart.of(found);
      Map<Integer, BitSet> ticks = ticks(found);
      List<Hypothesis> all = new ArrayList<>();
      // Without memory, a tick's outputs depend only on its observation, wherever it came from.
      if (about.network().remembers() != MemoryKind.NOTHING || outputPart != OutputPart.BOTH) {
        all.add(
            new Replaced(
                wording("OutputHypotheses.of_the_tick_before", outputPart.words),
                outputPart,
                ticks,
                (c, agent, span, nudge) -> shifted(c, agent, span, nudge, -1)));
        all.add(
            new Replaced(
                wording("OutputHypotheses.of_the_tick_after", outputPart.words),
                outputPart,
                ticks,
                (c, agent, span, nudge) -> shifted(c, agent, span, nudge, 1)));
      }
      if (about.network().remembers() != MemoryKind.NOTHING
          || about.network().together()
          || outputPart != OutputPart.BOTH) {
        others(about, outputPart, ticks, found).ifPresent(all::add);
      }
      return all;
    }

    private static Outputs shifted(DiscrepancyCase about, int agent, Span span, int nudge, int by) {
      int last = about.rollout().ticks() - 1;
      Outputs right = about.right(agent, span, nudge);
      int n = right.actions();
      float[] logits = right.logits().clone();
      float[] values = right.values().clone();
      for (int t = 0; t < span.ticks(); t++) {
        int from = Math.clamp(span.from() + t + by, 0, last);
        boolean within = from >= span.from() && from < span.to();
        Outputs source = within ? right : about.right(agent, new Span(from, from + 1), nudge);
        int place = within ? from - span.from() : 0;
        System.arraycopy(source.logits(), place * n, logits, t * n, n);
        values[t] = source.values()[place];
      }
      return new Outputs(logits, values);
    }

    private static Optional<Hypothesis> others(
        DiscrepancyCase about,
        OutputPart outputPart,
        Map<Integer, BitSet> ticks,
        List<Discrepancy> found) {
      Map<Integer, Integer> others = new TreeMap<>();
      for (Discrepancy each : found) {
        for (int step = 1; step < about.agents() && !others.containsKey(each.agent()); step++) {
          int other = (each.agent() + step) % about.agents();
          Replaced theirs =
              new Replaced(
                  "", outputPart, ticks, (c, _, span, nudge) -> c.right(other, span, nudge));
          if (about.holds(theirs, each, each.first() + 2)) {
            others.put(each.agent(), other);
          }
        }
        if (!others.containsKey(each.agent())) {
          return Optional.empty();
        }
      }
      AgentNames names = AgentNames.of(about.rollout());
      String who =
          others.entrySet().stream()
              .limit(6)
              .map(each ->
                  wording(
                      "OutputHypotheses.for",
                      names.titled(each.getValue()),
                      names.titled(each.getKey())))
              .collect(Collectors.joining(", "));
      return Optional.of(
          new Replaced(
              wording(
                  "OutputHypotheses.of_another_agent_of",
                  outputPart.words,
                  who,
                  others.size() > 6 ? ", ..." : ""),
              outputPart,
              ticks,
              (c, agent, span, nudge) -> c.right(others.getOrDefault(agent, agent), span, nudge)));
    }
  }

  /// Correct outputs, some of them replaced by NaN.
  private record NotNumbers() implements Hypothesis.Family {
    @Override
    public String name() {
      return wording("OutputHypotheses.nan_in_the_outputs");
    }

    @Override
    public int level() {
      return 1;
    }

    @Override
    public List<Hypothesis> of(DiscrepancyCase about, List<Discrepancy> found) {
      return List.of(
          new Replaced(
              wording("OutputHypotheses.the_number_recorded_is_nan_and"),
              OutputPart.of(found),
              ticks(found),
              (c, agent, span, nudge) -> {
                Outputs right = c.right(agent, span, nudge);
                Outputs target = c.target(agent, span);
                return new Outputs(
                    spoiled(right.logits(), target.logits()),
                    spoiled(right.values(), target.values()));
              }));
    }

    private static float[] spoiled(float[] right, float[] target) {
      float[] all = right.clone();
      for (int i = 0; i < all.length; i++) {
        all[i] = Float.isNaN(target[i]) ? target[i] : all[i];
      }
      return all;
    }
  }

  /// Outputs scaled or shifted by one or two numbers that are fitted to the differences.
  ///
  /// @param level 1 for one number, 2 for two
  private record Scaled(int level) implements Hypothesis.Family {
    @Override
    public String name() {
      return level == 1
          ? wording("OutputHypotheses.temperature_normalised_logits_scaled")
          : wording("OutputHypotheses.outputs_scaled_and_shifted");
    }

    @Override
    public List<Hypothesis> of(DiscrepancyCase about, List<Discrepancy> found) {
      OutputPart outputPart = OutputPart.of(found);
      Map<Integer, BitSet> ticks = ticks(found);
      List<Hypothesis> all = new ArrayList<>();
      if (outputPart == OutputPart.BOTH) {
        return all;
      }
      Fit fit = new Fit();
      for (Discrepancy each : found) {
        fit.add(
            about.right(each.agent(), each.segment(), 0),
            about.target(each.agent(), each.segment()),
            outputPart,
            each.apart().ticks());
      }
      if (fit.ticks < (level == 1 ? 2 : ENOUGH)) {
        return all;
      }
      if (level == 2) {
        all.add(linear(outputPart, ticks, fit.slope(), fit.intercept()));
        return all;
      }
      all.add(linear(outputPart, ticks, fit.scale(), 0));
      all.add(linear(outputPart, ticks, 1, fit.offset()));
      all.add(linear(outputPart, ticks, 0, fit.mean()));
      if (outputPart == OutputPart.LOGITS) {
        all.add(
            new Replaced(
                wording("OutputHypotheses.the_logits_are_normalised_log_probabilities"),
                outputPart,
                ticks,
                Scaled::normalised));
      }
      return all;
    }

    private static Hypothesis linear(
        OutputPart outputPart, Map<Integer, BitSet> ticks, double scale, double offset) {
      return new Replaced(
          words(outputPart, scale, offset),
          outputPart,
          ticks,
          (about, agent, span, nudge) -> {
            Outputs right = about.right(agent, span, nudge);
            return new Outputs(
                linear(right.logits(), scale, offset), linear(right.values(), scale, offset));
          });
    }

    private static String words(OutputPart outputPart, double scale, double offset) {
      if (scale == 0) {
        return wording("OutputHypotheses.are_all", outputPart.words, short6(offset));
      }
      String by =
          (scale == 1 ? "" : wording("OutputHypotheses.times", short6(scale)))
              + (offset == 0 ? "" : wording("OutputHypotheses.plus", short6(offset)));
      String what = wording("OutputHypotheses.are_the_right_ones", outputPart.words, by);
      return outputPart == OutputPart.LOGITS && offset == 0 && scale > 0
          ? wording("OutputHypotheses.a_temperature_of", short6(1 / scale), what)
          : outputPart == OutputPart.VALUES
              ? wording("OutputHypotheses.the_value_head", what)
              : what;
    }

    /// A number with six significant digits.
    private static String short6(double number) {
      return Double.isFinite(number)
          ? new BigDecimal(number).round(DIGITS).stripTrailingZeros().toPlainString()
          : Double.toString(number);
    }

    private static float[] linear(float[] numbers, double scale, double offset) {
      float[] all = numbers.clone();
      for (int i = 0; i < all.length; i++) {
        all[i] = (float) (scale * all[i] + offset);
      }
      return all;
    }

    private static Outputs normalised(DiscrepancyCase about, int agent, Span span, int nudge) {
      Outputs right = about.right(agent, span, nudge);
      int n = right.actions();
      float[] logits = right.logits().clone();
      for (int t = 0; t < right.ticks(); t++) {
        double sum = Categorical.logSum(Arrays.copyOfRange(logits, t * n, (t + 1) * n));
        for (int i = t * n; i < (t + 1) * n; i++) {
          logits[i] = (float) (logits[i] - sum);
        }
      }
      return new Outputs(logits, right.values());
    }
  }

  /// A least-squares fit to the numbers that differ.
  private static final class Fit {
    private long ticks;
    private double count;
    private double x;
    private double y;
    private double xx;
    private double xy;

    private void add(Outputs right, Outputs target, OutputPart outputPart, BitSet where) {
      int n = right.actions();
      where.stream()
          .forEach(t -> {
            ticks++;
            for (int i = t * n; outputPart == OutputPart.LOGITS && i < (t + 1) * n; i++) {
              add(right.logits()[i], target.logits()[i]);
            }
            if (outputPart == OutputPart.VALUES) {
              add(right.values()[t], target.values()[t]);
            }
          });
    }

    private void add(double right, double target) {
      count++;
      x += right;
      y += target;
      xx += right * right;
      xy += right * target;
    }

    private double scale() {
      return xy / xx;
    }

    private double offset() {
      return (y - x) / count;
    }

    private double mean() {
      return y / count;
    }

    private double slope() {
      return (xy - x * y / count) / (xx - x * x / count);
    }

    private double intercept() {
      return (y - slope() * x) / count;
    }
  }

  /// Outputs that are all rounded to a lower precision.
  private record Rounded() implements Hypothesis.Family {
    @Override
    public String name() {
      return wording("OutputHypotheses.outputs_rounded_to_float16_bfloat16");
    }

    @Override
    public int level() {
      return 1;
    }

    @Override
    public List<Hypothesis> of(DiscrepancyCase about, List<Discrepancy> found) {
      OutputPart outputPart = OutputPart.of(found);
      Map<Integer, BitSet> ticks = ticks(found);
      List<Hypothesis> all = new ArrayList<>();
      // Every float16 and bfloat16 number of usual size is a TF32 number too.
      for (Precision precision : List.of(Precision.BFLOAT16, Precision.FLOAT16, Precision.TF32)) {
        boolean rounded =
            found.stream().allMatch(each -> holds(about, each, outputPart, precision));
        if (rounded && all.isEmpty()) {
          all.add(
              new Replaced(
                  wording("OutputHypotheses.rounded_to", outputPart.words, precision.words()),
                  outputPart,
                  ticks,
                  (c, agent, span, nudge) -> near(c, agent, span, nudge, precision)));
        }
      }
      return all;
    }

    private static boolean holds(
        DiscrepancyCase about, Discrepancy found, OutputPart outputPart, Precision precision) {
      Outputs target = about.target(found.agent(), found.segment());
      int n = target.actions();
      return found.apart().ticks().stream()
          .allMatch(t -> {
            boolean all = outputPart == OutputPart.LOGITS || is(precision, target.values()[t]);
            for (int i = t * n; all && outputPart != OutputPart.VALUES && i < (t + 1) * n; i++) {
              all = is(precision, target.logits()[i]);
            }
            return all;
          });
    }

    private static boolean is(Precision precision, float number) {
      return precision.round(number) == number;
    }

    /// The actual outputs where rounding turns the correct number into them, and the correct number
    /// elsewhere.
    private static Outputs near(
        DiscrepancyCase about, int agent, Span span, int nudge, Precision precision) {
      Outputs right = about.right(agent, span, nudge);
      Outputs target = about.target(agent, span);
      return new Outputs(
          near(right.logits(), target.logits(), precision),
          near(right.values(), target.values(), precision));
    }

    private static float[] near(float[] right, float[] target, Precision precision) {
      float[] all = right.clone();
      for (int i = 0; i < all.length; i++) {
        double most = Math.abs(right[i]) * precision.roundoff() * SLACK;
        all[i] = Math.abs(target[i] - right[i]) <= most ? target[i] : right[i];
      }
      return all;
    }
  }
}
