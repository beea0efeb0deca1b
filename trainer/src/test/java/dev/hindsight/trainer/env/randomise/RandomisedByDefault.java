package dev.hindsight.trainer.env.randomise;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.RandomisedSetting;
import dev.hindsight.trainer.env.Scenarios;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.TrialKnobs;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.scene.Sketch;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An environment in which everything that can be randomised is, so that contracts hold for it too.
///
/// @param type that it is one of
public record RandomisedByDefault(EnvironmentType type) implements EnvironmentType {
  @Override
  public String id() {
    return type.id() + "-randomised";
  }

  @Override
  public String title() {
    return type.title() + ", randomised";
  }

  @Override
  public String codeVersion() {
    return type.codeVersion();
  }

  @Override
  public Settings settings() {
    return type.settings();
  }

  @Override
  public List<RandomisedSetting> randomised() {
    return type.randomised();
  }

  @Override
  public Scenarios scenarios() {
    return type.scenarios();
  }

  @Override
  public TrialKnobs trialKnobs() {
    return type.trialKnobs();
  }

  @Override
  public EnvironmentFactory prepare(SettingValues settings, Optional<Path> scenario) {
    Map<String, JsonNode> all = new LinkedHashMap<>(settings.values());
    all.put(Buckets.RANDOMISE, TextNode.valueOf("all"));
    return type.prepare(new SettingValues(all, settings.chosen()), scenario);
  }

  @Override
  public List<EventKind> events() {
    return type.events();
  }

  @Override
  public Sketch sketch() {
    return type.sketch();
  }
}
