package dev.hindsight.trainer.policy;

import dev.hindsight.trainer.Problem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads exactly the form of pickle that `torch.save(model.state_dict())` writes.
///
/// A pickle is a program for a stack machine. This machine supports only the operations and names
/// of a state dict; it rejects all others by name, and none of them can call anything. Memory is
/// bounded by the length of the pickle: each operation pushes at most one value, and every length
/// is checked against the remaining bytes before it is used.
final class Unpickler {
  private final PickleReader reader;
  private final Map<Long, PickleValue> memo = new HashMap<>();
  private final Deque<List<PickleValue>> below = new ArrayDeque<>();
  private List<PickleValue> stack = new ArrayList<>();

  private Unpickler(PickleReader reader) {
    this.reader = reader;
  }

  /// Reads the dict of a pickle.
  ///
  /// @param where the file, for messages
  /// @throws Problem if the pickle is anything else
  static PickleValue.Dict read(byte[] pickle, String where) {
    PickleGlobal.check(pickle, where);
    Unpickler machine = new Unpickler(new PickleReader(pickle, where));
    PickleOpcode opcode;
    do {
      opcode = machine.reader.next();
      machine.run(opcode, where);
    } while (opcode != PickleOpcode.STOP);
    PickleValue result = machine.pop();
    if (result instanceof PickleValue.Dict dict) {
      return dict;
    }
    throw machine.reader.refusal("it holds " + result.kind() + ", not a dict of tensors");
  }

  private void run(PickleOpcode opcode, String where) {
    switch (opcode) {
      case PROTO -> protocol();
      case GLOBAL ->
          push(
              new PickleValue.Callable(PickleGlobal.of(reader.text(), reader.secondText(), where)));
      case EMPTY_TUPLE -> push(new PickleValue.Tuple(List.of()));
      case EMPTY_DICT -> push(new PickleValue.Dict());
      case MARK -> {
        below.push(stack);
        stack = new ArrayList<>(4);
      }
      case TUPLE -> push(new PickleValue.Tuple(takeToMark()));
      case TUPLE1 -> tuple(1);
      case TUPLE2 -> tuple(2);
      case TUPLE3 -> tuple(3);
      case BININT, BININT1, BININT2 -> push(new PickleValue.Whole((int) reader.number()));
      case BINUNICODE -> push(new PickleValue.Text(reader.text()));
      case NEWFALSE -> push(new PickleValue.False());
      case BINPUT, LONG_BINPUT -> memo.put(reader.number(), top());
      case BINGET, LONG_BINGET -> recall();
      case BINPERSID -> push(new PickleValue.Stored(storage()));
      case REDUCE -> reduce();
      case SETITEM -> {
        PickleValue value = pop();
        setItems(List.of(pop(), value));
      }
      case SETITEMS -> setItems(takeToMark());
      case BUILD -> build();
      case STOP -> finished();
      default ->
          throw reader.refusal(
              "the pickle uses " + opcode.name() + ", which no state dict needs; it was refused");
    }
  }

  private void protocol() {
    if (reader.number() != 2) {
      throw reader.refusal(
          "it is a pickle of protocol " + reader.number() + ", and state dicts are of protocol 2");
    }
  }

  private void recall() {
    PickleValue value = memo.get(reader.number());
    if (value == null) {
      throw reader.refusal("the pickle recalls value " + reader.number() + " before keeping it");
    }
    push(value);
  }

  /// `("storage", type, key, device, count)`; the device is the one the numbers were saved from.
  private TensorView.Storage storage() {
    if (pop() instanceof PickleValue.Tuple(List<PickleValue> id)
        && id.size() == 5
        && id.get(0) instanceof PickleValue.Text(String tag)
        && tag.equals("storage")
        && id.get(1) instanceof PickleValue.Callable(PickleGlobal global)
        && global.storageType().isPresent()
        && id.get(2) instanceof PickleValue.Text(String key)
        && id.get(4) instanceof PickleValue.Whole(int count)) {
      return new TensorView.Storage(global.storageType().get(), key, count);
    }
    throw reader.refusal("the pickle points to something outside it that is not a tensor storage");
  }

