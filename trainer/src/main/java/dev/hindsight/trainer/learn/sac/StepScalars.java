package dev.hindsight.trainer.learn.sac;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Scalars of a step of learning by name, several of a name if need be. They are read together:
/// reading one alone takes several calls of the engine. Belongs to the scope of the step.
final class StepScalars {
  private final Map<String, List<Integer>> places = new LinkedHashMap<>();
  private final NDList all = new NDList();
  private float[] numbers = new float[0];

  void add(String name, NDArray scalar) {
    NDArray one = scalar.stopGradient();
    places.computeIfAbsent(name, _ -> new ArrayList<>()).add(all.size());
    all.add(one.getShape().dimension() == 0 ? one : one.squeeze());
  }

  /// Reads those added so far.
  void read() {
    numbers = NDArrays.stack(all).toFloatArray();
  }

  /// The numbers of a name, in the order in which they were added.
  double[] named(String name) {
    return places.getOrDefault(name, List.of()).stream().mapToDouble(at -> numbers[at]).toArray();
  }

  /// The mean of each name's numbers.
  Map<String, Double> means() {
    Map<String, Double> means = new LinkedHashMap<>();
    places
        .keySet()
        .forEach(name -> means.put(name, Arrays.stream(named(name)).average().orElseThrow()));
    return means;
  }
}
