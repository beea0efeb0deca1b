package dev.hindsight.trainer.learn.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxTensorLike;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.hindsight.trainer.NativeFolder;
import dev.hindsight.trainer.OpenedParts;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.policy.program.NumberKind;
import dev.hindsight.trainer.policy.program.Program;
import dev.hindsight.trainer.policy.program.Program.ExternalNumbers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Runs ONNX in ONNX Runtime, on one thread of the CPU, without reports to anyone.
final class OnnxRunner implements ProgramRunner {
  private static final Pattern CODE = Pattern.compile("^Error code - \\w+ - message: ");
  private static final Pattern PLACE =
      Pattern.compile("/\\S*onnxruntime/\\S+:\\d+ .*?\\)(?: const)? (?=\\S)");

  private final OrtEnvironment environment;
  private final OrtSession.SessionOptions options;
  private final OrtSession session;
  private final OrtSession.RunOptions running;
  private final Map<String, OnnxTensorLike> data = new HashMap<>();
  private final String where;

  /// @throws Problem if the runtime refuses the file or cannot be loaded
  OnnxRunner(Program program) {
    where = program.file().toString();
    try (OpenedParts parts = new OpenedParts()) {
      environment = start();
      options = parts.add(new OrtSession.SessionOptions(), OrtSession.SessionOptions::close);
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      options.setExecutionMode(OrtSession.SessionOptions.ExecutionMode.SEQUENTIAL);
      for (Map.Entry<String, ExternalNumbers> entry : program.data().entrySet()) {
        data.put(entry.getKey(), parts.add(tensor(entry.getValue()), OnnxTensorLike::close));
      }
      if (!data.isEmpty()) {
        options.addExternalInitializers(data);
      }
      session = parts.add(environment.createSession(program.bytes(), options), this::end);
      running = new OrtSession.RunOptions();
      parts.handOver();
    } catch (OrtException | LinkageError | IllegalStateException e) {
      throw failure(e);
    }
  }

