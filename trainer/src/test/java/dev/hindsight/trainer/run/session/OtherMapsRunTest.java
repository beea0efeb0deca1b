package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.FolderDeletion;
import dev.hindsight.trainer.TemporaryCacheFolder;
import dev.hindsight.trainer.env.excavation.maps.SiteFolder;
import dev.hindsight.trainer.env.excavation.maps.SiteGenerator;
import dev.hindsight.trainer.env.excavation.maps.SiteKind;
import dev.hindsight.trainer.learn.evaluation.BuiltInPolicyLibrary;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run whose maps change before it is resumed.
class OtherMapsRunTest {
  @TempDir private Path folder;

  /// A run on the sites of a folder, stopped after its first update.
  private TrainingResult stopped(SmallRun runs, Path sites) {
    TrainingRequest request =
        new TrainingRequest(
            "excavation",
            Optional.empty(),
            List.of(sites.toString()),
            Map.of(
                "num_envs", "2",
                "updates", "2",
                "bptt_horizon", "4",
                "train_batch_size", "0",
                "minibatches", "1",
                "hidden_size", "8",
                "run.eval_every", "0"),
            3,
            TrainingTask.Device.CPU,
            Optional.empty());
    return runs.run(request, 1, new TrainingCommand.Stop());
  }

  private static void write(Path sites, long seed) throws IOException {
    if (Files.exists(sites)) {
      FolderDeletion.delete(sites);
    }
    SiteFolder.write(sites, List.of(SiteGenerator.generate(SiteKind.PIT, 32, seed)));
  }

  private static List<String> warnings(SmallRun runs) {
    return runs.events().stream()
        .filter(TrainingEvent.Warned.class::isInstance)
        .map(event -> ((TrainingEvent.Warned) event).sentence())
        .toList();
  }

  private static List<String> changes(SmallRun runs, TrainingResult run) {
    RunRecord before = runs.ledger().find(run.run().text());
    return VersionChanges.ofResumed(
        before, SmallRun.spec(before.start().request()), new BuiltInPolicyLibrary());
  }

  @Test
  void otherSitesUnderTheSameNameAreToldBeforeTheResumedRunBegins() throws IOException {
    SmallRun runs = new SmallRun(folder);
    Path sites = folder.resolve("sites");
    write(sites, 1);
    try (TemporaryCacheFolder _ = new TemporaryCacheFolder(folder.resolve("cache"))) {
      TrainingResult run = stopped(runs, sites);
      assertEquals(List.of(), changes(runs, run), "nothing has changed yet");
      write(sites, 5);
      List<String> changes = changes(runs, run);
      assertEquals(1, changes.size());
      assertTrue(changes.getFirst().contains(sites.toString()), changes.toString());
      assertEquals(List.of(), warnings(runs), "asking begins nothing");
      assertEquals(1, runs.ledger().find(run.run().text()).takenUp());

      int before = runs.events().size();
      TrainingResult resumed = runs.resume(run.run());
      assertEquals(2, resumed.progress().updates());
      assertEquals(changes, warnings(runs));
      List<TrainingEvent> events = runs.events().subList(before, runs.events().size());
      int warned = indexOf(events, TrainingEvent.Warned.class);
      assertTrue(warned < indexOf(events, TrainingEvent.Updated.class), "before its first update");
      assertTrue(
          runs.ledger().find(run.run().text()).changes().stream()
              .anyMatch(change -> change.what().equals(RunRecord.OTHER_VERSION)));
    }
  }

  private static int indexOf(List<TrainingEvent> events, Class<? extends TrainingEvent> kind) {
    return events.stream().map(Object::getClass).toList().indexOf(kind);
  }

  @Test
  void theSameSitesAreNoChange() throws IOException {
    SmallRun runs = new SmallRun(folder);
    Path sites = folder.resolve("sites");
    write(sites, 1);
    try (TemporaryCacheFolder _ = new TemporaryCacheFolder(folder.resolve("cache"))) {
      TrainingResult run = stopped(runs, sites);
      write(sites, 1);
      runs.resume(run.run());
      assertEquals(List.of(), warnings(runs));
    }
  }
}
