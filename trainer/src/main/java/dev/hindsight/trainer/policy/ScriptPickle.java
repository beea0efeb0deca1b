package dev.hindsight.trainer.policy;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Steps through the pickle of a TorchScript file as its loader would, to see that every tensor
/// lies inside its numbers and that nothing else is named than classes of the file. Builds no
/// object of them and calls nothing.
final class ScriptPickle {
  /// Numbers that all tensors together may have.
  private static final long MOST_NUMBERS = 1L << 28;

  private static final int MOST_AXES = 8;

  private static final Map<String, Integer> STORAGES =
      Map.of(
          "FloatStorage", 4,
          "DoubleStorage", 8,
          "HalfStorage", 2,
          "BFloat16Storage", 2,
          "LongStorage", 8,
          "IntStorage", 4,
          "ShortStorage", 2,
          "CharStorage", 1,
          "ByteStorage", 1,
          "BoolStorage", 1);

  private static final Set<String> CALLABLES =
      Set.of(
          "torch._utils._rebuild_tensor_v2",
          "collections.OrderedDict",
          "torch.jit._pickle.build_intlist",
          "torch.jit._pickle.build_doublelist",
          "torch.jit._pickle.build_boollist",
          "torch.jit._pickle.build_tensorlist",
          "torch.jit._pickle.restore_type_tag",
          "torch._utils._rebuild_parameter");

  private final PickleReader reader;
  private final Map<String, byte[]> members;
  private final String folder;
  private final Map<Long, Object> memo = new HashMap<>();
  private final Deque<List<Object>> below = new ArrayDeque<>();
  private final Set<String> classes = new HashSet<>();
  private final Map<String, Shape> shapes = new LinkedHashMap<>();
  private List<Object> stack = new ArrayList<>();
  private long numbers;
  private int visits;

  /// What the pickle names: a class of the file, a function of the loader, or a type of numbers.
  private record Named(String name, int bytes) {}

  private record Numbers(long count, String key, String type) {}

  /// A tensor inside its numbers.
  ///
  /// @param key of its numbers in the archive
  /// @param type `FloatStorage`
  /// @param offset of its first number
  /// @param sizes along each axis
  /// @param strides numbers per step along each axis
  record Shape(String key, String type, long offset, int[] sizes, long[] strides) {}

  private record Fields(Map<String, Object> values) {}

  private record Items(List<Object> values) {}

  /// Any value that matters to no check.
  private enum Plain {
    VALUE
  }

  /// @param root the class of the whole
  /// @param classes all classes it names
  /// @param shapes of tensors, by the path of their attribute
  record Result(String root, Set<String> classes, Map<String, Shape> shapes) {}

  private ScriptPickle(PickleReader reader, Map<String, byte[]> members, String folder) {
    this.reader = reader;
    this.members = members;
    this.folder = folder;
  }

  /// Checks a pickle.
  ///
  /// @param members of the archive, without its prefix
  /// @param folder of the numbers: `data` or `constants`
  /// @throws Problem naming what is refused
  static Result check(byte[] pickle, Map<String, byte[]> members, String folder, String where) {
    ScriptPickle machine = new ScriptPickle(new PickleReader(pickle, where), members, folder);
    PickleOpcode opcode;
    do {
      opcode = machine.reader.next();
      machine.run(opcode);
    } while (opcode != PickleOpcode.STOP);
    Object root = machine.pop();
    String name = "";
    if (root instanceof Fields(Map<String, Object> values)) {
      name = String.valueOf(values.getOrDefault("", ""));
      machine.collect("", values, 0);
    }
    return new Result(name, machine.classes, machine.shapes);
  }

  private void collect(String path, Map<String, Object> values, int depth) {
    if (depth > 16 || ++visits > 20_000) {
      return;
    }
    values.forEach((name, value) -> {
      String place = path.isEmpty() ? name : path + "." + name;
      if (value instanceof Shape shape) {
        shapes.put(place, shape);
      } else if (value instanceof Fields(Map<String, Object> inner)) {
        collect(place, inner, depth + 1);
      } else if (value instanceof Items(List<Object> inner)) {
        Map<String, Object> numbered = new LinkedHashMap<>();
        inner.forEach(item -> numbered.put(Integer.toString(numbered.size()), item));
        collect(place, numbered, depth + 1);
      }
    });
  }

