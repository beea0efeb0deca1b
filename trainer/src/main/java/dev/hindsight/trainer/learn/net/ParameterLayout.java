package dev.hindsight.trainer.learn.net;

import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// The place of each parameter in the flat vector of all parameters.
///
/// @param parameters in order; names unique
public record ParameterLayout(List<Parameter> parameters) {
  /// Copies the list.
  public ParameterLayout {
    parameters = List.copyOf(parameters);
    if (parameters.stream().map(Parameter::name).distinct().count() != parameters.size()) {
      throw new IllegalArgumentException("two parameters have one name");
    }
  }

  /// Length of the flat vector.
  public int length() {
    return parameters.stream().mapToInt(Parameter::length).sum();
  }

  /// Offset of a parameter in the flat vector.
  public int offset(String name) {
    int offset = 0;
    for (Parameter parameter : parameters) {
      if (parameter.name().equals(name)) {
        return offset;
      }
      offset += parameter.length();
    }
    throw new IllegalArgumentException("no parameter named " + name);
  }

  /// Shapes by name.
  public Map<String, int[]> shapes() {
    Map<String, int[]> shapes = new LinkedHashMap<>();
    parameters.forEach(parameter -> shapes.put(parameter.name(), parameter.sizes()));
    return shapes;
  }

  /// A new flat vector. Each parameter draws its own random numbers, so that adding one changes
  /// none of the others.
  public float[] initial(long seed) {
    float[] flat = new float[length()];
    int offset = 0;
    for (Parameter parameter : parameters) {
      float[] values = new float[parameter.length()];
      parameter
          .initial()
          .fill(
              parameter.sizes(),
              values,
              new SplittableRandom(seed ^ ((long) parameter.name().hashCode() << 32)));
      System.arraycopy(values, 0, flat, offset, values.length);
      offset += values.length;
    }
    return flat;
  }

  /// The flat vector of named arrays; extra arrays are ignored.
  ///
  /// @param tensors by name; each parameter must be present with the right shape
  public float[] gather(Map<String, Tensor> tensors) {
    float[] flat = new float[length()];
    int offset = 0;
    for (Parameter parameter : parameters) {
      Tensor tensor = tensors.get(parameter.name());
      if (tensor == null || !Arrays.equals(tensor.shape(), parameter.sizes())) {
        throw new IllegalArgumentException(parameter.name() + " is missing or of another shape");
      }
      System.arraycopy(tensor.values(), 0, flat, offset, parameter.length());
      offset += parameter.length();
    }
    return flat;
  }

  /// Splits a flat vector into named arrays.
  public List<Tensor> split(float[] flat) {
    List<Tensor> tensors = new ArrayList<>();
    int offset = 0;
    for (Parameter parameter : parameters) {
      int end = offset + parameter.length();
      tensors.add(
          new Tensor(parameter.name(), parameter.sizes(), Arrays.copyOfRange(flat, offset, end)));
      offset = end;
    }
    return tensors;
  }
}
