package dev.hindsight.trainer.run.session;

import java.util.concurrent.CancellationException;

/// A run that waited within an update is to end there: the update is not kept.
final class UpdateAbandonedException extends CancellationException {
  private static final long serialVersionUID = 1;

  UpdateAbandonedException() {
    super("stopped within an update");
  }
}
