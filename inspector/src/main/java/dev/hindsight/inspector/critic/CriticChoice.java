package dev.hindsight.inspector.critic;

import static dev.hindsight.inspector.text.InspectorText.wording;

import java.util.List;
import java.util.stream.IntStream;

/// Whose estimate of a value to show.
public enum CriticChoice {
  /// The lower estimate of all critics, which learning uses.
  LOWEST(wording("CriticChoice.lower_of_both")),
  /// That of the first critic.
  FIRST(wording("CriticChoice.first_critic")),
  /// That of the second critic.
  SECOND(wording("CriticChoice.second_critic"));

  private final String words;

  CriticChoice(String words) {
    this.words = words;
  }

  /// For people.
  public String words() {
    return words;
  }

  /// The choices among a number of critics.
  public static List<CriticChoice> among(int critics) {
    return critics == 1 ? List.of(FIRST) : List.of(values());
  }

  /// The estimates of several actions.
  ///
  /// @param byCritic one array per critic, of the same actions
  double[] of(List<float[]> byCritic) {
    return IntStream.range(0, byCritic.getFirst().length)
        .mapToDouble(i ->
            switch (this) {
              case FIRST -> byCritic.getFirst()[i];
              case SECOND -> byCritic.getLast()[i];
              case LOWEST ->
                  byCritic.stream().mapToDouble(each -> each[i]).min().orElse(Double.NaN);
            })
        .toArray();
  }
}
