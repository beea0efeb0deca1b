package dev.hindsight.trainer.learn.sac;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.learn.net.Layers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The next actions of a group with their probabilities: all joint actions if the space is
/// discrete, otherwise one that was drawn.
sealed interface ActionDistribution {
  /// V, `[N]`: the lowest estimate of the critics, plus alpha times the entropy of each member.
  ///
  /// @param values one `[N, J]` per critic, of the same actions
  /// @param alphas `[M]` temperatures
  NDArray softValue(List<NDArray> values, double... alphas);

  /// `E log pi` of each member, `[N, M]`.
  NDArray expectedLogProbs();

  /// The distribution over all joint discrete actions: member 0's varies slowest.
  ///
  /// @param logits `[N * M, n]`, member by member within each row
  /// @param members M
  static ActionDistribution every(NDArray logits, int members) {
    NDArray own = logits.logSoftmax(-1);
    if (members == 1) {
      return new Every(own.exp(), List.of(own));
    }
    long rows = logits.getShape().get(0) / members;
    long count = logits.getShape().get(1);
    long[] all = new long[members + 1];
    Arrays.fill(all, count);
    all[0] = rows;
    Shape table = new Shape(all);
    Shape joint = new Shape(rows, table.size() / rows);
    NDArray each = own.reshape(new Shape(rows, members, count));
    List<NDArray> logProb = new ArrayList<>();
    NDArray sum = each;
    for (int member = 0; member < members; member++) {
      long[] alone = new long[members + 1];
      Arrays.fill(alone, 1);
      alone[0] = rows;
      alone[member + 1] = count;
      NDArray column = each.get(new NDIndex(":, {}", member)).reshape(new Shape(alone));
      NDArray spread = column.broadcast(table).reshape(joint);
      logProb.add(spread);
      sum = member == 0 ? spread : sum.add(spread);
    }
    return new Every(sum.exp(), logProb);
  }

  /// One drawn action.
  ///
  /// @param logDensity `[N * M]`, member by member within each row
  /// @param members M
  static ActionDistribution drawn(NDArray logDensity, int members) {
    return new Drawn(logDensity.reshape(-1, members));
  }

  /// All joint actions.
  ///
  /// @param weight `[N, J]`, probability of each; rows sum to 1
  /// @param logProb log pi of each member, `[N, J]`
  record Every(NDArray weight, List<NDArray> logProb) implements ActionDistribution {
    /// Copies the list.
    public Every {
      logProb = List.copyOf(logProb);
    }

    @Override
    public NDArray softValue(List<NDArray> values, double... alphas) {
      NDArray left = least(values);
      for (int member = 0; member < alphas.length; member++) {
        left = left.sub(Layers.scaled(logProb.get(member), alphas[member]));
      }
      return expected(left);
    }

    @Override
    public NDArray expectedLogProbs() {
      NDList all = new NDList();
      logProb.forEach(each -> all.add(expected(each)));
      return NDArrays.stack(all, 1);
    }

    private NDArray expected(NDArray each) {
      return weight.mul(each).sum(new int[] {1});
    }
  }

  /// One action.
  ///
  /// @param logDensity `[N, M]`
  record Drawn(NDArray logDensity) implements ActionDistribution {
    @Override
    public NDArray softValue(List<NDArray> values, double... alphas) {
      float[] factors = new float[alphas.length];
      for (int member = 0; member < alphas.length; member++) {
        factors[member] = (float) alphas[member];
      }
      // Copied, so that PyTorch owns the numbers until the backward pass: see Layers.scaled.
      NDArray own = logDensity.getManager().create(factors).duplicate();
      NDArray cost = logDensity.mul(own).sum(new int[] {1});
      return least(values).squeeze(1).sub(cost);
    }

    @Override
    public NDArray expectedLogProbs() {
      return logDensity;
    }
  }

  private static NDArray least(List<NDArray> values) {
    return values.stream().reduce(NDArrays::minimum).orElseThrow();
  }
}
