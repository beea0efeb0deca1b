package dev.hindsight.trainer.learn.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.MalformedModelException;
import ai.djl.Model;
import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtSymbolBlock;
import ai.djl.pytorch.jni.IValueUtils;
import ai.djl.pytorch.jni.JniUtils;
import ai.djl.training.GradientCollector;
import ai.djl.training.ParameterStore;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.net.ExclusiveGradientCollector;
import dev.hindsight.trainer.policy.program.NumberKind;
import dev.hindsight.trainer.policy.program.Program;
import dev.hindsight.trainer.policy.program.ProgramSlot;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// Runs TorchScript in PyTorch. The graph is not rewritten between runs, so the first run and every
/// later one give the same bits.
final class ScriptRunner implements ProgramRunner {
  private final NDManager owned;
  private final Model model;
  private final String where;
  private final boolean tracked;
  private final List<String> names;

  /// @param scope owns everything; closed with this
  /// @throws Problem if PyTorch refuses the file
  ScriptRunner(NDManager scope, Program program) {
    owned = scope;
    where = program.file().toString();
    names = program.outputs().stream().map(ProgramSlot::name).toList();
    tracked = !program.hidden().isEmpty() && System.getProperty("os.name").startsWith("Windows");
    model = scope.getEngine().newModel("policy", scope.getDevice());
    try {
      model.load(new ByteArrayInputStream(program.bytes()), Map.of());
    } catch (IOException | MalformedModelException | EngineException e) {
      close();
      throw failure(e);
    }
  }

  @Override
  public List<ProgramArray> run(List<ProgramArray> inputs) {
    JniUtils.setGraphExecutorOptimize(false);
    try (NDManager scope = owned.newSubManager()) {
      List<ProgramArray> results = new ArrayList<>();
      List<NDArray> outputs = ordered(forward(scope, arrays(scope, inputs)));
      for (int i = 0; i < outputs.size(); i++) {
        NDArray output = outputs.get(i);
        results.add(
            new ProgramArray(
                output.getName() == null ? Integer.toString(i) : output.getName(),
                output.getDataType() == DataType.FLOAT16 ? NumberKind.FLOAT16 : NumberKind.FLOAT32,
                output.getShape().getShape(),
                output.toType(DataType.FLOAT32, false).toFloatArray()));
      }
      return results;
    } catch (EngineException
        | IllegalArgumentException
        | IllegalStateException
        | UnsupportedOperationException e) {
      throw failure(e);
    }
  }

  /// The outputs in an order that does not depend on hashes: the engine gives those of a dictionary
  /// with their keys as names, in the order of a hash table. They take each other's places in the
  /// order of the code, and those that it does not list by name.
  private List<NDArray> ordered(NDList outputs) {
    Comparator<NDArray> byCode =
        Comparator.comparingInt(array ->
            names.contains(array.getName()) ? names.indexOf(array.getName()) : names.size());
    Iterator<NDArray> named =
        outputs.stream()
            .filter(array -> array.getName() != null)
            .sorted(byCode.thenComparing(NDArray::getName))
            .iterator();
    return outputs.stream().map(array -> array.getName() == null ? array : named.next()).toList();
  }

  @Override
  public float[] gradient(List<ProgramArray> inputs, int input, int output, int number) {
    JniUtils.setGraphExecutorOptimize(false);
    try (NDManager scope = owned.newSubManager();
        GradientCollector collector = ExclusiveGradientCollector.begin(owned.getEngine())) {
      NDList arrays = arrays(scope, inputs);
      NDArray by = arrays.get(input);
      by.setRequiresGradient(true);
      NDList outputs = IValueUtils.forward(block(), arrays, true);
      outputs.attach(scope);
      NDArray result = ordered(outputs).get(output).flatten().get(number);
      collector.backward(result);
      return by.getGradient().toFloatArray();
    } catch (EngineException e) {
      // PyTorch's words for an output that was cut off from what flowed in.
      if (String.valueOf(e.getMessage()).contains("does not require grad")) {
        throw new Problem(
            wording("ScriptRunner.it_has_no_derivatives"),
            where,
            wording("Occlusion.take_occlusion"),
            e);
      }
      throw failure(e);
    } catch (IllegalArgumentException | IllegalStateException | UnsupportedOperationException e) {
      throw failure(e);
    }
  }

  /// The block itself keeps derivatives only in training mode, with its dropout.
  private PtSymbolBlock block() {
    if (model.getBlock() instanceof PtSymbolBlock block) {
      return block;
    }
    throw new IllegalStateException("PyTorch loads no other block");
  }

  /// PyTorch ends no pass.
  @Override
  public void stop() {
    // The pass goes on.
  }

  /// On processors with AVX-512 the LSTM that PyTorch 2.7.1 takes where no derivatives are kept
  /// (oneDNN's `brgemm:avx512_core`) computes wrong numbers for some sizes. The engine holds oneDNN
  /// to AVX2 (`TorchEngine`); where it cannot, derivatives are kept, which is slower, but right.
  private NDList forward(NDManager scope, NDList arrays) {
    if (tracked) {
      NDList kept = IValueUtils.forward(block(), arrays, true);
      kept.attach(scope);
      return kept;
    }
    NDList outputs = model.getBlock().forward(new ParameterStore(scope, true), arrays, false);
    outputs.attach(scope);
    return outputs;
  }

  /// Parts of a tuple have one name with brackets, by which the engine puts them together.
  private static NDList arrays(NDManager scope, List<ProgramArray> inputs) {
    NDList arrays = new NDList();
    for (ProgramArray input : inputs) {
      NDArray array = scope.create(input.values(), new Shape(input.shape()));
      NDArray typed =
          switch (input.kind()) {
            case FLOAT16 -> array.toType(DataType.FLOAT16, false);
            case FLOAT32 -> array;
            case FLOAT64 -> array.toType(DataType.FLOAT64, false);
            case INT64 -> array.toType(DataType.INT64, false);
            case INT32 -> array.toType(DataType.INT32, false);
            case BOOL -> array.toType(DataType.BOOLEAN, false);
          };
      int dot = input.name().indexOf('.');
      typed.setName(dot < 0 ? input.name() : input.name().substring(0, dot) + "()");
      arrays.add(typed);
    }
    return arrays;
  }

  private Problem failure(Throwable e) {
    String reason = firstLine(e);
    return new Problem(
        wording("ScriptRunner.pytorch_cannot_run_it", reason),
        where,
        reason.contains("dtype")
            ? wording("ScriptRunner.save_it_with_32_bit_floats")
            : wording("ScriptRunner.check_what_flows_in"),
        e);
  }

  /// The line of a failure that says most: the last one of PyTorch's own message.
  static String firstLine(Throwable failure) {
    return firstLine(String.valueOf(failure.getMessage()));
  }

  /// The same of a message.
  static String firstLine(String message) {
    String text = message.strip();
    int error = text.lastIndexOf("Error: ");
    String tail = error < 0 ? text : text.substring(error + 7);
    int end = tail.indexOf('\n');
    String line = end < 0 ? tail : tail.substring(0, end);
    return line.length() > 200 ? line.substring(0, 200) + "..." : line;
  }

  @Override
  public void close() {
    model.close();
    owned.close();
  }
}