  private void run(PickleOpcode opcode) {
    switch (opcode) {
      case PROTO, STOP -> {}
      case GLOBAL -> push(named(reader.text() + "." + reader.secondText()));
      case MARK -> {
        below.push(stack);
        stack = new ArrayList<>(4);
      }
      case EMPTY_TUPLE, EMPTY_LIST -> push(new Items(new ArrayList<>()));
      case EMPTY_DICT -> push(new Fields(new LinkedHashMap<>()));
      case TUPLE -> push(new Items(toMark()));
      case TUPLE1 -> tuple(1);
      case TUPLE2 -> tuple(2);
      case TUPLE3 -> tuple(3);
      case BININT, BININT1, BININT2 -> push(reader.number());
      case BINUNICODE -> push(reader.text());
      case NONE, NEWTRUE, NEWFALSE, BINFLOAT, LONG1 -> push(Plain.VALUE);
      case BINPUT, LONG_BINPUT -> memo.put(reader.number(), top());
      case BINGET, LONG_BINGET -> {
        Object value = memo.get(reader.number());
        if (value == null) {
          throw reader.refusal(wording("ScriptPickle.it_recalls_what_it_never_kept"));
        }
        push(value);
      }
      case BINPERSID -> push(storage());
      case REDUCE -> reduce();
      case NEWOBJ -> {
        Object arguments = pop();
        push(instance(pop(), arguments));
      }
      case APPEND -> {
        Object value = pop();
        items(List.of(value));
      }
      case APPENDS -> items(toMark());
      case SETITEM -> {
        Object value = pop();
        Object key = pop();
        entries(List.of(key, value));
      }
      case SETITEMS -> entries(toMark());
      case BUILD -> build();
      default -> throw reader.refusal(wording("ScriptPickle.it_uses", opcode.name()));
    }
  }

  private Named named(String name) {
    if (name.startsWith("__torch__.") && !name.contains("torch.classes")) {
      classes.add(name);
      return new Named(name, 0);
    }
    String type = name.startsWith("torch.") ? name.substring(6) : "";
    Integer bytes = STORAGES.get(type);
    if (bytes != null) {
      return new Named(name, bytes);
    }
    if (CALLABLES.contains(name)) {
      return new Named(name, 0);
    }
    throw reader.refusal(wording("ScriptPickle.it_names", name));
  }

  private Object instance(Object callee, Object arguments) {
    if (callee instanceof Named(String name, int _)
        && name.startsWith("__torch__.")
        && arguments instanceof Items(List<Object> values)
        && values.isEmpty()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("", name);
      return new Fields(fields);
    }
    throw reader.refusal(wording("ScriptPickle.it_makes_something_else"));
  }

  private void build() {
    Object state = pop();
    if (top() instanceof Fields(Map<String, Object> to)) {
      if (to.containsKey("") && state instanceof Fields(Map<String, Object> from)) {
        from.forEach((key, value) -> {
          if (!key.isEmpty()) {
            to.put(key, value);
          }
        });
      }
      return;
    }
    throw reader.refusal(wording("ScriptPickle.it_makes_something_else"));
  }

  private void reduce() {
    Object arguments = pop();
    Object callee = pop();
    if (callee instanceof Named(String name, int _)
        && arguments instanceof Items(List<Object> list)) {
      if (name.endsWith("_rebuild_tensor_v2")) {
        push(tensor(list));
        return;
      }
      if (name.endsWith("OrderedDict")) {
        push(new Fields(new LinkedHashMap<>()));
        return;
      }
      if ((name.startsWith("torch.jit._pickle.") || name.endsWith("_rebuild_parameter"))
          && !list.isEmpty()) {
        push(list.getFirst());
        return;
      }
    }
    throw reader.refusal(wording("ScriptPickle.it_makes_something_else"));
  }

