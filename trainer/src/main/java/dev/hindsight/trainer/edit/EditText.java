package dev.hindsight.trainer.edit;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.action.ActionSpace.Factor;
import dev.hindsight.trainer.observation.ObservationLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// Parses what people type for an edit, in the words of an environment.
public final class EditText {
  private EditText() {}

  /// An action: its number; or levels in words (`brake 4 m/s²`, abbreviated as long as they are
  /// unambiguous), with unnamed factors neutral; or the numbers of a continuous space.
  ///
  /// @throws Problem listing the options
  public static ForcedAction action(String text, ActionSpace space) {
    return switch (space) {
      case ActionSpace.Discrete discrete ->
          text.matches("\\d{1,9}")
              ? new ForcedAction.Joint(Integer.parseInt(text))
              : new ForcedAction.Joint(joint(text, discrete));
      case ActionSpace.Continuous _ -> new ForcedAction.Numbers(numbers(text));
    };
  }

  private static int joint(String text, ActionSpace.Discrete space) {
    int[] levels = space.factors().stream().mapToInt(Factor::neutral).toArray();
    for (String part : text.split(",", -1)) {
      List<int[]> found = levels(part.strip(), space.factors());
      if (found.size() != 1) {
        throw new Problem(
            found.isEmpty()
                ? wording("EditText.no_action_has_this_name")
                : wording("EditText.several_actions_have_this_name"),
            part.strip(),
            wording(
                "EditText.choose_one_of",
                String.join(
                    "; ",
                    (found.isEmpty() ? everything(space.factors()) : found)
                        .stream().map(at -> space.factors().get(at[0]).describe(at[1])).toList())));
      }
      levels[found.getFirst()[0]] = found.getFirst()[1];
    }
    int action = 0;
    for (int f = 0; f < levels.length; f++) {
      action = action * space.factors().get(f).levels().size() + levels[f];
    }
    return action;
  }

  /// The levels that match a text; an exact match wins.
  private static List<int[]> levels(String text, List<Factor> factors) {
    List<int[]> found = new ArrayList<>();
    for (int[] at : everything(factors)) {
      String words = plain(factors.get(at[0]).describe(at[1]));
      if (words.equals(plain(text))) {
        return List.of(at);
      }
      if (!text.isBlank() && words.startsWith(plain(text))) {
        found.add(at);
      }
    }
    return found;
  }

  private static List<int[]> everything(List<Factor> factors) {
    List<int[]> all = new ArrayList<>();
    for (int f = 0; f < factors.size(); f++) {
      for (int level = 0; level < factors.get(f).levels().size(); level++) {
        all.add(new int[] {f, level});
      }
    }
    return all;
  }

  /// In lower case, with whole numbers as [Factor#describe] writes them: `Gear 2.0` is `gear 2`.
  private static String plain(String words) {
    return words.toLowerCase(Locale.ROOT).strip().replaceAll("(\\d)\\.0?(?=$|[ ,])", "$1");
  }

  /// A dimension of an observation by number or name: `ego.speed`, `partners[3].rel_x`.
  ///
  /// @throws Problem if there is no such dimension
  public static int dimension(String text, ObservationLayout layout) {
    if (text.matches("\\d{1,9}")) {
      return Integer.parseInt(text);
    }
    return IntStream.range(0, layout.size())
        .filter(d -> layout.segmentOf(d).isPresent() && layout.nameOf(d).equals(text))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                wording("EditText.no_observed_number_has_this_name"),
                text,
                wording(
                    "EditText.give_for_example_or_a_number",
                    layout.size() == 0 ? "a number" : layout.nameOf(0),
                    layout.size() - 1)));
  }

  /// A pose as `x, y, heading`: metres and degrees.
  ///
  /// @throws Problem if the text is not three numbers
  public static Edit.Pose pose(int tick, int agent, String text) {
    List<Float> numbers = numbers(text);
    if (numbers.size() != 3) {
      throw new Problem(
          wording("EditText.this_is_not_a_pose"), text, wording("EditText.give_x_y_degrees"));
    }
    float heading = (float) Math.toRadians(numbers.get(2));
    return new Edit.Pose(tick, agent, numbers.get(0), numbers.get(1), heading);
  }

  /// Parses numbers separated by commas.
  ///
  /// @throws Problem if the text is not a list of numbers
  public static List<Float> numbers(String text) {
    try {
      List<Float> numbers = new ArrayList<>();
      for (String part : text.split(",", -1)) {
        numbers.add(Float.parseFloat(part.strip()));
      }
      return numbers;
    } catch (NumberFormatException e) {
      throw new Problem(
          wording("EditText.these_are_not_numbers"),
          text,
          wording("EditText.give_them_with_commas_between"),
          e);
    }
  }
}