  private void reduce() {
    PickleValue arguments = pop();
    PickleValue callee = pop();
    if (callee instanceof PickleValue.Callable(PickleGlobal global)
        && arguments instanceof PickleValue.Tuple(List<PickleValue> list)) {
      if (global == PickleGlobal.ORDERED_DICT && list.isEmpty()) {
        push(new PickleValue.Dict());
        return;
      }
      if (global == PickleGlobal.REBUILD_TENSOR && list.size() >= 4) {
        push(new PickleValue.StoredTensor(tensor(list)));
        return;
      }
      throw reader.refusal("the pickle calls " + global.spoken() + " in a way no state dict does");
    }
    throw reader.refusal("the pickle calls " + callee.kind());
  }

  /// `(storage, offset, size, stride, requires_grad, hooks)`; only the first four matter here.
  private TensorView tensor(List<PickleValue> arguments) {
    if (arguments.get(0) instanceof PickleValue.Stored(TensorView.Storage storage)
        && arguments.get(1) instanceof PickleValue.Whole(int offset)) {
      return new TensorView(storage, offset, axes(arguments.get(2)), axes(arguments.get(3)));
    }
    throw reader.refusal("the pickle rebuilds a tensor from " + arguments.get(0).kind());
  }

  private int[] axes(PickleValue value) {
    if (!(value instanceof PickleValue.Tuple(List<PickleValue> items))) {
      throw reader.refusal("a tensor's size is " + value.kind());
    }
    int[] axes = new int[items.size()];
    for (int i = 0; i < axes.length; i++) {
      if (!(items.get(i) instanceof PickleValue.Whole(int length))) {
        throw reader.refusal("a tensor's size holds " + items.get(i).kind());
      }
      axes[i] = length;
    }
    return axes;
  }

  private void setItems(List<PickleValue> items) {
    if (items.size() % 2 != 0) {
      throw reader.refusal("a dict has a key without a value");
    }
    if (!(top() instanceof PickleValue.Dict(Map<String, PickleValue> to))) {
      throw reader.refusal("the pickle puts entries into " + top().kind());
    }
    for (int i = 0; i < items.size(); i += 2) {
      if (!(items.get(i) instanceof PickleValue.Text(String key))) {
        throw reader.refusal("a dict has " + items.get(i).kind() + " for a key");
      }
      to.put(key, items.get(i + 1));
    }
  }

  /// Drops attributes of the dict object (`_metadata`), which are not weights.
  private void build() {
    PickleValue state = pop();
    if (!(state instanceof PickleValue.Dict && top() instanceof PickleValue.Dict)) {
      throw reader.refusal("the pickle sets the state of " + top().kind());
    }
  }

  private void finished() {
    if (!below.isEmpty() || stack.size() != 1) {
      throw reader.refusal("the pickle ends with " + stack.size() + " values on its stack");
    }
  }

  private void tuple(int length) {
    PickleValue[] items = new PickleValue[length];
    for (int i = length - 1; i >= 0; i--) {
      items[i] = pop();
    }
    push(new PickleValue.Tuple(List.of(items)));
  }

  private List<PickleValue> takeToMark() {
    List<PickleValue> items = stack;
    if (below.isEmpty()) {
      throw reader.refusal("the pickle closes a group that it never opened");
    }
    stack = below.pop();
    return items;
  }

  private void push(PickleValue value) {
    stack.add(value);
  }

  private PickleValue top() {
    if (stack.isEmpty()) {
      throw reader.refusal("the pickle takes a value from an empty stack");
    }
    return stack.getLast();
  }

  private PickleValue pop() {
    top();
    return stack.removeLast();
  }
}
