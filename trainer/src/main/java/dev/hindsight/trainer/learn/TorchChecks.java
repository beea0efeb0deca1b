package dev.hindsight.trainer.learn;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.gpu.GpuDevice;
import dev.hindsight.trainer.learn.net.ExclusiveGradientCollector;
import dev.hindsight.trainer.run.TrainingTask.Device;
import dev.hindsight.trainer.run.session.GateCheck;
import dev.hindsight.trainer.task.TaskHandle;
import dev.hindsight.trainer.task.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The preflight gates: checks that PyTorch works before training.
public final class TorchChecks {
  /// Names of the gates, in order.
  public static final String ENGINE = "engine";

  /// Checks that the requested device exists.
  public static final String DEVICES = "devices";

  /// Names the GPU, its driver and memory, and checks that it is of the required kind.
  public static final String KIND = "gpu-kind";

  /// Checks a convolution, forward and backward.
  public static final String CONVOLUTION = "convolution";

  /// Checks a sum over several threads.
  public static final String REDUCE = "reduce";

  /// Compares a matrix product on the GPU with the processor's.
  public static final String KERNEL = "gpu-kernel";

  private static final int MATRIX = 256;

  private TorchChecks() {}

  /// All gates for training on a device.
  public static List<GateCheck> all(Device device) {
    return List.of(
        new GateCheck(ENGINE, wording("TorchChecks.checks_engine"), TorchChecks::engine),
        new GateCheck(DEVICES, wording("TorchChecks.checks_devices"), () -> devices(device)),
        new GateCheck(KIND, wording("TorchChecks.checks_kind"), () -> kind(device)),
        new GateCheck(
            CONVOLUTION, wording("TorchChecks.checks_convolution"), () -> convolution(device)),
        new GateCheck(REDUCE, wording("TorchChecks.checks_reduce"), TorchChecks::reduce),
        new GateCheck(KERNEL, wording("TorchChecks.checks_kernel"), () -> kernel(device)));
  }

  private static String engine() {
    try (NDManager scope = TorchEngine.scope()) {
      return wording(
          "TorchChecks.threads",
          scope.getEngine().getEngineName(),
          scope.getEngine().getVersion(),
          Integer.getInteger("ai.djl.pytorch.num_threads", 1));
    }
  }

  private static String devices(Device device) {
    int gpus = TorchEngine.gpus();
    if (device == Device.GPU && gpus == 0) {
      throw new Problem(
          wording("TorchChecks.pytorch_sees_no_gpu_here"),
          "--device gpu",
          wording("TorchChecks.compute_on_the_cpu_or_see"));
    }
    return wording("TorchChecks.processors_gpus", Runtime.getRuntime().availableProcessors(), gpus);
  }

  private static String kind(Device device) {
    if (device == Device.CPU) {
      throw new GateCheck.Skipped(wording("TorchChecks.no_gpu_requested"));
    }
    GpuDevice gpu =
        GpuDevice.first()
            .orElseThrow(
                () -> new GateCheck.Skipped(wording("TorchChecks.nvidia_smi_is_not_here")));
    gpu.check(Optional.ofNullable(System.getenv(GpuDevice.REQUIRED)));
    return gpu.toString();
  }

  /// Input 4 x 8 x 16 x 16, weight 8 x 8 x 3 x 3: all outputs and gradients must be finite.
  private static String convolution(Device device) {
    try (NDManager scope = TorchEngine.scope(device)) {
      NDArray input = scope.randomNormal(new Shape(4, 8, 16, 16));
      NDArray weight = scope.randomNormal(new Shape(8, 8, 3, 3));
      weight.setRequiresGradient(true);
      double sum;
      try (GradientCollector collector = ExclusiveGradientCollector.begin(scope.getEngine())) {
        NDArray out =
            ai.djl.nn.convolutional.Conv2d.conv2d(input, weight).singletonOrThrow().square().sum();
        collector.backward(out);
        sum = out.getFloat();
      }
      double norm = weight.getGradient().norm().getFloat();
      if (!Double.isFinite(sum) || !Double.isFinite(norm) || norm == 0) {
        throw new Problem(
            wording("TorchChecks.a_convolution_gave_with_a_gradient", sum, norm),
            CONVOLUTION,
            wording("TorchChecks.reinstall_pytorchs_libraries_do"));
      }
      return String.format(
          Locale.ROOT, wording("TorchChecks.forward_and_backward_finite_on"), scope.getDevice());
    }
  }

  /// Thread i of n adds i; the total must be `n (n - 1) / 2`.
  private static String reduce() {
    int threads = Runtime.getRuntime().availableProcessors();
    if (threads < 2) {
      throw new GateCheck.Skipped(wording("TorchChecks.one_processor"));
    }
    double sum = 0;
    try (Tasks tasks = new Tasks(threads)) {
      List<TaskHandle<Double>> parts = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int part = i;
        parts.add(tasks.start("reduce", (_, _) -> onItsOwn(part)));
      }
      for (TaskHandle<Double> part : parts) {
        sum += part.await();
      }
    }
    double right = threads * (threads - 1) / 2.0;
    if (sum != right) {
      throw new Problem(
          wording("TorchChecks.threads_added_up_to_not", threads, sum, right),
          REDUCE,
          wording("TorchChecks.reinstall_pytorchs_libraries_do"));
    }
    return wording("TorchChecks.threads_add_up_to", threads, (long) right);
  }

  private static double onItsOwn(int value) {
    try (NDManager scope = TorchEngine.scope()) {
      return scope.ones(new Shape(MATRIX, MATRIX)).mul(value).mean().getFloat();
    }
  }

  private static String kernel(Device device) {
    if (device == Device.CPU) {
      throw new GateCheck.Skipped(wording("TorchChecks.no_gpu_requested"));
    }
    try (NDManager gpu = TorchEngine.scope(device);
        NDManager cpu = TorchEngine.scope()) {
      NDArray left = cpu.randomNormal(new Shape(MATRIX, MATRIX));
      NDArray right = cpu.randomNormal(new Shape(MATRIX, MATRIX));
      float[] there =
          gpu.create(left.toFloatArray(), left.getShape())
              .matMul(gpu.create(right.toFloatArray(), right.getShape()))
              .toFloatArray();
      float[] here = left.matMul(right).toFloatArray();
      double worst = 0;
      for (int i = 0; i < here.length; i++) {
        worst = Math.max(worst, Math.abs(here[i] - there[i]));
      }
      // Tensor cores round to 10 bits: sums of 256 products of order one are off by some tenths.
      if (!(worst < 0.5)) {
        throw new Problem(
            wording("TorchChecks.a_matrix_product_on_the_gpu", worst),
            KERNEL,
            wording("TorchChecks.check_the_driver_against_the_cuda"));
      }
      return wording(
          "TorchChecks.agrees_with_the_processor_to",
          gpu.getDevice(),
          NumberWords.significant(worst, 2));
    }
  }
}
