package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.rollout.DeclaredSetting;
import dev.hindsight.trainer.run.ledger.RunRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The settings of a run as they are now, and which of them can change between two updates. One
/// owner thread.
final class LiveSettings {
  private static final String HISTORY_MB = RunSettings.PREFIX + "history_mb";
  private static final String EVAL_EVERY = RunSettings.PREFIX + "eval_every";

  private static final String WHERE = "";
  private static final String GAP_EVERY = RunSettings.PREFIX + "gap_every";

  private final TrainingSpec spec;

  /// Every setting of environment, algorithm and run with its present value.
  private final Map<String, String> now;

  private final Set<String> live;
  private final Map<String, DeclaredSetting> declared;

  LiveSettings(TrainingSpec spec) {
    this.spec = spec;
    this.now = spec.effective();
    this.live = spec.algorithm().live();
    this.declared = new LinkedHashMap<>(spec.declared());
  }

  /// As they were when a run was interrupted.
  static LiveSettings resumed(TrainingSpec spec, RunRecord before) {
    LiveSettings settings = new LiveSettings(spec);
    before
        .settings()
        .forEach((name, text) -> {
          try {
            settings.change(name, text);
          } catch (Problem _) {
            // A later version may refuse what an earlier one allowed: the setting stays as it
            // began.
          }
        });
    return settings;
  }

  /// Changes a setting; the caller passes the new values on.
  ///
  /// @param name with its prefix, or without one if only one setting has the name
  /// @return the name with its prefix
  /// @throws Problem if there is no such setting, it cannot change, or the value is invalid
  String change(String name, String text) {
    String whole =
        now.containsKey(name)
            ? name
            : now.keySet().stream()
                .filter(one -> one.endsWith("." + name))
                .findFirst()
                .orElse(name);
    if (!now.containsKey(whole)) {
      throw new Problem(
          wording("LiveSettings.the_run_has_no_such_setting"),
          name,
          wording("LiveSettings.choose_one_of", String.join(", ", changeable())));
    }
    String refusal = refusal(whole);
    if (!refusal.isEmpty()) {
      throw new Problem(
          wording("LiveSettings.it_cannot_change_during_a_run", refusal),
          name,
          wording("LiveSettings.begin_a_new_run_from_its_checkpoint"));
    }
    if (whole.equals(EVAL_EVERY) && text.strip().equals("0")) {
      throw new Problem(
          wording("LiveSettings.evaluations_cannot_end"),
          name,
          wording("LiveSettings.give_a_large_number"));
    }
    String before = now.put(whole, text.strip());
    try {
      SettingValues _ = algorithm();
      RunSettings _ = run();
    } catch (Problem wrong) {
      now.put(whole, before == null ? "" : before);
      throw wrong;
    }
    declared.put(
        whole,
        new DeclaredSetting(
            text.strip(), DeclaredSetting.Source.USER, wording("LiveSettings.during_the_run")));
    return whole;
  }

  private List<String> changeable() {
    return now.keySet().stream().filter(name -> refusal(name).isEmpty()).toList();
  }

  private String refusal(String name) {
    if (name.startsWith(TrainingSpec.ENVIRONMENT)) {
      return wording("LiveSettings.every_update_learns_in_the_same_worlds");
    }
    if (name.startsWith(RunSettings.PREFIX)) {
      if (name.equals(EVAL_EVERY)) {
        return spec.run().evaluation().on() ? "" : wording("LiveSettings.evaluations_choose_best");
      }
      return name.equals(HISTORY_MB) || name.equals(GAP_EVERY)
          ? ""
          : wording("LiveSettings.evaluations_must_be_comparable");
    }
    return live.contains(name.substring(name.indexOf('.') + 1))
        ? ""
        : wording("LiveSettings.weights_or_buffers_depend_on_it");
  }

  /// Every setting, those that can change first.
  List<LiveSetting> all() {
    List<LiveSetting> can = new ArrayList<>();
    List<LiveSetting> cannot = new ArrayList<>();
    now.forEach((name, value) -> {
      String refusal = refusal(name);
      (refusal.isEmpty() ? can : cannot).add(new LiveSetting(name, value, refusal));
    });
    can.addAll(cannot);
    return can;
  }

  /// Whether one of them is not as the run began.
  boolean changed() {
    return !declared.equals(spec.declared());
  }

  /// The settings of the algorithm.
  SettingValues algorithm() {
    return spec.algorithm().settings().parse(part(spec.algorithm().id() + "."), WHERE);
  }

  /// The settings of the run.
  RunSettings run() {
    return RunSettings.of(RunSettings.all().parse(part(RunSettings.PREFIX), WHERE));
  }

  /// What was requested, before the run or during it, by name.
  Map<String, DeclaredSetting> declared() {
    return declared;
  }

  private Map<String, String> part(String prefix) {
    Map<String, String> part = new LinkedHashMap<>();
    now.forEach((name, value) -> {
      if (name.startsWith(prefix)) {
        part.put(name.substring(prefix.length()), value);
      }
    });
    return part;
  }
}
