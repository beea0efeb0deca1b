package dev.hindsight.trainer.learn.lstm;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.Parameter;
import dev.hindsight.trainer.learn.net.ReplayedTicks;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Encoder and LSTM over whole segments: what actors and critics with memory have in common.
///
/// @param encoder of width H
/// @param cell of the same width
record LstmLayer(Encoder encoder, LstmCell cell) {
  LstmLayer(Encoder encoder) {
    this(encoder, new LstmCell(encoder.width()));
  }

  /// The parameters, with others between those of the encoder and those of the cell.
  List<Parameter> parameters(List<Parameter> between) {
    List<Parameter> all = new ArrayList<>(encoder.parameters());
    all.addAll(between);
    all.addAll(cell.parameters());
    return all;
  }

  /// Runs through segments. The memory is wiped where an episode begins.
  ///
  /// @param encoding the encoder with its weights
  /// @return `[K, H]`, the hidden state at the chosen ticks, or at all
  NDArray hidden(Encoder.Encoding encoding, NamedWeights namedWeights, SegmentBatch batch) {
    int rows = batch.rows();
    int ticks = batch.ticks();
    NDManager manager = batch.observation().getManager();
    NDArray encoded = encoding.encode(batch.observation());
    NDList gates =
        cell.gates(encoded, namedWeights)
            .reshape(rows, ticks, 4L * cell.width())
            .transpose(1, 0, 2)
            .split(ticks, 0);
    NDList keep =
        batch.position().gt(0).toType(DataType.FLOAT32, false).transpose().split(ticks, 0);
    Optional<ReplayedTicks> replayed = batch.replayed();
    int burnIn = replayed.map(ReplayedTicks::burnIn).orElse(0);
    LstmCell.Memory memory =
        replayed
            .flatMap(ReplayedTicks::memory)
            .map(this::split)
            .orElseGet(() -> empty(manager, rows));
    NDList hidden = new NDList();
    for (int t = 0; t < ticks; t++) {
      if (t == burnIn) {
        memory = new LstmCell.Memory(memory.hidden().stopGradient(), memory.cell().stopGradient());
      }
      LstmCell.Memory before = memory.where(keep.get(t).reshape(rows, 1));
      memory = cell.step(gates.get(t).squeeze(0), before, namedWeights);
      hidden.add(memory.hidden());
    }
    return batch.chosen(NDArrays.stack(hidden, 1).reshape((long) rows * ticks, cell.width()));
  }

  private LstmCell.Memory empty(NDManager manager, int rows) {
    NDArray none = manager.zeros(new Shape(rows, cell.width()));
    return new LstmCell.Memory(none, none);
  }

  /// @param state `[B, 2 H]`, hidden state and cell
  private LstmCell.Memory split(NDArray state) {
    int width = cell.width();
    return new LstmCell.Memory(
        state.get(new NDIndex().addAllDim().addSliceDim(0, width)),
        state.get(new NDIndex().addAllDim().addSliceDim(width, 2L * width)));
  }
}
