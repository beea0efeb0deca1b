package dev.hindsight.inspector.observation;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.rollout.Moment;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;

/// The control for choosing what to compare with; also shows how many numbers differ. FX thread.
final class ObservationComparisonBar extends FlowPane {
  private final ChoiceBox<ObservationBaseline> choice = new ChoiceBox<>();
  private final Label explanation = new Label();
  private final Runnable onChange;
  private Optional<Moment> now = Optional.empty();
  private Optional<Moment> kept = Optional.empty();
  private Optional<ObservationReading> other = Optional.empty();

  ObservationComparisonBar(Runnable onChange) {
    super(8, 4);
    this.onChange = onChange;
    setAlignment(Pos.CENTER_LEFT);
    choice.setId("observation.against");
    choice.setAccessibleText(wording("ObservationComparisonBar.what_to_compare_the_observation"));
    choice.getItems().setAll(ObservationBaseline.values());
    choice.setValue(ObservationBaseline.NOTHING);
    choice.setOnAction(_ -> change());
    Button keep = new Button(wording("ObservationComparisonBar.save_this_moment"));
    keep.setId("observation.keep");
    keep.setTooltip(
        new Tooltip(wording("ObservationComparisonBar.saves_tick_and_agent_to_compare")));
    keep.setOnAction(_ -> keep());
    explanation.setId("observation.differ");
    explanation.getStyleClass().add("text-muted");
    getChildren().addAll(choice, keep, explanation);
  }

  private void keep() {
    kept = now;
    if (choice.getValue() == ObservationBaseline.NOTHING) {
      choice.setValue(ObservationBaseline.KEPT);
    }
    change();
  }

  private void change() {
    now.ifPresent(moment -> show(moment, ObservationReading.at(moment)));
    onChange.run();
  }

  /// Whether a comparison is chosen.
  boolean compares() {
    return choice.getValue() != ObservationBaseline.NOTHING;
  }

  /// The observation to compare with, if there is such a moment.
  Optional<ObservationReading> other() {
    return other;
  }

  /// Follows the cursor.
  void show(Moment moment, ObservationReading observationReading) {
    now = Optional.of(moment);
    other =
        choice.getValue().of(moment, kept).map(ObservationReading::at).filter(o -> !o.isEmpty());
    explanation.setText(words(observationReading));
  }

  private String words(ObservationReading observationReading) {
    if (!compares() || observationReading.isEmpty()) {
      return "";
    }
    if (other.isEmpty()) {
      return switch (choice.getValue()) {
        case KEPT, KEPT_AGENT -> wording("ObservationComparisonBar.no_moment_is_saved");
        default -> wording("ObservationComparisonBar.there_is_no_earlier_one");
      };
    }
    return wording(
        "ObservationComparisonBar.of_numbers_differ",
        observationReading.differing(other.get(), 0, observationReading.size()),
        observationReading.size());
  }
}