  /// `(storage, offset, size, stride, ...)`: refuses a tensor that reaches outside its numbers,
  /// which the loader itself would not notice.
  private Shape tensor(List<Object> arguments) {
    if (arguments.size() >= 4
        && arguments.get(0) instanceof Numbers(long count, String key, String type)
        && arguments.get(1) instanceof Long offset
        && arguments.get(2) instanceof Items(List<Object> size)
        && arguments.get(3) instanceof Items(List<Object> stride)
        && size.size() == stride.size()
        && size.size() <= MOST_AXES
        && offset >= 0) {
      int[] shape = new int[size.size()];
      long[] steps = new long[shape.length];
      long last = offset;
      long all = 1;
      for (int i = 0; i < shape.length; i++) {
        if (!(size.get(i) instanceof Long length && stride.get(i) instanceof Long step)
            || length < 0
            || step < 0) {
          throw reader.refusal(wording("ScriptPickle.a_tensor_reaches_outside"));
        }
        shape[i] = length.intValue();
        steps[i] = step;
        all = Math.multiplyExact(all, (long) shape[i]);
        last += (length - 1) * step;
        if (all > MOST_NUMBERS) {
          throw reader.refusal(wording("ScriptPickle.its_tensors_are_too_large"));
        }
      }
      numbers += all;
      if (all > 0 && last >= count) {
        throw reader.refusal(wording("ScriptPickle.a_tensor_reaches_outside"));
      }
      if (numbers > MOST_NUMBERS || all > Math.max(1, 64 * count)) {
        throw reader.refusal(wording("ScriptPickle.its_tensors_are_too_large"));
      }
      return new Shape(key, type, offset, shape, steps);
    }
    throw reader.refusal(wording("ScriptPickle.a_tensor_reaches_outside"));
  }

  private Numbers storage() {
    if (pop() instanceof Items(List<Object> id)
        && id.size() == 5
        && id.get(0) instanceof String tag
        && tag.equals("storage")
        && id.get(1) instanceof Named(String type, int bytes)
        && bytes > 0
        && id.get(2) instanceof String key
        && id.get(4) instanceof Long count) {
      byte[] data = members.get(folder + "/" + key);
      if (data != null && count >= 0 && count * bytes <= data.length) {
        return new Numbers(count, key, type);
      }
    }
    throw reader.refusal(wording("ScriptPickle.a_tensor_reaches_outside"));
  }

  private void items(List<Object> values) {
    if (!(top() instanceof Items(List<Object> to))) {
      throw reader.refusal(wording("ScriptPickle.it_makes_something_else"));
    }
    to.addAll(values);
  }

  private void entries(List<Object> values) {
    if (!(top() instanceof Fields(Map<String, Object> to)) || values.size() % 2 != 0) {
      throw reader.refusal(wording("ScriptPickle.it_makes_something_else"));
    }
    for (int i = 0; i < values.size(); i += 2) {
      if (values.get(i) instanceof String key && !key.isEmpty()) {
        to.put(key, values.get(i + 1));
      } else if (values.get(i) instanceof Long number) {
        to.put(number.toString(), values.get(i + 1));
      }
    }
  }

  private void tuple(int length) {
    Object[] values = new Object[length];
    for (int i = length - 1; i >= 0; i--) {
      values[i] = pop();
    }
    push(new Items(List.of(values)));
  }

  private List<Object> toMark() {
    List<Object> values = stack;
    if (below.isEmpty()) {
      throw reader.refusal(wording("ScriptPickle.it_makes_something_else"));
    }
    stack = below.pop();
    return values;
  }

  private void push(Object value) {
    stack.add(value);
  }

  private Object top() {
    if (stack.isEmpty()) {
      throw reader.refusal(wording("ScriptPickle.it_makes_something_else"));
    }
    return stack.getLast();
  }

  private Object pop() {
    top();
    return stack.removeLast();
  }
}
