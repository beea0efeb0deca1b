package dev.hindsight.app.cli.inspect;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.inspector.provenance.Contradiction;
import dev.hindsight.inspector.provenance.Provenance;
import dev.hindsight.inspector.provenance.ProvenanceFact;
import dev.hindsight.inspector.provenance.ProvenanceFile;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.RecordedPartners;
import dev.hindsight.trainer.rollout.RecordedPartners.RecordedPartner;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.text.OneLine;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight info`: the content of a rollout file.
@Command(name = "info")
public final class InfoCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", descriptionKey = "InfoCommand.file")
  private Path file;

  @Option(names = "--provenance", descriptionKey = "InfoCommand.provenance")
  private boolean provenance;

  @Override
  public Integer call() {
    if (provenance) {
      Provenance read = ProvenanceFile.read(file);
      console().result(format(), ProvenanceJson.of(read), words(read));
      return OK;
    }
    try (Rollout rollout = RecordingOpener.open(file)) {
      console().result(format(), InfoJson.of(rollout), words(rollout));
    }
    return OK;
  }

  /// @param summary absent if the recording was cut off
  private record InfoJson(
      String file,
      boolean complete,
      int ticks,
      int agents,
      int trials,
      Manifest.EnvironmentInfo environment,
      Manifest.PolicyInfo policy,
      long seed,
      double tickSeconds,
      List<ChannelSpec> channels,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Summary> summary) {
    static InfoJson of(Rollout rollout) {
      Manifest manifest = rollout.manifest();
      return new InfoJson(
          rollout.file().toString(),
          rollout.complete(),
          rollout.ticks(),
          manifest.agents(),
          manifest.trials().count(),
          manifest.environment(),
          manifest.policy(),
          manifest.seed(),
          manifest.tellsTickSeconds() ? manifest.tickSeconds() : Double.NaN,
          manifest.channels(),
          rollout.summary());
    }
  }

  private static String words(Rollout rollout) {
    Manifest manifest = rollout.manifest();
    StringBuilder words = new StringBuilder();
    line(
        words,
        "file",
        rollout.file()
            + (rollout.complete() ? "" : wording("InfoCommand.cut_off_only_these_ticks_reached")));
    String code = manifest.environment().codeVersion();
    line(
        words,
        "environment",
        known(
            manifest.environment().id(), code.isEmpty() ? "" : wording("InfoCommand.code", code)));
    line(
        words,
        "policy",
        known(
            manifest.policy().id(), manifest.policy().checkpointName(), acting(manifest.policy())));
    RecordedPartners.of(manifest)
        .ifPresent(partners ->
            line(
                words,
                "partners",
                partners.partners().stream()
                    .map(RecordedPartner::name)
                    .collect(Collectors.joining(", "))));
    line(words, "seed", "" + manifest.seed());
    line(
        words,
        "ticks",
        manifest.tellsTickSeconds()
            ? wording("InfoCommand.of_s", rollout.ticks(), manifest.tickSeconds())
            : Integer.toString(rollout.ticks()));
    line(words, "agents", "" + manifest.agents());
    int count = manifest.trials().count();
    int timeout = manifest.trials().timeoutTicks();
    line(
        words,
        "trials",
        timeout == 0
            ? Integer.toString(count)
            : wording("InfoCommand.at_most_ticks_each", count, timeout));
    rollout.summary().ifPresent(summary -> totals(words, summary));
    words.append("channels\n");
    for (Channel channel : rollout.channels()) {
      words.append(
          String.format(
              "  %-18s %-5s %-28s %s%n",
              channel.spec().name(),
              channel.spec().dtype(),
              channel.spec().shape(),
              channel.spec().doc()));
    }
    return words.toString().stripTrailing();
  }

  /// What a recording of another program says, which may be nothing.
  static String known(String... parts) {
    String all = Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining("  "));
    return all.isEmpty() ? wording("InfoCommand.unknown") : all;
  }

  private static void totals(StringBuilder words, Summary summary) {
    line(words, wording("InfoCommand.trial_scores"), summary.trialScores().toString());
    line(words, "totals", summary.totals().toString());
  }

  /// How the actions were chosen. Beside a checkpoint it says so where they are not the policy's:
  /// then the recording has the policy's outputs for them.
  private static String acting(Manifest.PolicyInfo policy) {
    String selection = policy.actionSelection();
    if (policy.checkpointSha256().isEmpty()) {
      return selection;
    }
    return switch (selection) {
      case "random" -> wording("InfoCommand.outputs_only_actions_are_random");
      case "file" -> wording("InfoCommand.outputs_only_actions_from_a_file");
      default -> selection;
    };
  }

  private static void line(StringBuilder words, String name, String value) {
    words.append(String.format("%-13s %s%n", name, OneLine.of(value)));
  }

  private record ProvenanceJson(
      String name, List<ProvenanceFactJson> facts, List<ContradictionJson> contradictions) {
    static ProvenanceJson of(Provenance provenance) {
      return new ProvenanceJson(
          provenance.name(),
          provenance.facts().stream().map(ProvenanceFactJson::of).toList(),
          provenance.contradictions().stream().map(ContradictionJson::of).toList());
    }
  }

  /// @param fallback the default
  private record ProvenanceFactJson(
      String group,
      String name,
      String effective,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<DeclaredJson> declared,
      String origin,
      @JsonProperty("default") String fallback) {
    static ProvenanceFactJson of(ProvenanceFact fact) {
      return new ProvenanceFactJson(
          fact.group().word(),
          fact.name(),
          fact.value(),
          fact.declared()
              .map(one -> new DeclaredJson(one.value(), one.source().word(), one.where())),
          fact.origin().name().toLowerCase(Locale.ROOT),
          fact.fallback());
    }
  }

  private record DeclaredJson(String value, String source, String where) {}

  private record ContradictionJson(String knob, String said, String was, String sentence) {
    static ContradictionJson of(Contradiction one) {
      return new ContradictionJson(one.knob(), one.said(), one.was(), one.sentence());
    }
  }

  private static String words(Provenance provenance) {
    StringBuilder words = new StringBuilder(OneLine.of(provenance.name()));
    for (ProvenanceFact.Group group : ProvenanceFact.Group.values()) {
      List<ProvenanceFact> own =
          provenance.facts().stream().filter(f -> f.group() == group).toList();
      if (!own.isEmpty()) {
        words.append("\n").append(group.word());
      }
      own.forEach(provenanceFact -> words.append(line(provenanceFact)));
    }
    provenance
        .contradictions()
        .forEach(one -> words.append("\n! ").append(OneLine.of(one.sentence())));
    return words.toString();
  }

  private static String line(ProvenanceFact provenanceFact) {
    String asked =
        provenanceFact.asked().isEmpty()
            ? ""
            : wording("InfoCommand.declared", provenanceFact.asked());
    String origin = provenanceFact.origin().words();
    String how = asked.isEmpty() || origin.isEmpty() ? asked + origin : asked + ", " + origin;
    String line =
        String.format(
            Locale.ROOT,
            "%n  %-28s %-24s %s",
            OneLine.of(provenanceFact.name()),
            OneLine.of(provenanceFact.value()),
            OneLine.of(how));
    return line.stripTrailing();
  }
}
