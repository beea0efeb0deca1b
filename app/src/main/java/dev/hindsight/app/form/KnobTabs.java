package dev.hindsight.app.form;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.fleet.FleetSettings;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.session.RunSettings;
import dev.hindsight.trainer.run.session.TrainingSpec;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Node;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;

/// All knobs of a training run, one sheet for each group: the environment's, the algorithm's, the
/// run's. The address at which workers join is not among them: the form of a run has a field for
/// it. FX thread.
public final class KnobTabs extends TabPane {
  private final String id;
  private final Map<String, String> texts;
  private final Map<String, Supplier<Optional<Path>>> files;
  private final BiConsumer<String, String> listener;
  private final ObjectProperty<Optional<Problem>> refused =
      new SimpleObjectProperty<>(Optional.empty());

  /// @param id begins the ids of its parts: `training.sheets`, `training.knobs.env`
  /// @param texts values of knobs, with the prefix of their group; the others have their defaults
  /// @param files asks for a file, for each knob whose value is one, without a prefix
  /// @param listener receives a knob's name, with its prefix, and its new text
  public KnobTabs(
      String id,
      EnvironmentType environment,
      AlgorithmType algorithm,
      Map<String, String> texts,
      Map<String, Supplier<Optional<Path>>> files,
      BiConsumer<String, String> listener) {
    this.id = id;
    this.texts = texts;
    this.files = files;
    this.listener = listener;
    getTabs()
        .setAll(
            sheet(
                wording("KnobTabs.environment"), TrainingSpec.ENVIRONMENT, environment.settings()),
            sheet(
                wording("KnobTabs.learning", algorithm.id().toUpperCase(Locale.ROOT)),
                algorithm.id() + ".",
                algorithm.settings()),
            sheet(wording("KnobTabs.run"), RunSettings.PREFIX, RunSettings.all()));
    setId(id + ".sheets");
    setAccessibleText(wording("KnobTabs.settings_by_group"));
    setTabClosingPolicy(TabClosingPolicy.UNAVAILABLE);
    getStyleClass().add(Styles.DENSE);
  }

  /// Marks the knobs that a check of all values names, and those of an earlier one no more.
  public void refuse(Optional<Problem> problem) {
    refused.set(problem);
  }

  private Tab sheet(String title, String kind, Settings settings) {
    Map<String, String> own = new LinkedHashMap<>();
    texts.forEach((name, text) -> {
      if (name.startsWith(kind)) {
        own.put(name.substring(kind.length()), text);
      }
    });
    Node sheet =
        KnobSheet.of(
            settings,
            Set.of(FleetSettings.BIND),
            own,
            files,
            refused,
            (knob, text) -> listener.accept(kind + knob, text));
    sheet.setId(id + ".knobs." + kind.replace(".", ""));
    return new Tab(title, sheet);
  }
}
