package dev.hindsight.trainer.policy;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Every operation a pickle can hold, so that even a rejected one can be named and skipped.
///
/// [Python's pickletools](https://docs.python.org/3/library/pickletools.html) is the source of the
/// codes.
enum PickleOpcode {
  MARK('(', Argument.NOTHING),
  STOP('.', Argument.NOTHING),
  POP('0', Argument.NOTHING),
  POP_MARK('1', Argument.NOTHING),
  DUP('2', Argument.NOTHING),
  FLOAT('F', Argument.LINE),
  INT('I', Argument.LINE),
  BININT('J', Argument.FOUR_BYTES),
  BININT1('K', Argument.ONE_BYTE),
  LONG('L', Argument.LINE),
  BININT2('M', Argument.TWO_BYTES),
  NONE('N', Argument.NOTHING),
  PERSID('P', Argument.LINE),
  BINPERSID('Q', Argument.NOTHING),
  REDUCE('R', Argument.NOTHING),
  STRING('S', Argument.LINE),
  BINSTRING('T', Argument.COUNTED_BY_FOUR),
  SHORT_BINSTRING('U', Argument.COUNTED_BY_ONE),
  UNICODE('V', Argument.LINE),
  BINUNICODE('X', Argument.COUNTED_BY_FOUR),
  APPEND('a', Argument.NOTHING),
  BUILD('b', Argument.NOTHING),
  GLOBAL('c', Argument.TWO_LINES),
  DICT('d', Argument.NOTHING),
  APPENDS('e', Argument.NOTHING),
  GET('g', Argument.LINE),
  BINGET('h', Argument.ONE_BYTE),
  INST('i', Argument.TWO_LINES),
  LONG_BINGET('j', Argument.FOUR_BYTES),
  LIST('l', Argument.NOTHING),
  OBJ('o', Argument.NOTHING),
  PUT('p', Argument.LINE),
  BINPUT('q', Argument.ONE_BYTE),
  LONG_BINPUT('r', Argument.FOUR_BYTES),
  SETITEM('s', Argument.NOTHING),
  TUPLE('t', Argument.NOTHING),
  SETITEMS('u', Argument.NOTHING),
  EMPTY_DICT('}', Argument.NOTHING),
  EMPTY_LIST(']', Argument.NOTHING),
  EMPTY_TUPLE(')', Argument.NOTHING),
  BINFLOAT('G', Argument.EIGHT_BYTES),
  BINBYTES('B', Argument.COUNTED_BY_FOUR),
  SHORT_BINBYTES('C', Argument.COUNTED_BY_ONE),
  PROTO(0x80, Argument.ONE_BYTE),
  NEWOBJ(0x81, Argument.NOTHING),
  EXT1(0x82, Argument.ONE_BYTE),
  EXT2(0x83, Argument.TWO_BYTES),
  EXT4(0x84, Argument.FOUR_BYTES),
  TUPLE1(0x85, Argument.NOTHING),
  TUPLE2(0x86, Argument.NOTHING),
  TUPLE3(0x87, Argument.NOTHING),
  NEWTRUE(0x88, Argument.NOTHING),
  NEWFALSE(0x89, Argument.NOTHING),
  LONG1(0x8a, Argument.COUNTED_BY_ONE),
  LONG4(0x8b, Argument.COUNTED_BY_FOUR),
  SHORT_BINUNICODE(0x8c, Argument.COUNTED_BY_ONE),
  BINUNICODE8(0x8d, Argument.COUNTED_BY_EIGHT),
  BINBYTES8(0x8e, Argument.COUNTED_BY_EIGHT),
  EMPTY_SET(0x8f, Argument.NOTHING),
  ADDITEMS(0x90, Argument.NOTHING),
  FROZENSET(0x91, Argument.NOTHING),
  NEWOBJ_EX(0x92, Argument.NOTHING),
  STACK_GLOBAL(0x93, Argument.NOTHING),
  MEMOIZE(0x94, Argument.NOTHING),
  FRAME(0x95, Argument.EIGHT_BYTES),
  BYTEARRAY8(0x96, Argument.COUNTED_BY_EIGHT),
  NEXT_BUFFER(0x97, Argument.NOTHING),
  READONLY_BUFFER(0x98, Argument.NOTHING);

  /// The argument after the code byte.
  enum Argument {
    NOTHING,
    ONE_BYTE,
    TWO_BYTES,
    FOUR_BYTES,
    EIGHT_BYTES,
    COUNTED_BY_ONE,
    COUNTED_BY_FOUR,
    COUNTED_BY_EIGHT,
    LINE,
    TWO_LINES
  }

  private static final @Nullable PickleOpcode[] BY_CODE = new PickleOpcode[256];

  static {
    for (PickleOpcode opcode : values()) {
      BY_CODE[opcode.code] = opcode;
    }
  }

  private final int code;
  private final Argument argument;

  PickleOpcode(int code, Argument argument) {
    this.code = code;
    this.argument = argument;
  }

  /// Its argument.
  Argument argument() {
    return argument;
  }

  /// The operation of a code byte; empty if Python has none.
  static Optional<PickleOpcode> of(int code) {
    return Optional.ofNullable(BY_CODE[code & 0xff]);
  }
}
