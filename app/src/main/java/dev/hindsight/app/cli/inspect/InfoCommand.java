package dev.hindsight.app.cli.inspect;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.inspector.provenance.ProvenanceFile;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.rollout.foreign.Recordings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight info`: what is in a rollout file.
@Command(name = "info", description = "Show what is in a rollout file.")
public final class InfoCommand extends CommandBase {
  @Parameters(
      paramLabel = "FILE",
      description =
          "A rollout, cut off or not, or a folder of the inspection script; with --provenance a"
              + " checkpoint too.")
  private Path file;

  @Option(
      names = "--provenance",
      description = "Show provenance instead: knobs as requested and as applied, versions, hashes.")
  private boolean provenance;

  @Override
  public Integer call() {
    if (provenance) {
      ProvenanceResults results = new ProvenanceResults(ProvenanceFile.read(file));
      console().result(format(), results.fields(), results.words());
      return OK;
    }
    try (Rollout rollout = Recordings.open(file)) {
      console().result(format(), fields(rollout), words(rollout));
    }
    return OK;
  }

  private static Map<String, Object> fields(Rollout rollout) {
    Manifest manifest = rollout.manifest();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("file", rollout.file().toString());
    fields.put("complete", rollout.complete());
    fields.put("ticks", rollout.ticks());
    fields.put("agents", manifest.agents());
    fields.put("trials", manifest.trials().count());
    fields.put("environment", manifest.environment());
    fields.put("policy", manifest.policy());
    fields.put("seed", manifest.seed());
    fields.put("tickSeconds", manifest.tickSeconds());
    fields.put("channels", manifest.channels());
    rollout.summary().ifPresent(summary -> fields.put("summary", summary));
    return fields;
  }

  private static String words(Rollout rollout) {
    Manifest manifest = rollout.manifest();
    StringBuilder words = new StringBuilder();
    line(
        words,
        "file",
        rollout.file()
            + (rollout.complete() ? "" : "  (cut off: only these ticks reached the disk)"));
    line(
        words,
        "environment",
        manifest.environment().id() + "  (code " + manifest.environment().codeVersion() + ")");
    line(
        words,
        "policy",
        manifest.policy().id()
            + "  "
            + manifest.policy().checkpointName()
            + "  "
            + manifest.policy().actionSelection());
    line(words, "seed", "" + manifest.seed());
    line(words, "ticks", rollout.ticks() + " of " + manifest.tickSeconds() + " s");
    line(words, "agents", "" + manifest.agents());
    line(
        words,
        "trials",
        manifest.trials().count()
            + ", at most "
            + manifest.trials().timeoutTicks()
            + " ticks each");
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

  private static void totals(StringBuilder words, Summary summary) {
    line(words, "trial scores", summary.trialScores().toString());
    line(words, "totals", summary.totals().toString());
  }

  private static void line(StringBuilder words, String name, String value) {
    words.append(String.format("%-13s %s%n", name, value));
  }
}
