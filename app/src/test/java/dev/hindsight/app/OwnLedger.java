package dev.hindsight.app;

import dev.hindsight.trainer.FolderDeletion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Gives each test of a class an empty ledger of runs of its own: `@ExtendWith(OwnLedger.class)`.
public final class OwnLedger implements BeforeEachCallback, AfterEachCallback {
  private Optional<Data> data = Optional.empty();

  private record Data(Path folder, TemporaryHome home) {}

  @Override
  public void beforeEach(ExtensionContext test) throws IOException {
    Path folder = Files.createTempDirectory("ledger");
    data = Optional.of(new Data(folder, TemporaryHome.ofData(folder)));
  }

  @Override
  public void afterEach(ExtensionContext test) throws IOException {
    if (data.isPresent()) {
      data.get().home().close();
      FolderDeletion.delete(data.get().folder());
    }
  }
}
