package dev.hindsight.trainer.learn.lstm;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.Parameter;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.SegmentForward;
import dev.hindsight.trainer.learn.net.WeightVector;
import java.util.ArrayList;
import java.util.List;

/// Encode, remember in an LSTM, read the heads. Memory is wiped where an episode begins; segments
/// begin without any.
///
/// Parameter names are those of the reference's state dict.
public final class LstmNetwork implements Network {
  private final Encoder encoder;
  private final LstmCell cell;
  private final int actions;
  private final ParameterLayout parameters;

  /// @param encoder of width H, that of the LSTM too
  /// @param actions n
  public LstmNetwork(Encoder encoder, int actions) {
    this.encoder = encoder;
    this.actions = actions;
    this.cell = new LstmCell(encoder.width());
    List<Parameter> all = new ArrayList<>(encoder.parameters());
    all.addAll(LogitsAndValues.parameters(encoder.width(), actions));
    all.addAll(cell.parameters());
    this.parameters = new ParameterLayout(all);
  }

  @Override
  public ParameterLayout parameters() {
    return parameters;
  }

  @Override
  public int actions() {
    return actions;
  }

  @Override
  public SegmentForward segments(NDManager manager) {
    return this::forward;
  }

  @Override
  public NetworkActor actor(WeightVector weights, int agents) {
    return new LstmActor(this, weights, agents);
  }

  Encoder encoder() {
    return encoder;
  }

  LstmCell cell() {
    return cell;
  }

  private LogitsAndValues forward(NamedWeights namedWeights, SegmentBatch batch) {
    int rows = batch.rows();
    int ticks = batch.ticks();
    NDManager manager = batch.observation().getManager();
    NDArray encoded = encoder.learning(namedWeights).encode(batch.observation());
    NDList gates =
        cell.gates(encoded, namedWeights)
            .reshape(rows, ticks, 4L * cell.width())
            .transpose(1, 0, 2)
            .split(ticks, 0);
    NDList keep =
        batch.position().gt(0).toType(DataType.FLOAT32, false).transpose().split(ticks, 0);
    NDArray none = manager.zeros(new Shape(rows, cell.width()));
    LstmCell.Memory memory = new LstmCell.Memory(none, none);
    NDList hidden = new NDList();
    for (int t = 0; t < ticks; t++) {
      LstmCell.Memory before = memory.where(keep.get(t).reshape(rows, 1));
      memory = cell.step(gates.get(t).squeeze(0), before, namedWeights);
      hidden.add(memory.hidden());
    }
    return LogitsAndValues.of(
        NDArrays.stack(hidden, 1).reshape((long) rows * ticks, cell.width()), namedWeights);
  }
}
