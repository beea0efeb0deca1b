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
import java.util.List;
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

  /// Where a row belongs.
  ///
  /// @param tick whose action ended the episode
  /// @param agent whose episode it was
  public record Place(int tick, int agent) {}

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
    int length = HEAD + packing.bytes();
    Optional<ByteBuffer> rows = rows(rollout, tick / rollout.manifest().chunkTicks());
    for (int at = 0; rows.isPresent() && at < rows.get().limit(); at += length) {
      if (place(rows.get(), at).equals(new Place(tick, agent))) {
        byte[] row = new byte[length];
        rows.get().get(at, row);
        return Optional.of(row);
      }
    }
    return Optional.empty();
  }

  /// The places of all rows of a chunk, as the rows name them.
  ///
  /// @throws Problem if the recording's rows have another form
  public List<Place> places(Rollout rollout, int chunk) {
    List<Place> places = new ArrayList<>();
    Optional<ByteBuffer> rows = rows(rollout, chunk);
    int length = HEAD + packing.bytes();
    for (int at = 0; rows.isPresent() && at < rows.get().limit(); at += length) {
      places.add(place(rows.get(), at));
    }
    return places;
  }

  private static Place place(ByteBuffer rows, int at) {
    return new Place(rows.getInt(at), rows.getInt(at + Integer.BYTES));
  }

  /// The bytes of all rows of a chunk, from 0 to the limit.
  private Optional<ByteBuffer> rows(Rollout rollout, int chunk) {
    Optional<NpyArray> rows = rollout.sparse(NAME, chunk);
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    int length = HEAD + packing.bytes();
    int[] shape = rows.get().shape();
    if (rows.get().dtype() != Dtype.U1 || shape.length != 2 || shape[1] != length) {
      throw new Problem(
          wording("FinalObservationRows.has_rows_of", Arrays.toString(shape), length),
          rollout.file() + " " + NAME,
          wording("FinalObservationRows.record_it_again"));
    }
    ByteBuffer data = rows.get().data();
    return Optional.of(
        data.slice(data.position(), shape[0] * length).order(ByteOrder.LITTLE_ENDIAN));
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
