package dev.hindsight.trainer.fleet;

import dev.hindsight.trainer.fleet.EpisodeLedger.BatchCounts;
import dev.hindsight.trainer.fleet.EpisodeLedger.BatchId;
import dev.hindsight.trainer.learn.training.CollectionPlan;
import dev.hindsight.trainer.learn.training.WorkerCollection.Share;
import java.util.List;
import java.util.Optional;
import org.apache.pekko.actor.typed.ActorRef;

/// What processes of a fleet tell each other.
///
/// A worker repeats its state ([Status]) until the learner's answer changes it, and the learner
/// answers the same state in the same way: a message that is lost or arrives twice changes nothing.
/// Whatever is large (a batch, weights, the task) is announced as a [PieceManifest] and fetched by
/// the side that needs it.
sealed interface FleetMessage {
  /// To the learner.
  sealed interface ToLearner extends FleetMessage, WorkCoordinator.Message {}

  /// To a worker.
  sealed interface ToWorker extends FleetMessage, WorkerSite.Message {}

  /// A worker wants to join.
  ///
  /// @param protocol version of these messages
  /// @param code version of the worker's program
  /// @param who the worker
  /// @param shelf where its pieces are
  record Join(int protocol, String code, ActorRef<ToWorker> who, ActorRef<PieceShelf.Message> shelf)
      implements ToLearner {}

  /// The learner knows the worker: it waits until it is assigned.
  ///
  /// @param session of the learner's process
  /// @param learner the learner
  /// @param shelf where its pieces are
  record Welcome(long session, ActorRef<ToLearner> learner, ActorRef<PieceShelf.Message> shelf)
      implements ToWorker {}

  /// What a worker is to be.
  ///
  /// @param session of the learner's process
  /// @param share its environments
  /// @param generation how often the worker of this number was replaced
  /// @param seed of all its randomness
  /// @param plan of the run
  /// @param firstBatch number of the batch that it collects next
  /// @param firstEpisode number of the next episode that it begins
  /// @param task what it trains for
  /// @param resumed where it goes on; empty for new environments
  record Assign(
      long session,
      Share share,
      int generation,
      long seed,
      CollectionPlan plan,
      long firstBatch,
      long firstEpisode,
      PieceManifest task,
      Optional<ResumedManifest> resumed)
      implements ToWorker {}

  /// The state of a worker in a checkpoint.
  ///
  /// @param tensors its tensors
  /// @param updates number of updates done
  /// @param created the update for which its environments were created
  record ResumedManifest(PieceManifest tensors, long updates, long created) {}

  /// What to collect.
  ///
  /// @param version of the weights
  /// @param weights one flat vector
  record Order(long session, BatchId batch, long update, long version, PieceManifest weights)
      implements ToWorker {}

  /// The worker is not wanted.
  ///
  /// @param why in words; empty if the run has ended
  record Leave(LeaveKind kind, String why) implements ToWorker {}

  /// Why a worker is not wanted.
  enum LeaveKind {
    /// The run has ended.
    FINISHED,
    /// It is of another version.
    REFUSED,
    /// The learner does not know it: it may join again.
    UNKNOWN
  }

  /// What a worker is doing, told again and again.
  ///
  /// @param session the learner's, as it was told
  /// @param worker from 0; negative while it is not assigned
  /// @param generation as it was told
  /// @param ticks that its environments have run
  /// @param startedSince episodes that began since its last batch
  /// @param stepsSince agent steps since its last batch
  /// @param memory bytes of its process's heap in use
  /// @param memoryLimit bytes that its process's heap may have
  record Status(
      long session,
      ActorRef<ToWorker> who,
      int worker,
      int generation,
      long ticks,
      long startedSince,
      long stepsSince,
      long memory,
      long memoryLimit,
      Work work)
      implements ToLearner {}

  /// What a worker is doing.
  sealed interface Work {}

  /// It waits for an order.
  ///
  /// @param batch number of the batch that it would collect
  record Wants(long batch) implements Work {}

  /// It prepares or collects.
  record Busy() implements Work {}

  /// It has a batch, and waits for the next order.
  ///
  /// @param batch id of the batch
  /// @param update number of the update that it is for
  /// @param version of the policy
  /// @param counts what became of episodes
  /// @param created the update for which its environments were created
  /// @param content the rest, as [BatchContent]
  record Offers(
      BatchId batch,
      long update,
      long version,
      BatchCounts counts,
      long created,
      PieceManifest content)
      implements Work {}

  /// It has failed.
  record Broken(String why) implements Work {}

  /// Asks for pieces.
  ///
  /// @param pieces at most [PieceDownload#WINDOW]
  record Wanted(List<PieceHash> pieces, ActorRef<PieceFetcher.Message> to)
      implements FleetMessage, PieceShelf.Message {
    /// Copies the list.
    public Wanted {
      pieces = List.copyOf(pieces);
    }
  }

  /// A piece.
  ///
  /// @param bytes hold it; not to be written to
  /// @param from its first byte
  /// @param length number of its bytes
  record Piece(PieceHash hash, byte[] bytes, int from, int length)
      implements FleetMessage, PieceFetcher.Message {}
}