  private static synchronized OrtEnvironment start() throws OrtException {
    NativeFolder.installed()
        .map(natives -> natives.resolve("onnxruntime"))
        .filter(Files::isDirectory)
        .ifPresent(folder ->
            System.getProperties().putIfAbsent("onnxruntime.native.path", folder.toString()));
    OrtEnvironment environment =
        OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL, "hindsight");
    environment.setTelemetry(false);
    return environment;
  }

  @Override
  public List<ProgramArray> run(List<ProgramArray> inputs) {
    Map<String, OnnxTensor> tensors = new LinkedHashMap<>();
    try {
      for (ProgramArray input : inputs) {
        tensors.put(input.name(), tensor(input));
      }
      try (OrtSession.Result results = session.run(tensors, session.getOutputNames(), running)) {
        List<ProgramArray> outputs = new ArrayList<>();
        for (Map.Entry<String, OnnxValue> result : results) {
          outputs.add(output(result.getKey(), result.getValue()));
        }
        return outputs;
      }
    } catch (OrtException | IllegalArgumentException e) {
      throw failure(e);
    } finally {
      tensors.values().forEach(OnnxTensor::close);
    }
  }

  @Override
  public float[] gradient(List<ProgramArray> inputs, int input, int output, int number) {
    throw new Problem(
        wording("OnnxRunner.onnx_has_no_derivatives"),
        where,
        wording("OnnxRunner.save_it_as_torchscript"));
  }

  @Override
  public void stop() {
    try {
      running.setTerminate(true);
    } catch (OrtException e) {
      throw failure(e);
    }
  }

  private OnnxTensor tensor(ProgramArray array) throws OrtException {
    float[] values = array.values();
    long[] shape = array.shape();
    return switch (array.kind()) {
      case FLOAT16 -> {
        ShortBuffer all = ShortBuffer.allocate(values.length);
        for (float value : values) {
          all.put(Float.floatToFloat16(value));
        }
        yield OnnxTensor.createTensor(environment, all.flip(), shape, OnnxJavaType.FLOAT16);
      }
      case FLOAT32 -> OnnxTensor.createTensor(environment, FloatBuffer.wrap(values), shape);
      case FLOAT64 -> {
        DoubleBuffer all = DoubleBuffer.allocate(values.length);
        for (float value : values) {
          all.put(value);
        }
        yield OnnxTensor.createTensor(environment, all.flip(), shape);
      }
      case INT64 -> {
        LongBuffer all = LongBuffer.allocate(values.length);
        for (float value : values) {
          all.put((long) value);
        }
        yield OnnxTensor.createTensor(environment, all.flip(), shape);
      }
      case INT32 -> {
        IntBuffer all = IntBuffer.allocate(values.length);
        for (float value : values) {
          all.put((int) value);
        }
        yield OnnxTensor.createTensor(environment, all.flip(), shape);
      }
      case BOOL -> {
        ByteBuffer all = ByteBuffer.allocateDirect(values.length);
        for (float value : values) {
          all.put((byte) (value != 0 ? 1 : 0));
        }
        yield OnnxTensor.createTensor(environment, all.flip(), shape, OnnxJavaType.BOOL);
      }
    };
  }

  private OnnxTensor tensor(ExternalNumbers numbers) throws OrtException {
    OnnxJavaType type =
        switch (numbers.kind()) {
          case FLOAT16 -> OnnxJavaType.FLOAT16;
          case FLOAT32 -> OnnxJavaType.FLOAT;
          case FLOAT64 -> OnnxJavaType.DOUBLE;
          case INT64 -> OnnxJavaType.INT64;
          case INT32 -> OnnxJavaType.INT32;
          case BOOL -> OnnxJavaType.BOOL;
        };
    ByteBuffer bytes =
        ByteBuffer.allocateDirect(numbers.bytes().length).order(ByteOrder.nativeOrder());
    bytes.put(numbers.bytes()).flip();
    return OnnxTensor.createTensor(environment, bytes, numbers.shape(), type);
  }

  private ProgramArray output(String name, OnnxValue value) throws OrtException {
    if (!(value instanceof OnnxTensor tensor)) {
      throw new IllegalArgumentException(name + " is no tensor");
    }
    TensorInfo info = tensor.getInfo();
    float[] values = new float[Math.toIntExact(info.getNumElements())];
    switch (info.type) {
      case FLOAT, FLOAT16 -> tensor.getFloatBuffer().get(values);
      case DOUBLE -> {
        // Each call copies all of them.
        DoubleBuffer all = tensor.getDoubleBuffer();
        for (int i = 0; i < values.length; i++) {
          values[i] = (float) all.get(i);
        }
      }
      case INT64 -> {
        LongBuffer all = tensor.getLongBuffer();
        for (int i = 0; i < values.length; i++) {
          values[i] = (float) all.get(i);
        }
      }
      default -> throw new IllegalArgumentException(name + " has numbers of type " + info.type);
    }
    NumberKind kind = info.type == OnnxJavaType.FLOAT16 ? NumberKind.FLOAT16 : NumberKind.FLOAT32;
    return new ProgramArray(name, kind, info.getShape(), values);
  }

  /// What ONNX Runtime says without where in its own code it says so, which stands first and is
  /// long.
  static String reason(String message) {
    String text = PLACE.matcher(CODE.matcher(message).replaceFirst("")).replaceAll("");
    return ScriptRunner.firstLine(text.isBlank() ? message : text);
  }

  private Problem failure(Throwable e) {
    return new Problem(
        wording("OnnxRunner.onnx_runtime_cannot_run_it", reason(String.valueOf(e.getMessage()))),
        where,
        wording("ScriptRunner.check_what_flows_in"),
        e);
  }

  private void end(OrtSession opened) {
    try {
      opened.close();
    } catch (OrtException e) {
      throw failure(e);
    }
  }

  @Override
  public void close() {
    try {
      end(session);
    } finally {
      running.close();
      options.close();
      data.values().forEach(OnnxTensorLike::close);
    }
  }
}
