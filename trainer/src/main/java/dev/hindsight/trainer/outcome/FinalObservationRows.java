package dev.hindsight.trainer.outcome;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The final observations of episodes that a time limit ended: what the agent would have observed
/// next. They are rare, so they are no column but rows of their own, which cost other ticks
/// nothing: the tick, the agent, and the observation's segments one after the other, each in its
/// own type. Any thread.
public final class FinalObservationRows {
  /// Name of these rows in a recording.
  public static final String NAME = "final_observation";

  /// Key of the manifest that declares rows like these.
  public static final String KEY = "sparse";

  private static final int HEAD = 2 * Integer.BYTES;

  private final ObservationPacking packing;

  /// What was read last: readers go through a recording tick by tick and agent by agent, so that
  /// they ask for the rows of one chunk again and again.
  private volatile Optional<ChunkRows> kept = Optional.empty();

  /// Where a row belongs.
  ///
  /// @param tick whose action ended the episode
  /// @param agent whose episode it was
  public record Place(int tick, int agent) {}

  /// The rows of a chunk.
  ///
  /// @param places as the rows name them, in order
  /// @param at where the first row of a place begins
  private record ChunkRows(
      Rollout rollout, int chunk, ByteBuffer data, List<Place> places, Map<Place, Integer> at) {}

  private FinalObservationRows(ObservationPacking packing) {
    this.packing = packing;
  }

  /// The declaration in a manifest.
  public static JsonNode declaration(ObservationLayout layout) {
    int bytes = HEAD + new ObservationPacking(layout).bytes();
    ObjectNode rows = JsonNodeFactory.instance.objectNode();
    rows.put("dtype", Dtype.U1.code());
    rows.putArray("shape").add("row").add(bytes);
    rows.put("doc", wording("FinalObservationRows.what_the_agent_would_have_seen"));
    return JsonNodeFactory.instance.objectNode().set(NAME, rows);
  }

  /// The rows of a recording with this manifest; empty if it has none, like older ones.
  public static Optional<FinalObservationRows> of(Manifest manifest) {
    JsonNode declared = manifest.extra().get(KEY);
    return declared != null && declared.has(NAME)
        ? Optional.of(new FinalObservationRows(new ObservationPacking(manifest.observation())))
        : Optional.empty();
  }

  /// A row.
  ///
  /// @param observation holds the agent's D numbers from index `from`
  public byte[] row(int tick, int agent, float[] observation, int from) {
    byte[] row = new byte[HEAD + packing.bytes()];
    ByteBuffer.wrap(row).order(ByteOrder.LITTLE_ENDIAN).putInt(tick).putInt(agent);
    packing.pack(observation, from, row, HEAD);
    return row;
  }

  /// The row of an agent whose episode ended at its time limit with the action of a tick; empty if
  /// there is none.
  ///
  /// @throws Problem if the recording's rows have another form
  public Optional<byte[]> row(Rollout rollout, int tick, int agent) {
    ChunkRows rows = rows(rollout, tick / rollout.manifest().chunkTicks());
    return Optional.ofNullable(rows.at.get(new Place(tick, agent)))
        .map(at -> {
          byte[] row = new byte[HEAD + packing.bytes()];
          rows.data.get(at, row);
          return row;
        });
  }

  /// The places of all rows of a chunk, as the rows name them.
  ///
  /// @throws Problem if the recording's rows have another form
  public List<Place> places(Rollout rollout, int chunk) {
    return rows(rollout, chunk).places;
  }

  private ChunkRows rows(Rollout rollout, int chunk) {
    Optional<ChunkRows> there =
        kept.filter(rows -> rows.rollout.equals(rollout) && rows.chunk == chunk);
    if (there.isPresent()) {
      return there.get();
    }
    ChunkRows read =
        rollout
            .sparse(NAME, chunk)
            .map(rows -> read(rollout, chunk, rows))
            .orElseGet(
                () -> new ChunkRows(rollout, chunk, ByteBuffer.allocate(0), List.of(), Map.of()));
    // The newest chunk of a recording that grows may yet get rows.
    if (rollout.complete() || (chunk + 1L) * rollout.manifest().chunkTicks() <= rollout.ticks()) {
      kept = Optional.of(read);
    }
    return read;
  }

  private ChunkRows read(Rollout rollout, int chunk, NpyArray rows) {
    int length = HEAD + packing.bytes();
    int[] shape = rows.shape();
    if (rows.dtype() != Dtype.U1 || shape.length != 2 || shape[1] != length) {
      throw new Problem(
          wording("FinalObservationRows.has_rows_of", Arrays.toString(shape), length),
          rollout.file() + " " + NAME,
          wording("FinalObservationRows.record_it_again"));
    }
    ByteBuffer data = rows.data().duplicate().order(ByteOrder.LITTLE_ENDIAN);
    List<Place> places = new ArrayList<>();
    Map<Place, Integer> at = new HashMap<>();
    for (int i = 0; i < shape[0]; i++) {
      int from = data.position() + i * length;
      Place place = new Place(data.getInt(from), data.getInt(from + Integer.BYTES));
      places.add(place);
      at.putIfAbsent(place, from);
    }
    return new ChunkRows(rollout, chunk, data, List.copyOf(places), at);
  }

  /// The final observation of an agent whose episode ended at its time limit with the action of a
  /// tick, `[D]`; empty if there is none.
  ///
  /// @throws Problem if the recording's rows have another form
  public Optional<float[]> observation(Rollout rollout, int tick, int agent) {
    return row(rollout, tick, agent)
        .map(row -> {
          float[] numbers = new float[packing.numbers()];
          packing.unpack(row, HEAD, numbers, 0);
          return numbers;
        });
  }
}
